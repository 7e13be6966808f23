// A rule: its shapes in the admin API, what the shapes alone cannot check, and how a row is read.
import { Type } from 'typebox';
import { invalid, type Rejection } from '../../audit/operation.ts';
import { currencyDigits } from '../../base/currencies.ts';
import { isoTime } from '../../base/iso-time.ts';
import { named, namedObject } from '../../base/named.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import { MarketName } from '../../payment/markets/markets.ts';
import { ScopeOrLogin } from '../../restriction/schema.ts';
import type { MeasureRuleTable } from '../../storage/schema.ts';
import { ProductId } from '../../tenants/products.ts';
import { Name } from '../../tenants/projects.ts';

const CLOSED = { additionalProperties: false };
const MOST_EXEMPT = 10_000;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const ID_PATTERN = new RegExp(`^${UUID}$`);
export const RuleId = Type.String({ pattern: ID_PATTERN.source, description: 'Id of the rule.' });
export const EffectId = Type.String({
  pattern: ID_PATTERN.source,
  description: 'Id of the effect.',
});

export const CauseKind = named(
  'MeasureCauseKind',
  Type.Enum(['refund', 'chargeback', 'dispute_lost', 'undone_after_delivery'], {
    description:
      '`refund`: the market gave the money back. `chargeback`: a dispute is open or lost. `dispute_lost`: a dispute is lost. `undone_after_delivery`: any of these after the game reported the delivery.',
  }),
);
export type CauseKind = Type.Static<typeof CauseKind>;

const Money = namedObject(
  'MeasureAmount',
  {
    amount: Type.String({
      pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
      description: 'Decimal number with no more decimals than the currency has.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
  },
  CLOSED,
);
type Money = Type.Static<typeof Money>;

const When = namedObject(
  'MeasureWhen',
  {
    causes: Type.Array(CauseKind, { minItems: 1, uniqueItems: true }),
    markets: Type.Optional(
      Type.Array(MarketName, { minItems: 1, uniqueItems: true, description: 'Default: all.' }),
    ),
    products: Type.Optional(
      Type.Array(ProductId, {
        minItems: 1,
        maxItems: 1_000,
        uniqueItems: true,
        description: 'Default: all.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'How many purchases it takes. Default: 1, unless `money` is set.',
      }),
    ),
    money: Type.Optional(Money),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'Within how many days.',
      }),
    ),
  },
  { ...CLOSED, description: 'How many purchases (`count`), or how much `money`, it takes.' },
);

const Unless = namedObject(
  'MeasureUnless',
  {
    older_than_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_650,
        description: 'The first login or purchase is at least this many days before.',
      }),
    ),
    spent_more_than: Type.Optional(Money),
  },
  CLOSED,
);

const Step = Type.Object(
  {
    period_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
    permanent: Type.Optional(Type.Literal(true)),
  },
  CLOSED,
);

const Measure = namedObject(
  'MeasureTaken',
  {
    action: Type.Enum(['restrict', 'flag'], {
      description: '`flag`: only show the player to operators.',
    }),
    block_type: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Restriction type. Required with `restrict`.' }),
    ),
    scope: ScopeOrLogin,
    steps: Type.Optional(
      Type.Array(Step, {
        minItems: 1,
        maxItems: 10,
        description:
          'How long: the first time, the second time, and so on; the last one repeats. Each has `period_days` or `permanent`. Required with `restrict`.',
      }),
    ),
    event: Type.Optional(
      Type.Boolean({ default: true, description: 'Tell the app server by an event.' }),
    ),
    same_device: Type.Optional(
      Type.Enum(['ignore', 'flag'], {
        default: 'ignore',
        description: '`flag`: also flag players who have logged in on the same devices.',
      }),
    ),
  },
  CLOSED,
);

const Until = namedObject(
  'MeasureUntil',
  {
    paid_again: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The restriction ends when every refunded purchase is paid again.',
      }),
    ),
  },
  CLOSED,
);

const RuleState = named(
  'MeasureState',
  Type.Enum(['watch', 'on', 'off'], {
    description: '`watch`: only flags. `on`: does what the rule says. `off`: looks at nothing.',
  }),
);

const ExemptPlayers = Type.Array(PlayerId, {
  maxItems: MOST_EXEMPT,
  description: 'Players that the rule leaves alone.',
});

