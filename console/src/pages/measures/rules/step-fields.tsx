// How long a rule restricts: the first time, the second time, and so on.
import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack } from '@mantine/core';
import { AddIcon, CloseIcon } from '../../../components/icons.tsx';
import { type DraftForm, newStep } from './draft.ts';
import { useMessages } from './form-messages.ts';

const MOST = 10;

export function StepFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  const { steps } = form.values;
  return (
    <Input.Wrapper label={say.steps} description={say.stepsAbout} labelElement="div">
      <Stack gap="xs" mt={6}>
        {steps.map(({ key, kind }, index) => (
          <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
            <Select
              aria-label={say.stepKind(index + 1)}
              w={150}
              allowDeselect={false}
              data={[
                { value: 'days', label: say.forDays },
                { value: 'permanent', label: say.forever },
              ]}
              {...form.getInputProps(`steps.${index}.kind`)}
            />
            {kind === 'days' && (
              <NumberInput
                aria-label={say.stepDays(index + 1)}
                w={110}
                min={1}
                max={3_650}
                allowDecimal={false}
                {...form.getInputProps(`steps.${index}.days`)}
              />
            )}
            {steps.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={say.removeStep(index + 1)}
                onClick={() => form.removeListItem('steps', index)}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {steps.length < MOST && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<AddIcon size={14} />}
            onClick={() => form.insertListItem('steps', newStep(30))}
          >
            {say.addStep}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
