// What a rule does, and until when.
import { Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core';
import { Card } from '../../../components/card.tsx';
import { TypeSelect } from '../../../restrictions/type-select.tsx';
import type { DraftForm } from './draft.ts';
import { useMessages } from './form-messages.ts';
import { ReadyTypes } from './ready-types.tsx';
import { StepFields } from './step-fields.tsx';

export function ThenFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  return (
    <Card title={say.measure}>
      <Stack>
        <Radio.Group aria-label={say.measure} {...form.getInputProps('action')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Radio value="restrict" label={say.restrict} />
            <Radio value="flag" label={say.flag} description={say.flagAbout} />
          </SimpleGrid>
        </Radio.Group>
        {form.values.action === 'restrict' && (
          <>
            <TypeSelect label={say.type} required {...form.getInputProps('block_type')} />
            <ReadyTypes onAdopted={(type) => form.setFieldValue('block_type', String(type))} />
            <StepFields form={form} />
          </>
        )}
        <Checkbox label={say.event} {...form.getInputProps('event', { type: 'checkbox' })} />
        <Checkbox
          label={say.sameDevice}
          {...form.getInputProps('same_device', { type: 'checkbox' })}
        />
      </Stack>
    </Card>
  );
}

export function UntilFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  return (
    <Card title={say.until} about={say.untilAbout}>
      <Checkbox label={say.paidAgain} {...form.getInputProps('paid_again', { type: 'checkbox' })} />
    </Card>
  );
}
