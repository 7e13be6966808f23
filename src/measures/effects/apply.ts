// Applies the rules to an account: debts, effects, restriction and events follow from the state of its purchases.
// Repeating it changes nothing, so it does not matter how often or in which order markets report.
import { timeOrderedId } from '../../base/ids.ts';
import { sendEvents } from '../../payment/ledger/events-store.ts';
import { othersOnDevice, readDevices } from '../../players/logins-store.ts';
import { secondOf } from '../../restriction/rules.ts';
import { LOGIN } from '../../restriction/scopes.ts';
import { registeredTypes } from '../../restriction/store.ts';
import type { Db } from '../../storage/db.ts';
import type {
  MeasureCauseTable,
  MeasureEffectTable,
  MeasureRuleTable,
} from '../../storage/schema.ts';
import { type App, type AppName, nameOf } from '../../tenants/directory.ts';
import { updateDebts } from '../debts/debts-store.ts';
import {
  type Buyer,
  buyersOf,
  exemptions,
  keepUnknownAccount,
  playersOf,
  reportsOn,
  undoneBy,
} from '../decide/buyers.ts';
import { type Cause, keyOf } from '../decide/causes.ts';
import {
  effectsToEnd,
  effectsToResume,
  effectsToStart,
  hasOpenDebt,
  type NewEffect,
  newCauseGroups,
  type PlayerRestriction,
  type PlayerState,
  paymentFlags,
  resumeEffect,
} from '../decide/decide.ts';
import { definitionOf } from '../rules/rule.ts';
import { exemptingRules, rulesOf } from '../rules/rules-store.ts';
import { followWhileOpen, lastNumbers } from '../sources.ts';
import {
  causesOfRules,
  effectsOf,
  endFlagsOf,
  insertCauses,
  insertEffects,
  removeCausesOf,
  updateEffect,
} from './effects-store.ts';
import { eventsOf, readRestriction, updateRestriction } from './restriction.ts';

export interface Subject {
  readonly account: string;
  /** Where it is known already. */
  readonly playerId: bigint | undefined;
}

export interface Applied {
  readonly isNotified: boolean;
  readonly hasEvents: boolean;
  readonly begun: readonly MeasureEffectTable[];
  readonly ended: readonly MeasureEffectTable[];
  /** Whether a rule restricts the player now. */
  readonly isRestricting: boolean;
}

const NOTHING: Applied = {
  isNotified: false,
  hasEvents: false,
  begun: [],
  ended: [],
  isRestricting: false,
};

/** Call it in a transaction that holds the numbers of the project's restrictions. */
export async function applyRules(
  tx: Db,
  app: App,
  subject: Subject,
  now: number,
): Promise<Applied> {
  const name = nameOf(app);
  // Read first: what comes after these numbers is followed.
  const numbers = await lastNumbers(tx, app);
  const buyer = await buyerOf(tx, app, subject);
  const { playerId, accounts } = buyer;
  const undone = await undoneBy(tx, { ...name, accounts });
  const reports = await reportsOn(tx, name, undone);
  const { debts, underpaid } = await updateDebts(tx, name, accounts, undone, reports);
  const rules = await rulesOf(tx, name);
  let applied = NOTHING;
  if (playerId !== undefined) {
    const state = { rules, undone, reports, debts, underpaid, now };
    applied = await applyToPlayer(tx, { app, playerId, buyer, ...state });
  } else if (rules.length > 0 && undone.length > 0) {
    await keepUnknownAccount(tx, name, subject.account);
  }
  if (hasOpenDebt(debts) || applied.isRestricting) await followWhileOpen(tx, name, numbers);
  return applied;
}

/** All accounts of the player; the account alone while nobody knows whose it is. */
async function buyerOf(tx: Db, app: App, { account, playerId: known }: Subject): Promise<Buyer> {
  const undone = await undoneBy(tx, { ...nameOf(app), accounts: [account] });
  const playerId = known ?? (await playersOf(tx, app, [account], undone)).get(account);
  if (playerId === undefined) return { playerId, accounts: [account] };
  const buyer = (await buyersOf(tx, app, [playerId])).get(playerId);
  return { playerId, accounts: [...new Set([account, ...(buyer?.accounts ?? [])])] };
}

interface Player extends PlayerState {
  readonly app: App;
  readonly playerId: bigint;
  readonly buyer: Buyer;
  /** What the rules and effects are about that are looked at. */
  readonly scope: string;
  readonly restriction: PlayerRestriction;
  /** Ids of the rules that the player is exempt from. */
  readonly exemptFrom: ReadonlySet<string>;
  /** The restriction types of rules and effects that the app still has. */
  readonly types: ReadonlySet<number>;
}

