// What stands for empty cells of a list that restricts.
import { Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMessages } from '../../i18n/messages.ts';
import { messages as playerMessages } from '../players/messages.ts';
import { PeriodFields } from '../players/period-fields.tsx';
import { NoTypes } from '../types/no-types.tsx';
import { useTypes } from '../types/records.ts';
import { TypeSelect } from '../types/type-select.tsx';
import type { ListValues } from './list-values.ts';
import { messages } from './messages.ts';

export function Defaults({ form }: { form: UseFormReturnType<ListValues> }) {
  const say = useMessages(messages);
  const types = useTypes();
  const sayPlayer = useMessages(playerMessages);
  return (
    <Fieldset legend={say.defaults}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say.defaultsAbout}
        </Text>
        {types.data?.items.length === 0 && <NoTypes />}
        <TypeSelect label={say.type} clearable {...form.getInputProps('block_type')} />
        <SegmentedControl
          aria-label={sayPlayer.status}
          data={[
            { value: 'B', label: sayPlayer.B },
            { value: 'P', label: sayPlayer.P },
          ]}
          {...form.getInputProps('status')}
        />
        <PeriodFields form={form} isRequired={false} />
      </Stack>
    </Fieldset>
  );
}