export const RuleInput = namedObject(
  'MeasureRuleInput',
  {
    name: Name,
    when: When,
    unless: Type.Optional(Unless),
    measure: Measure,
    until: Type.Optional(Until),
    exempt: Type.Optional(ExemptPlayers),
    state: Type.Optional(RuleState),
  },
  { ...CLOSED, description: 'Without `state` it begins in `watch`.' },
);
export type RuleInput = Type.Static<typeof RuleInput>;

export const RuleChange = namedObject(
  'MeasureRuleChange',
  {
    name: Type.Optional(Name),
    when: Type.Optional(When),
    unless: Type.Optional(Unless),
    measure: Type.Optional(Measure),
    until: Type.Optional(Until),
    exempt: Type.Optional(ExemptPlayers),
  },
  { ...CLOSED, description: 'A part that is sent replaces the whole part.' },
);
export type RuleChange = Type.Static<typeof RuleChange>;

export const Switch = Type.Object({ state: RuleState }, CLOSED);

export const Rule = namedObject('MeasureRule', {
  rule_id: Type.String(),
  name: Type.String(),
  state: RuleState,
  when: When,
  unless: Unless,
  measure: Measure,
  until: Until,
  since: Type.String({ description: 'Refunds and disputes of before do not count.' }),
  created_at: Type.String(),
  changed_at: Type.String(),
});
export type Rule = Type.Static<typeof Rule>;

export const ListedRule = namedObject('MeasureListedRule', {
  ...Rule.properties,
  recent: Type.Object(
    { restricted: Type.Integer(), flagged: Type.Integer() },
    { description: 'How often it restricted and flagged players in the past 30 days.' },
  ),
  type_missing: Type.Boolean({
    description: 'True when its restriction type was deleted: it only flags until it has another.',
  }),
});
export type ListedRule = Type.Static<typeof ListedRule>;

export const Exempt = namedObject('MeasureExempt', { player_ids: ExemptPlayers }, CLOSED);
export type Exempt = Type.Static<typeof Exempt>;

/** A rule without its name. */
export interface Definition {
  readonly when: Type.Static<typeof When>;
  readonly unless: Type.Static<typeof Unless>;
  readonly measure: Type.Static<typeof Measure>;
  readonly until: Type.Static<typeof Until>;
}

/** What the shapes alone cannot say. */
export function definitionProblem({ when, unless, measure }: Definition): Rejection | undefined {
  if (when.count !== undefined && when.money) {
    return invalid('when', 'Set count or money, not both.');
  }
  for (const [field, money] of [
    ['when', when.money],
    ['unless', unless.spent_more_than],
  ] as const) {
    const problem = money && moneyProblem(money);
    if (problem) return invalid(field, problem);
  }
  if (measure.action === 'flag') {
    return measure.block_type === undefined && measure.steps === undefined
      ? undefined
      : invalid('measure', 'A rule that flags has neither block_type nor steps.');
  }
  if (measure.block_type === undefined || measure.steps === undefined) {
    return invalid('measure', 'A rule that restricts needs block_type and steps.');
  }
  const isClear = measure.steps.every(
    ({ period_days, permanent }) => (period_days === undefined) !== (permanent === undefined),
  );
  return isClear ? undefined : invalid('measure', 'Each step needs period_days or permanent.');
}

function moneyProblem({ amount, currency }: Money): string | undefined {
  const digits = currencyDigits(currency);
  if (digits === undefined) return `${currency} is no currency.`;
  const [, decimals = ''] = amount.split('.');
  if (decimals.length > digits) return `${currency} has ${digits} decimals.`;
  return Number(amount) > 0 ? undefined : 'The amount must be more than 0.';
}

/** The ids of a list, each once. */
export function exemptIds(field: string, list: readonly string[]): bigint[] | Rejection {
  const players: bigint[] = [];
  for (const text of new Set(list)) {
    const id = playerIdOf(text);
    if (typeof id === 'object') return invalid(field, id.detail);
    players.push(id);
  }
  return players;
}

export const definitionOf = ({ definition }: Pick<MeasureRuleTable, 'definition'>): Definition =>
  JSON.parse(definition) as Definition;

export const ruleView = (row: MeasureRuleTable): Rule => ({
  rule_id: row.rule_id,
  name: row.name,
  state: row.state,
  ...definitionOf(row),
  since: isoTime(row.since),
  created_at: isoTime(row.created_at),
  changed_at: isoTime(row.changed_at),
});
