// Draws the consequences for an account: debts, effects, restriction and events, from the state of its purchases.
// Repeating it changes nothing, so that it does not matter how often or in which order markets report.
import { timeOrderedId } from '../base/ids.ts';
import type { Event } from '../payment/ledger/events.ts';
import { enqueueEvents, findListeners } from '../payment/ledger/events-store.ts';
import { findCancellations } from '../payment/ledger/purchases-store.ts';
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type {
  CancellationTable,
  MeasureDebtTable,
  MeasureEffectTable,
  MeasureRuleTable,
} from '../storage/schema.ts';
import type { App } from '../tenants/directory.ts';
import { type Buyer, buyersOf, exemptions, playersOf } from './buyers.ts';
import {
  type Cause,
  causeOf,
  gatherCauses,
  isEnough,
  keyOf,
  stillHolds,
  termOf,
  type UndonePurchase,
} from './causes.ts';
import { followDebts } from './debts.ts';
import {
  causesOfRules,
  effectsOf,
  endEffect,
  endFlagsOf,
  insertCauses,
  insertEffects,
  removeCausesOf,
} from './effects-store.ts';
import { isTold, measureEvent } from './events.ts';
import { keepUnknownAccount, openPosition } from './marks-store.ts';
import { undoneBy } from './purchases-store.ts';
import { causesIn, followEffects, type Standing, standingOf } from './restriction.ts';
import { definitionOf } from './rule-shapes.ts';
import { exemptingRules, rulesOf } from './rules-store.ts';
import { playersOnSameDevices } from './same-device.ts';
import type { Definition } from './shapes.ts';

export interface Subject {
  readonly account: string;
  /** Where it is known already. */
  readonly playerId: bigint | undefined;
}

export interface Drawn {
  readonly isNotified: boolean;
  readonly hasEvents: boolean;
  /** For the metrics. */
  readonly taken: readonly MeasureEffectTable[];
  readonly ended: readonly MeasureEffectTable[];
}

const NOTHING: Drawn = { isNotified: false, hasEvents: false, taken: [], ended: [] };

/** Call it in a transaction that holds the numbers of the project's restrictions. */
export async function drawConsequences(
  tx: Db,
  app: App,
  { account, playerId: known }: Subject,
  now: number,
): Promise<Drawn> {
  const { appid, gameIndex } = app;
  const name = { appid, gameIndex };
  // First of all: purchases after it are followed by number.
  const open = await openPosition(tx, name);
  const ofAccount = await undoneBy(tx, { ...name, accounts: [account] });
  const playerId = known ?? (await playersOf(tx, app, [account], ofAccount)).get(account);
  const rules = await rulesOf(tx, name);
  if (playerId === undefined) {
    const debts = await followDebts(tx, name, account, ofAccount);
    if (rules.length > 0 && ofAccount.length > 0) await keepUnknownAccount(tx, name, account);
    await open({ hasDebts: hasOpen(debts), hasEffects: false });
    return NOTHING;
  }
  const buyer = (await buyersOf(tx, app, [playerId])).get(playerId) as Buyer;
  const accounts = [...new Set([account, ...buyer.accounts])];
  const undone = await undoneBy(tx, { ...name, accounts });
  const debts: MeasureDebtTable[] = [];
  for (const each of accounts) debts.push(...(await followDebts(tx, name, each, undone)));
  const effects = await effectsOf(tx, { ...name, playerId });
  if (rules.every(({ state }) => state === 'off') && effects.length === 0) {
    await open({ hasDebts: hasOpen(debts), hasEffects: false });
    return NOTHING;
  }
  const reports = Map.groupBy(await findCancellations(tx, app, undone), keyOf);
  const standing = await standingOf(tx, app, playerId, now);
  const player = { app, playerId, buyer: { playerId, accounts }, rules, undone, reports, now };

  const ended = endings(player, effects, debts, standing);
  for (const effect of ended) await writeEnd(tx, player, effect);
  const endedIds = new Map(ended.map((effect) => [effect.effect_id, effect]));
  const current = effects.map((effect) => endedIds.get(effect.effect_id) ?? effect);
  const taken = await newEffects(tx, player, current, debts, standing);
  await insertEffects(tx, taken);

  const active = [...current, ...taken].filter(({ status }) => status === 'active');
  const [last] = ended.filter(({ flag }) => flag === null);
  const isNotified = await followEffects(tx, {
    app,
    playerId,
    active,
    standing,
    by: {
      actor: { kind: 'measure', name: last?.rule_name ?? '' },
      ...(last?.end_reason && { comment: last.end_reason }),
    },
    now,
  });
  const flagged = await flagSameDevices(tx, player, taken);
  await open({ hasDebts: hasOpen(debts), hasEffects: active.length > 0 });
  const events = eventsOf(rules, taken, ended);
  const listeners = events.length > 0 ? await findListeners(tx, [appid]) : [];
  return {
    isNotified,
    hasEvents: await enqueueEvents(tx, listeners, events, now),
    taken: [...taken, ...flagged],
    ended,
  };
}