async function applyToPlayer(
  tx: Db,
  known: Omit<Player, 'scope' | 'restriction' | 'exemptFrom' | 'types'>,
): Promise<Applied> {
  const { app, playerId, rules } = known;
  const name = nameOf(app);
  const effects = await effectsOf(tx, { ...name, playerId });
  if (rules.every(({ state }) => state === 'off') && effects.length === 0) return NOTHING;
  const ruleIds = rules.map(({ rule_id }) => rule_id);
  const exempting = await exemptingRules(tx, { ...name, rules: ruleIds, playerId });
  const blockTypes = [
    ...rules.flatMap((rule) => definitionOf(rule).measure.block_type ?? []),
    ...effects.flatMap(({ block_type }) => block_type ?? []),
  ];
  const exemptFrom = new Set(exempting.map(({ rule_id }) => rule_id));
  const types = await registeredTypes(tx, name, [...new Set(blockTypes)]);
  let all = NOTHING;
  for (const scope of new Set([...rules.map(scopeOf), ...effects.map((effect) => effect.scope)])) {
    const restriction = await readRestriction(tx, app, playerId, scope, known.now);
    const player = { ...known, scope, restriction, exemptFrom, types };
    const own = effects.filter((effect) => effect.scope === scope);
    all = together(all, await applyInScope(tx, player, own));
  }
  return all;
}

const scopeOf = (rule: MeasureRuleTable): string => definitionOf(rule).measure.scope ?? LOGIN;

const together = (one: Applied, other: Applied): Applied => ({
  isNotified: one.isNotified || other.isNotified,
  hasEvents: one.hasEvents || other.hasEvents,
  begun: [...one.begun, ...other.begun],
  ended: [...one.ended, ...other.ended],
  isRestricting: one.isRestricting || other.isRestricting,
});

