// What stands for empty cells of a list that restricts.
import { Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMessages as useShared, useStatusNames } from '../../restrictions/messages.ts';
import { NoTypes } from '../../restrictions/no-types.tsx';
import { PeriodFields } from '../../restrictions/period-fields.tsx';
import { TypeSelect } from '../../restrictions/type-select.tsx';
import { useTypes } from '../../restrictions/types.ts';
import type { ListValues } from './list-values.ts';
import { useMessages } from './messages.ts';

export function Defaults({ form }: { form: UseFormReturnType<ListValues> }) {
  const say = useMessages();
  const types = useTypes();
  const common = useShared();
  const statuses = useStatusNames();
  return (
    <Fieldset legend={say.defaults}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say.defaultsAbout}
        </Text>
        {types.data?.items.length === 0 && <NoTypes />}
        <TypeSelect label={say.type} clearable {...form.getInputProps('block_type')} />
        <SegmentedControl
          aria-label={common.status}
          data={[
            { value: 'B', label: statuses.B },
            { value: 'P', label: statuses.P },
          ]}
          {...form.getInputProps('status')}
        />
        <PeriodFields form={form} isRequired={false} />
      </Stack>
    </Fieldset>
  );
}