const hasOpen = (debts: readonly MeasureDebtTable[]): boolean =>
  debts.some(({ settled_by }) => settled_by === null);

interface Player {
  readonly app: App;
  readonly playerId: bigint;
  readonly buyer: Buyer;
  readonly rules: readonly MeasureRuleTable[];
  readonly undone: readonly UndonePurchase[];
  readonly reports: ReadonlyMap<string, readonly CancellationTable[]>;
  readonly now: number;
}

const reportsOf = ({ reports }: Player, purchase: UndonePurchase): readonly CancellationTable[] =>
  reports.get(keyOf(purchase)) ?? [];

/** The causes of an effect that were not undone since. */
function holdingCauses(player: Player, effect: MeasureEffectTable): Cause[] {
  const purchases = new Map(player.undone.map((purchase) => [keyOf(purchase), purchase]));
  return causesIn(effect).filter((cause) => {
    const purchase = purchases.get(keyOf(cause));
    return purchase && stillHolds(cause, purchase, reportsOf(player, purchase));
  });
}

/** Whether there is still enough reason for it. */
function isHolding(player: Player, effect: MeasureEffectTable): boolean {
  const rule = player.rules.find(({ rule_id }) => rule_id === effect.rule_id);
  const causes = holdingCauses(player, effect);
  return rule ? isEnough(definitionOf(rule).when, causes) : causes.length > 0;
}

type End = Pick<MeasureEffectTable, 'status' | 'end_reason'>;

function endOf(
  player: Player,
  effect: MeasureEffectTable,
  debts: readonly MeasureDebtTable[],
  { personSeq }: Standing,
): End | undefined {
  const isActive = effect.status === 'active';
  if (isActive && effect.until !== null && player.now > effect.until) {
    return { status: 'over', end_reason: 'time_over' };
  }
  if (isActive && personSeq > (effect.restriction_seq ?? 0)) {
    return { status: 'released', end_reason: 'operator' };
  }
  if (effect.source_effect_id !== null) return undefined;
  if (!isHolding(player, effect)) return { status: 'lifted', end_reason: 'undone' };
  return isActive && effect.paid_again === 1 && arePaidAgain(causesIn(effect), debts)
    ? { status: 'lifted', end_reason: 'paid_again' }
    : undefined;
}

function arePaidAgain(causes: readonly Cause[], debts: readonly MeasureDebtTable[]): boolean {
  const keys = new Set(causes.map(keyOf));
  const own = debts.filter((debt) => keys.has(keyOf(debt)));
  return own.length > 0 && !hasOpen(own);
}

function endings(
  player: Player,
  effects: readonly MeasureEffectTable[],
  debts: readonly MeasureDebtTable[],
  standing: Standing,
): MeasureEffectTable[] {
  return effects
    .filter(({ status }) => status === 'active' || status === 'flagged')
    .flatMap((effect) => {
      const end = endOf(player, effect, debts, standing);
      return end ? [{ ...effect, ...end, ended_at: player.now }] : [];
    });
}

/** With a refund that was undone, the other causes are free again, and flags of the same device end. */
async function writeEnd(
  tx: Db,
  { app: { appid, gameIndex }, now }: Player,
  effect: MeasureEffectTable,
): Promise<void> {
  const { effect_id: effectId, status, end_reason } = effect;
  const name = { appid, gameIndex, effectId };
  await endEffect(tx, { ...name, status, end_reason, closed_by: null, note: null, now });
  if (end_reason !== 'undone') return;
  await removeCausesOf(tx, { ...name, ruleId: effect.rule_id });
  await endFlagsOf(tx, { ...name, now });
}

