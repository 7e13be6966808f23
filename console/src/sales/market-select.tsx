// Narrows a list to one market.
import { Select } from '@mantine/core';
import { useMarketNames, useMessages } from './messages.ts';
import { MARKETS, type Market } from './records.ts';

export function MarketSelect({
  value,
  onChange,
  markets = MARKETS,
}: {
  value: string;
  onChange: (market: string) => void;
  markets?: readonly Market[];
}) {
  const say = useMessages();
  const names = useMarketNames();
  return (
    <Select
      label={say.market}
      w={180}
      allowDeselect={false}
      value={value}
      onChange={(market) => onChange(market ?? '')}
      data={[
        { value: '', label: say.allMarkets },
        ...markets.map((market) => ({ value: market, label: names[market] })),
      ]}
    />
  );
}
