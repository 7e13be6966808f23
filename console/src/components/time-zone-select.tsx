// Chooses an IANA time zone; the likely ones come first.
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useWords } from '../i18n/words.ts';
import { words } from './words.ts';

const SHOWN = 60;

export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const say = useWords(words);
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
