// The most important numbers of the time, at a glance, beside those of the time before.
import { useMessages as useChartMessages } from '../../charts/messages.ts';
import { Tiles } from '../../charts/tile.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useMoney } from '../../sales/money.ts';
import type { ChosenWindow } from '../../sales/window.ts';
import {
  currencyTotals,
  type Figures,
  netTotals,
  refusedOf,
  totalOf,
  valuesOf,
} from './figures.ts';
import { useMessages } from './messages.ts';

export function OverviewTiles({
  figures,
  before,
  window,
}: {
  figures: Figures;
  /** As long, right before; undefined while it is not known. */
  before: Figures | undefined;
  window: ChosenWindow;
}) {
  const say = useMessages();
  const common = useChartMessages();
  const format = useFormat();
  const money = useMoney();
  const { appid } = useApp();
  const count = (of: Figures, metric: string): bigint => totalOf(valuesOf(of, metric, () => ''));
  /** Of a time in which nothing happened there is nothing to compare with. */
  const compared = (pick: (of: Figures) => bigint): bigint | undefined | null => {
    if (!before) return null;
    return before.overview.series.length === 0 ? undefined : pick(before);
  };
  const counted = (pick: (of: Figures) => bigint) => ({
    value: pick(figures),
    before: compared(pick),
    print: (value: bigint) => format.number(Number(value)),
  });
  const print = ({ currency, total }: { currency: string; total: bigint }): string =>
    money.micros(total, currency);
  const [first, ...more] = netTotals(figures);
  const inFirst = (of: Figures): bigint =>
    netTotals(of).find(({ currency }) => currency === first?.currency)?.total ?? 0n;
  const refunded = currencyTotals(figures, 'purchase.refunded.amount').map(print).join(' · ');
  const number = (metric: string): string => format.number(Number(count(figures, metric)));
  const restricted = figures.overview.now
    .filter(({ metric }) => metric === 'restriction.active')
    .reduce((sum, { value }) => sum + BigInt(value), 0n);
  const ended = count(figures, 'restriction.released') + count(figures, 'restriction.expired');
  const repeated = count(figures, 'purchase.repeated');
  const given = Object.entries(window).filter(([, value]) => value !== '');
  return (
    <Tiles
      tiles={[
        {
          label: say.netRevenue,
          value: first?.total,
          before: first ? compared(inFirst) : null,
          print: (value) => money.micros(value, first?.currency ?? ''),
          notes: [
            more.length > 0 && common.more(more.map(print).join(' · ')),
            !first && say.noAmount,
          ],
        },
        {
          label: say.purchases,
          ...counted((of) => count(of, 'purchase.verified')),
          notes: [repeated > 0n && say.repeated(format.number(Number(repeated)))],
        },
        {
          label: say.refunds,
          ...counted((of) => count(of, 'purchase.refunded')),
          notes: [refunded],
        },
        {
          label: say.refused,
          ...counted((of) => totalOf(refusedOf(of))),
          opens: appPath(appid, `/refused?${new URLSearchParams(given)}`),
        },
        {
          label: say.restricted,
          value: restricted,
          before: null,
          print: (value) => format.number(Number(value)),
          notes: [say.changes(number('restriction.registered'), format.number(Number(ended)))],
        },
      ]}
    />
  );
}

export function usePercent(): (part: number, whole: number) => string {
  const { language } = useLanguage();
  return (part, whole) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
      whole === 0 ? 0 : part / whole,
    );
}
