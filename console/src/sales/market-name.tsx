// A market by its name and colour.
import { Box, Group } from '@mantine/core';
import { useMessages } from '../i18n/messages.ts';
import { marketColor } from './colors.ts';
import { marketNames } from './messages.ts';
import type { Market } from './records.ts';

export function MarketName({ market }: { market: Market }) {
  const names = useMessages(marketNames);
  return (
    <Group gap={8} wrap="nowrap" component="span" display="inline-flex">
      <Box component="span" w={9} h={9} bg={marketColor(market)} bdrs={3} flex="none" />
      <span style={{ whiteSpace: 'nowrap' }}>{names[market]}</span>
    </Group>
  );
}
