// Chooses a restriction type of the app; its value is the number as text.
import { Select, type SelectProps } from '@mantine/core';
import { useTypeName } from './type-names.ts';
import { useTypes } from './types.ts';

export function TypeSelect(props: Omit<SelectProps, 'data'>) {
  const nameOf = useTypeName();
  const types = useTypes();
  return (
    <Select
      searchable
      data={(types.data?.items ?? []).map((type) => ({
        value: String(type.block_type),
        label: `${type.block_type} · ${nameOf(type)}`,
      }))}
      {...props}
    />
  );
}
