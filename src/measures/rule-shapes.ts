// Rules as the admin API has them: what is sent, and what is answered.
import { Type } from 'typebox';
import { invalid, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import type { MeasureRuleTable } from '../storage/schema.ts';
import { Name } from '../tenants/projects.ts';
import { type Definition, Taken, Unless, Until, When } from './shapes.ts';

const MOST_EXEMPT = 10_000;
const CLOSED = { additionalProperties: false };

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
    measure: Taken,
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
    measure: Type.Optional(Taken),
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
  measure: Taken,
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

export const view = (row: MeasureRuleTable): Rule => ({
  rule_id: row.rule_id,
  name: row.name,
  state: row.state,
  ...definitionOf(row),
  since: isoTime(row.since),
  created_at: isoTime(row.created_at),
  changed_at: isoTime(row.changed_at),
});