async function newEffects(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
  debts: readonly MeasureDebtTable[],
  standing: Standing,
): Promise<MeasureEffectTable[]> {
  const { app, playerId, buyer, undone } = player;
  const { appid, gameIndex } = app;
  const name = { appid, gameIndex };
  const rules = player.rules.filter(({ state }) => state !== 'off');
  if (rules.length === 0 || undone.length === 0) return [];
  const ruleIds = rules.map(({ rule_id }) => rule_id);
  const consumed = new Set(
    (
      await causesOfRules(tx, { ...name, rules: ruleIds, keys: undone.map((p) => p.unique_key) })
    ).map((row) => `${row.rule_id} ${keyOf(row)}`),
  );
  const exempting = new Set(
    (await exemptingRules(tx, { ...name, rules: ruleIds, playerId })).map(({ rule_id }) => rule_id),
  );
  const taken: MeasureEffectTable[] = [];
  for (const rule of rules) {
    const definition = definitionOf(rule);
    const fresh = undone.flatMap((purchase) => {
      const cause = causeOf(definition.when, purchase, reportsOf(player, purchase));
      const isFresh = !consumed.has(`${rule.rule_id} ${keyOf(purchase)}`);
      return cause && isFresh && cause.at >= rule.since ? [cause] : [];
    });
    const groups = gatherCauses(definition.when, fresh);
    if (groups.length === 0 || exempting.has(rule.rule_id)) continue;
    const isExempt = await exemptions(tx, app, definition.unless, [buyer]);
    const { block_type } = definition.measure;
    const isTypeKnown =
      block_type === undefined || (await registeredTypes(tx, name, [block_type])).has(block_type);
    let earlier = effects.filter(
      (effect) =>
        effect.rule_id === rule.rule_id &&
        effect.step !== null &&
        effect.end_reason !== 'undone' &&
        isHolding(player, effect),
    ).length;
    for (const causes of groups) {
      // Paid again before the refund was heard of.
      if (definition.until.paid_again && arePaidAgain(causes, debts)) continue;
      if (isExempt(buyer, Math.max(...causes.map(({ at }) => at)))) continue;
      const flag = flagOf(rule, definition, isTypeKnown, standing);
      const effect = effectOf(player, rule, { definition, causes, flag, earlier, standing });
      if (flag === null) earlier += 1;
      taken.push(effect);
      await insertCauses(
        tx,
        causes.map(({ provider, unique_key }) => ({
          game_index: gameIndex,
          appid,
          rule_id: rule.rule_id,
          provider,
          unique_key,
          effect_id: effect.effect_id,
        })),
      );
    }
  }
  return taken;
}

function flagOf(
  { state }: MeasureRuleTable,
  { measure }: Definition,
  isTypeKnown: boolean,
  { isPersons }: Standing,
): MeasureEffectTable['flag'] {
  if (state === 'watch') return 'watch';
  if (measure.action === 'flag') return 'rule';
  if (!isTypeKnown) return 'type_missing';
  return isPersons ? 'restricted_by_person' : null;
}

interface NewEffect {
  readonly definition: Definition;
  readonly causes: readonly Cause[];
  readonly flag: MeasureEffectTable['flag'];
  readonly earlier: number;
  readonly standing: Standing;
}

const SECOND_MS = 1_000;

function effectOf(
  { app, playerId, now }: Player,
  rule: MeasureRuleTable,
  { definition: { measure, until }, causes, flag, earlier, standing }: NewEffect,
): MeasureEffectTable {
  // Whole seconds, as the dates of restrictions.
  const since = Math.floor(now / SECOND_MS) * SECOND_MS;
  const term = flag === null ? termOf(measure.steps ?? [], earlier, since) : undefined;
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
    since,
    until: term?.until ?? null,
    paid_again: until.paid_again ? 1 : 0,
    restriction_seq: flag === null ? standing.seq : null,
    causes: JSON.stringify(causes),
    source_effect_id: null,
    ended_at: null,
    end_reason: null,
    closed_by: null,
    note: null,
  };
}

/** A rule flags players on the same devices; it never restricts them. */
async function flagSameDevices(
  tx: Db,
  { app: { appid, gameIndex }, playerId, rules, now }: Player,
  taken: readonly MeasureEffectTable[],
): Promise<MeasureEffectTable[]> {
  const sources = taken.filter(({ status, rule_id }) => {
    const rule = rules.find((each) => each.rule_id === rule_id);
    return status === 'active' && rule && definitionOf(rule).measure.same_device === 'flag';
  });
  if (sources.length === 0) return [];
  const others = await playersOnSameDevices(tx, { appid, gameIndex, playerId });
  const flags = sources.flatMap((source) =>
    others.map(
      (other): MeasureEffectTable => ({
        ...source,
        effect_id: timeOrderedId(now),
        player_id: other,
        status: 'flagged',
        flag: 'same_device',
        step: null,
        block_type: null,
        until: null,
        paid_again: 0,
        restriction_seq: null,
        source_effect_id: source.effect_id,
      }),
    ),
  );
  await insertEffects(tx, flags);
  return flags;
}

function eventsOf(
  rules: readonly MeasureRuleTable[],
  taken: readonly MeasureEffectTable[],
  ended: readonly MeasureEffectTable[],
): Event[] {
  const isWanted = ({ rule_id, flag }: MeasureEffectTable): boolean => {
    const rule = rules.find((each) => each.rule_id === rule_id);
    return isTold({ flag }) && (!rule || definitionOf(rule).measure.event !== false);
  };
  return [
    ...ended.filter(isWanted).map((effect) => measureEvent('measure.lifted', effect)),
    ...taken.filter(isWanted).map((effect) => measureEvent('measure.taken', effect)),
  ];
}
