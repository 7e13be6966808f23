// Chooses an IANA time zone; the likely ones come first.
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useMessages } from './messages.ts';

const SHOWN = 60;

export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const say = useMessages();
  const zones = useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set(['UTC', own, 'Asia/Seoul', ...Intl.supportedValuesOf('timeZone')])];
  }, []);
  return (
    <Select
      {...props}
      data={zones}
      searchable
      allowDeselect={false}
      limit={SHOWN}
      nothingFoundMessage={say.noZone}
    />
  );
}
