// The amount of verified purchases by market, one currency at a time: amounts of two are never added up.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { ChartCard } from '../../charts/chart-card.tsx';
import { useMoney } from '../../sales/money.ts';
import { useMarketBands } from './bands.ts';
import { useStepPeriods } from './chart/step-names.ts';
import { currencyTotals, type Figures } from './figures.ts';
import { useMessages } from './messages.ts';

const METRIC = 'purchase.amount';
/** A hundredth of the currency, in millionths. */
const LEAST = 10_000;

export function Amounts({ figures }: { figures: Figures }) {
  const say = useMessages();
  const money = useMoney();
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = currencyTotals(figures, METRIC).map((each) => each.currency);
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? '';
  const periods = useStepPeriods(figures);
  const series = useMarketBands(figures, METRIC, (rest) => rest === currency);
  return (
    <ChartCard
      title={say.amount}
      nothing={say.nothingPaid}
      periods={periods}
      series={series}
      least={LEAST}
      print={(value) => money.micros(value, currency)}
      printShort={(value) => money.short(BigInt(Math.round(value)), currency)}
      aside={
        currencies.length > 1 && (
          <Select
            size="xs"
            w={92}
            aria-label={say.currency}
            allowDeselect={false}
            data={currencies}
            value={currency}
            onChange={setChosen}
          />
        )
      }
    />
  );
}
