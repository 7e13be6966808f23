// A market by its name and colour.
import { Box, Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { appPath, useApp } from '../place.tsx';
import { marketColor } from './markets.ts';
import { useMarketNames, useMessages } from './messages.ts';
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

export function ToMarkets() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <Button component={Link} to={appPath(appid, '/settings/markets')} variant="default" mt="sm">
      {say.toMarkets}
    </Button>
  );
}
