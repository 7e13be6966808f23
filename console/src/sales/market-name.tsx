// A market by its name and colour.
import { Box, Group } from '@mantine/core';
import { marketColor } from './colors.ts';
import { useMarketNames } from './messages.ts';
import type { Market } from './records.ts';

export function MarketName({ market }: { market: Market }) {
  const names = useMarketNames();
  return (
    <Group gap={8} wrap="nowrap" component="span" display="inline-flex">
      <Box component="span" w={9} h={9} bg={marketColor(market)} bdrs={3} flex="none" />
      <span style={{ whiteSpace: 'nowrap' }}>{names[market]}</span>
    </Group>
  );
}
