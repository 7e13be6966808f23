// What a rule says, as a sentence: when, and then.
import { useFormat } from '../../../i18n/format.ts';
import { useCauseNames } from '../../../measures/messages.ts';
import type { Rule } from '../../../measures/records.ts';
import { useTypeNameOf } from '../../../restrictions/terms.tsx';
import { useMarketNames } from '../../../sales/messages.ts';
import { useMoney } from '../../../sales/money.ts';
import { useMessages } from './messages.ts';

type Said = Pick<Rule, 'when' | 'measure' | 'until'>;

const USUAL_DAYS = 30;
const MOST_PRODUCTS = 2;

export function useSentence(): (rule: Said) => { readonly when: string; readonly measure: string } {
  const say = useMessages();
  const causes = useCauseNames();
  const markets = useMarketNames();
  const typeNameOf = useTypeNameOf();
  const format = useFormat();
  const money = useMoney();

  const amountOf = ({ count = 1, money: sum, days = USUAL_DAYS }: Said['when']) => {
    if (sum) return say.worth(money.amount(sum.amount, sum.currency), days);
    return count === 1 ? undefined : say.times(format.number(count), days);
  };
  const productsOf = (products: readonly string[]) => {
    const shown = products.slice(0, MOST_PRODUCTS).join(', ');
    const more = products.length - MOST_PRODUCTS;
    return more > 0 ? `${shown} ${say.moreProducts(format.number(more))}` : shown;
  };
  const whenOf = (when: Said['when']) =>
    joined([
      sentenceStart(when.causes.map((cause) => causes[cause]).join(say.or)),
      amountOf(when),
      when.markets?.map((market) => markets[market]).join(', '),
      when.products && productsOf(when.products),
    ]);
  const measureOf = ({ measure, until }: Said) => {
    if (measure.action === 'flag') return say.thenFlag;
    const steps = (measure.steps ?? []).map(({ period_days: days }) =>
      days === undefined ? say.permanently : say.days(days),
    );
    return joined([
      say.thenRestrict(typeNameOf(measure.block_type ?? 0)),
      steps.join(say.next),
      until.paid_again ? say.untilPaid : undefined,
    ]);
  };
  return (rule) => ({ when: whenOf(rule.when), measure: measureOf(rule) });
}

/** Names begin with a capital, of which a sentence needs one. */
const sentenceStart = (text: string): string => text.slice(0, 1) + text.slice(1).toLowerCase();

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');
