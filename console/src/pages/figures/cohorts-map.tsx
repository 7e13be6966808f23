// The heat map of cohorts: a row for each month; the stronger the colour, the more stayed, or the more they paid.
import type { CSSProperties } from 'react';
import type { Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { microsOf, shareOf } from '../../sales/decimal.ts';
import { DEFINITIONS } from './definitions.ts';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';
import { useAmounts, useShares } from './printing.ts';

type Cohort = Schema<'Cohorts'>['items'][number];

/** What stands in a month of a cohort. */
interface Cell {
  readonly text: string;
  readonly title: string;
  /** From 0 to 1. */
  readonly strength: number;
}

const MILLION = 1_000_000;
/** The colour of the most, in percent of the strongest. */
const STRONGEST = 65;

/** With a currency, what a subscriber paid in it; otherwise how many stayed. */
export function HeatMap({
  cohorts,
  currency,
}: {
  cohorts: readonly Cohort[];
  currency: string | undefined;
}) {
  const say = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const retention = useRetention();
  const revenue = useRevenue(cohorts, currency ?? '');
  const cellsOf = currency === undefined ? retention : revenue;
  const most = Math.max(0, ...cohorts.map(({ retained }) => retained.length));
  const months = Array.from({ length: most }, (_, index) => index + 1);
  const monthName = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.cohorts} tabIndex={0} aria-label={say.cohortScroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.cohortMonth}</th>
            <th scope="col" className={styles.size}>
              {DEFINITIONS.cohorts.subscribers.name[language]}
            </th>
            {months.map((month) => (
              <th key={month} scope="col">
                {say.monthNumber(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => {
            const cells = cellsOf(cohort);
            return (
              <tr key={cohort.month}>
                <th scope="row">{monthName.format(new Date(`${cohort.month}-01`))}</th>
                <td className={styles.size}>{format.number(cohort.subscribers)}</td>
                {months.map((month) => (
                  <MonthCell key={month} cell={cells[month - 1]} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function MonthCell({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <td />;
  const share = `${Math.round(cell.strength * STRONGEST)}%`;
  return (
    <td data-share style={{ '--cohort-share': share } as CSSProperties} title={cell.title}>
      {cell.text}
    </td>
  );
}

function useRetention(): (cohort: Cohort) => readonly Cell[] {
  const say = useMessages();
  const format = useFormat();
  const shares = useShares();
  return ({ retained, subscribers }) =>
    retained.map((stayed) => {
      const share = Number(shareOf(BigInt(stayed), BigInt(subscribers)) ?? 0n);
      return {
        text: shares.printShort(share),
        title: say.retainedOf(format.number(stayed), format.number(subscribers)),
        strength: share / MILLION,
      };
    });
}

function useRevenue(
  cohorts: readonly Cohort[],
  currency: string,
): (cohort: Cohort) => readonly Cell[] {
  const say = useMessages();
  const format = useFormat();
  const amounts = useAmounts(currency);
  const lifetimeOf = ({ lifetime }: Cohort) => lifetime.find((each) => each.currency === currency);
  const all = cohorts.flatMap((cohort) => lifetimeOf(cohort)?.per_subscriber ?? []);
  const most = Math.max(...all.map((amount) => Number(microsOf(amount))), 1);
  return (cohort) => {
    const own = lifetimeOf(cohort);
    return cohort.retained.map((_, index) => {
      const each = microsOf(own?.per_subscriber[index] ?? '0');
      const net = microsOf(own?.net[index] ?? '0');
      return {
        text: amounts.print(each),
        title: say.paidBy(amounts.print(net), format.number(own?.paid_by ?? 0)),
        strength: Math.max(0, Number(each) / most),
      };
    });
  };
}
