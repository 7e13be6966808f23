// A market by its name and colour.
import { Box, Group } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { marketColor } from './colors.ts';
import type { Market } from './records.ts';
import { marketNames } from './words.ts';

export function MarketName({ market }: { market: Market }) {
  const names = useWords(marketNames);
  return (
    <Group gap={8} wrap="nowrap" component="span" display="inline-flex">
      <Box component="span" w={9} h={9} bg={marketColor(market)} bdrs={3} flex="none" />
      <span style={{ whiteSpace: 'nowrap' }}>{names[market]}</span>
    </Group>
  );
}
