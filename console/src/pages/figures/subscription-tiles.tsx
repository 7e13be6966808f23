// Subscriptions at the end of the range, and what happened in it.
import { useCounts } from '../../charts/counts.ts';
import { sumOf } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { shareOf } from '../../sales/decimal.ts';
import { DEFINITIONS } from './definitions.ts';
import { useMessages } from './messages.ts';
import { namedPeriods } from './periods.ts';
import { useAmounts, useShares } from './printing.ts';
import {
  countOf,
  mrrOf,
  rateOf,
  type SubscriptionItem,
  type SubscriptionView,
} from './subscription-values.ts';
import { FigureTile, FigureTiles } from './tile.tsx';

const D = DEFINITIONS.subscriptions;

export function SubscriptionTiles({ range, compared, items, other, currency }: SubscriptionView) {
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const lastName = namedPeriods(range, language)[items.length - 1]?.long ?? '';
  type Pick = (item: SubscriptionItem) => bigint | undefined;
  /** Levels of the range are those at its end. */
  const level = (all: readonly SubscriptionItem[] | undefined, pick: Pick) => {
    const last = all?.at(-1);
    return last && pick(last);
  };
  const levels = (pick: Pick) => ({
    value: level(items, pick),
    before: compared ? level(other, pick) : null,
  });
  const sums = (pick: (item: SubscriptionItem) => bigint) => ({
    value: sumOf(items.map(pick)),
    before: compared ? other && sumOf(other.map(pick)) : null,
  });
  const conversion = (all: readonly SubscriptionItem[]) =>
    shareOf(sumOf(all.map(countOf('converted'))), sumOf(all.map(countOf('trials'))));
  return (
    <FigureTiles>
      <FigureTile definition={D.mrr} {...levels(mrrOf('mrr', currency))} print={amounts.print} />
      <FigureTile definition={D.active} {...levels(countOf('active'))} print={counts.print} />
      <FigureTile definition={D.paying} {...levels(countOf('paying'))} print={counts.print} />
      <FigureTile definition={D.new} {...sums(countOf('new'))} print={counts.print} />
      <FigureTile
        definition={D.churned}
        label={say.churnRate}
        period={lastName}
        {...levels(rateOf('churn_rate'))}
        print={shares.print}
        isShare
      />
      <FigureTile
        definition={D.trials}
        value={conversion(items)}
        before={compared ? other && conversion(other) : null}
        print={shares.print}
        isShare
      />
    </FigureTiles>
  );
}
