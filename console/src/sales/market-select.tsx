// Narrows a list to one market.
import { Select } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { MARKETS, type Market } from './records.ts';
import { marketNames, words } from './words.ts';

export function MarketSelect({
  value,
  onChange,
  markets = MARKETS,
}: {
  value: string;
  onChange: (market: string) => void;
  markets?: readonly Market[];
}) {
  const say = useWords(words);
  const names = useWords(marketNames);
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
