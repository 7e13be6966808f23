// A rule as it is being written.
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { CauseKind, Rule, RuleInput } from '../../../measures/records.ts';
import { isPlayerId } from '../../../restrictions/records.ts';
import { LOGIN } from '../../../restrictions/scopes.tsx';
import type { Market } from '../../../sales/records.ts';
import { useMessages } from './messages.ts';

export interface DraftStep {
  readonly key: string;
  readonly kind: 'days' | 'permanent';
  readonly days: number | string;
}

export interface Draft {
  readonly name: string;
  readonly causes: CauseKind[];
  readonly markets: Market[];
  readonly products: string[];
  readonly takes: 'count' | 'money';
  readonly count: number | string;
  readonly amount: string;
  readonly currency: string;
  readonly days: number | string;
  readonly older_than_days: number | string;
  readonly spent_amount: string;
  readonly spent_currency: string;
  /** Player ids, one per line. */
  readonly exempt: string;
  readonly action: 'restrict' | 'flag';
  readonly block_type: string | null;
  readonly scope: string;
  readonly steps: DraftStep[];
  readonly event: boolean;
  readonly same_device: boolean;
  readonly paid_again: boolean;
}

export type DraftForm = UseFormReturnType<Draft>;

const USUAL_STEPS = [{ period_days: 7 }, { period_days: 30 }, { permanent: true }] as const;

export const newStep = (days: number | undefined): DraftStep => ({
  key: crypto.randomUUID(),
  kind: days === undefined ? 'permanent' : 'days',
  days: days ?? 7,
});

function draftOf(rule: Rule | undefined, exempt: readonly string[]): Draft {
  const { when, unless, measure, until } = rule ?? {
    when: { causes: ['refund', 'dispute_lost'] as CauseKind[] },
    unless: {},
    measure: { action: 'restrict' as const },
    until: {},
  };
  const steps: Rule['measure']['steps'] = measure.steps ?? USUAL_STEPS;
  return {
    name: rule?.name ?? '',
    causes: [...when.causes],
    markets: [...(when.markets ?? [])],
    products: [...(when.products ?? [])],
    takes: when.money ? 'money' : 'count',
    count: when.count ?? 1,
    amount: when.money?.amount ?? '',
    currency: when.money?.currency ?? 'USD',
    days: when.days ?? 30,
    older_than_days: unless.older_than_days ?? '',
    spent_amount: unless.spent_more_than?.amount ?? '',
    spent_currency: unless.spent_more_than?.currency ?? 'USD',
    exempt: exempt.join('\n'),
    action: measure.action,
    block_type: measure.block_type === undefined ? null : String(measure.block_type),
    scope: measure.scope ?? LOGIN,
    steps: steps.map(({ period_days }) => newStep(period_days)),
    event: measure.event ?? true,
    same_device: measure.same_device === 'flag',
    paid_again: until.paid_again ?? false,
  };
}

const exemptOf = ({ exempt }: Draft): string[] => [
  ...new Set(exempt.split(/[\s,;]+/).filter((id) => id !== '')),
];

export function bodyOf(draft: Draft): RuleInput {
  const { markets, products, older_than_days: age, action } = draft;
  return {
    name: draft.name.trim(),
    when: {
      causes: draft.causes,
      ...(markets.length > 0 && { markets }),
      ...(products.length > 0 && { products }),
      ...(draft.takes === 'money'
        ? { money: { amount: draft.amount.trim(), currency: draft.currency.trim() } }
        : { count: Number(draft.count) }),
      days: Number(draft.days),
    },
    unless: {
      ...(age !== '' && { older_than_days: Number(age) }),
      ...(draft.spent_amount.trim() !== '' && {
        spent_more_than: {
          amount: draft.spent_amount.trim(),
          currency: draft.spent_currency.trim(),
        },
      }),
    },
    measure: {
      action,
      ...(action === 'restrict' && {
        block_type: Number(draft.block_type),
        ...(draft.scope !== LOGIN && { scope: draft.scope }),
        steps: draft.steps.map(({ kind, days }) =>
          kind === 'permanent' ? { permanent: true as const } : { period_days: Number(days) },
        ),
      }),
      event: draft.event,
      same_device: draft.same_device ? 'flag' : 'ignore',
    },
    until: { paid_again: draft.action === 'restrict' && draft.paid_again },
    exempt: exemptOf(draft),
  };
}

const AMOUNT = /^\d{1,12}(\.\d{1,4})?$/;
const CURRENCY = /^[A-Z]{3}$/;

export function useDraft(rule: Rule | undefined, exempt: readonly string[]): DraftForm {
  const say = useMessages();
  const needed = (value: unknown) => (value === '' || value === null ? say.needed : null);
  const amount = (text: string) => (AMOUNT.test(text.trim()) ? null : say.wrongAmount);
  const currency = (text: string) => (CURRENCY.test(text.trim()) ? null : say.wrongCurrency);
  return useForm<Draft>({
    initialValues: draftOf(rule, exempt),
    validate: {
      name: (name) => needed(name.trim()),
      causes: (causes) => (causes.length === 0 ? say.needed : null),
      count: (count, { takes }) => (takes === 'count' ? needed(count) : null),
      amount: (text, { takes }) => (takes === 'money' ? amount(text) : null),
      currency: (text, { takes }) => (takes === 'money' ? currency(text) : null),
      days: needed,
      spent_amount: (text) => (text.trim() === '' ? null : amount(text)),
      spent_currency: (text, { spent_amount }) => (spent_amount === '' ? null : currency(text)),
      exempt: (_text, draft) => {
        const wrong = exemptOf(draft).find((id) => !isPlayerId(id));
        return wrong === undefined ? null : say.wrongIds(wrong);
      },
      block_type: (type, { action }) => (action === 'restrict' ? needed(type) : null),
      steps: {
        days: (days, { action, steps }, path) => {
          const step = steps[Number(path.split('.')[1])];
          return action === 'restrict' && step?.kind === 'days' ? needed(days) : null;
        },
      },
    },
  });
}
