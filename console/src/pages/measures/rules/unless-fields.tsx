// Whom a rule leaves alone.
import { Group, NumberInput, Stack, Textarea } from '@mantine/core';
import { Card } from '../../../components/card.tsx';
import type { DraftForm } from './draft.ts';
import { useMessages } from './form-messages.ts';
import { MoneyFields } from './money-fields.tsx';

export function UnlessFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  return (
    <Card title={say.unless} about={say.unlessAbout}>
      <Stack>
        <NumberInput
          label={say.olderThan}
          description={say.olderThanAbout}
          maw={360}
          min={1}
          max={3_650}
          allowDecimal={false}
          {...form.getInputProps('older_than_days')}
        />
        <Group align="flex-start">
          <MoneyFields
            form={form}
            label={say.spent}
            amount="spent_amount"
            currency="spent_currency"
          />
        </Group>
        <Textarea
          label={say.exempt}
          description={say.exemptAbout}
          autosize
          minRows={2}
          maxRows={8}
          inputMode="numeric"
          {...form.getInputProps('exempt')}
        />
      </Stack>
    </Card>
  );
}