async function applyInScope(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<Applied> {
  const { app, rules, now } = player;
  const ended = effectsToEnd(player, effects);
  for (const effect of ended) await endEffect(tx, effect, now);
  const resumed = effectsToResume(player, effects).flatMap((effect) => resume(player, effect));
  for (const effect of resumed) await updateEffect(tx, effect);
  const changed = new Map([...ended, ...resumed].map((effect) => [effect.effect_id, effect]));
  const earlier = effects.map((effect) => changed.get(effect.effect_id) ?? effect);
  const begun = await startEffects(tx, player, earlier);
  const current = [...earlier, ...begun];
  const payments = await flagPayments(tx, player, current);
  const devices = await flagSameDevices(tx, player, begun);

  const active = current.filter(({ status }) => status === 'active');
  const [last] = ended.filter(({ flag }) => flag === null);
  const isNotified = await updateRestriction(tx, {
    ...player,
    active,
    by: {
      actor: { kind: 'measure', name: last?.rule_name ?? '' },
      ...(last?.end_reason && { comment: last.end_reason }),
    },
  });
  const events = eventsOf(rules, [...resumed, ...begun], ended);
  return {
    isNotified,
    hasEvents: await sendEvents(tx, nameOf(app), events, now),
    begun: [...resumed, ...begun, ...payments.begun, ...devices],
    ended: [...ended, ...payments.ended],
    isRestricting: active.length > 0,
  };
}

/** When the refund itself was undone, its causes count again, and flags that came from the effect end. */
async function endEffect(tx: Db, effect: MeasureEffectTable, now: number): Promise<void> {
  await updateEffect(tx, effect);
  if (effect.end_reason !== 'undone') return;
  const { appid, game_index: gameIndex, effect_id: effectId, rule_id: ruleId } = effect;
  await removeCausesOf(tx, { appid, gameIndex, effectId, ruleId });
  const end = { status: 'lifted', end_reason: 'undone', closed_by: null, now } as const;
  const flags = ['same_device', 'paid_differently'] as const;
  await endFlagsOf(tx, { appid, gameIndex, effectId, flags, ...end });
}

/** A rule that is off or deleted resumes nothing. */
function resume(player: Player, effect: MeasureEffectTable): MeasureEffectTable[] {
  const rule = player.rules.find(({ rule_id }) => rule_id === effect.rule_id);
  if (!rule || rule.state === 'off' || player.exemptFrom.has(rule.rule_id)) return [];
  const isTypeKnown = effect.block_type !== null && player.types.has(effect.block_type);
  const { seq } = player.restriction;
  return [resumeEffect(player, rule, effect, { isTypeKnown, seq })];
}

async function startEffects(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<MeasureEffectTable[]> {
  const { app, buyer, undone, exemptFrom, types, scope } = player;
  const name = nameOf(app);
  const rules = player.rules.filter((rule) => rule.state !== 'off' && scopeOf(rule) === scope);
  if (rules.length === 0 || undone.length === 0) return [];
  const ruleIds = rules.map(({ rule_id }) => rule_id);
  const keys = undone.map(({ unique_key }) => unique_key);
  const answered = new Set(
    (await causesOfRules(tx, { ...name, rules: ruleIds, keys })).map(
      (row) => `${row.rule_id} ${keyOf(row)}`,
    ),
  );
  // Whole seconds, as the dates of restrictions.
  const since = secondOf(player.now);
  const begun: MeasureEffectTable[] = [];
  for (const rule of rules) {
    const groups = newCauseGroups(player, rule, (purchase) =>
      answered.has(`${rule.rule_id} ${keyOf(purchase)}`),
    );
    if (groups.length === 0 || exemptFrom.has(rule.rule_id)) continue;
    const { unless, measure } = definitionOf(rule);
    const isExempt = await exemptions(tx, app, unless, [buyer]);
    const started = effectsToStart(player, rule, groups, {
      isExempt: (at) => isExempt(buyer, at),
      isTypeKnown: measure.block_type === undefined || types.has(measure.block_type),
      effects,
      since,
    });
    for (const each of started) {
      const effect = effectRow(player, rule, each, since);
      begun.push(effect);
      await insertCauses(tx, causeRows(effect, each.causes));
    }
  }
  await insertEffects(tx, begun);
  return begun;
}

function effectRow(
  { app, playerId, scope, restriction, now }: Player,
  rule: MeasureRuleTable,
  { causes, flag, term }: NewEffect,
  since: number,
): MeasureEffectTable {
  const { measure, until } = definitionOf(rule);
  return {
    game_index: app.gameIndex,
    appid: app.appid,
    effect_id: timeOrderedId(now),
    rule_id: rule.rule_id,
    rule_name: rule.name,
    player_id: playerId,
    status: flag === null ? 'active' : 'flagged',
    flag,
    step: term?.step ?? null,
    block_type: flag === null ? (measure.block_type ?? null) : null,
    scope,
    since,
    until: term?.until ?? null,
    paid_again: until.paid_again ? 1 : 0,
    restriction_seq: flag === null ? restriction.seq : null,
    causes: JSON.stringify(causes),
    source_effect_id: null,
    ended_at: null,
    end_reason: null,
    closed_by: null,
    note: null,
  };
}

const causeRows = (
  { game_index, appid, rule_id, effect_id }: MeasureEffectTable,
  causes: readonly Cause[],
): MeasureCauseTable[] =>
  causes.map(({ provider, unique_key }) => ({
    game_index,
    appid,
    rule_id,
    provider,
    unique_key,
    effect_id,
  }));

/** A flag that came from an effect. */
const flagFrom = (
  source: MeasureEffectTable,
  flag: 'paid_differently' | 'same_device',
  player_id: MeasureEffectTable['player_id'],
  now: number,
): MeasureEffectTable => ({
  ...source,
  effect_id: timeOrderedId(now),
  player_id,
  status: 'flagged',
  flag,
  step: null,
  block_type: null,
  since: secondOf(now),
  until: null,
  paid_again: 0,
  restriction_seq: null,
  source_effect_id: source.effect_id,
});

/** Flags restrictions whose product was bought again without paying what is owed. */
async function flagPayments(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<Pick<Applied, 'begun' | 'ended'>> {
  const { missing, reopened, ended } = paymentFlags(player, effects);
  const begun = missing.map((source) =>
    flagFrom(source, 'paid_differently', source.player_id, player.now),
  );
  await insertEffects(tx, begun);
  for (const flag of [...reopened, ...ended]) await updateEffect(tx, flag);
  return { begun: [...begun, ...reopened], ended };
}

/** More are not looked at: a device of a shop or a test has any number of players. */
const MOST_DEVICES = 20;
const MOST_PLAYERS = 20;

/** Players on the same devices are flagged where the rule says so, never restricted. */
async function flagSameDevices(
  tx: Db,
  { app, playerId, rules, now }: Player,
  begun: readonly MeasureEffectTable[],
): Promise<MeasureEffectTable[]> {
  const sources = begun.filter(({ status, rule_id }) => {
    const rule = rules.find((each) => each.rule_id === rule_id);
    return status === 'active' && rule && definitionOf(rule).measure.same_device === 'flag';
  });
  if (sources.length === 0) return [];
  const others = await playersOnSameDevices(tx, { ...nameOf(app), playerId });
  const flags = sources.flatMap((source) =>
    others.map((other) => flagFrom(source, 'same_device', other, now)),
  );
  await insertEffects(tx, flags);
  return flags;
}

async function playersOnSameDevices(
  db: Db,
  player: AppName & { readonly playerId: bigint },
): Promise<bigint[]> {
  const found = new Set<bigint>();
  for (const { did } of await readDevices(db, { ...player, limit: MOST_DEVICES })) {
    const device = { ...player, did: BigInt(did), limit: MOST_PLAYERS };
    for (const { player_id } of await othersOnDevice(db, device)) found.add(BigInt(player_id));
  }
  return [...found].slice(0, MOST_PLAYERS);
}
