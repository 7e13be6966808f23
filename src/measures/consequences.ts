// Draws the consequences for an account: debts, effects, restriction and events, from the state of its purchases.
// Repeating it changes nothing, so that it does not matter how often or in which order markets report.
import { timeOrderedId } from '../base/ids.ts';
import { enqueueEvents, findListeners } from '../payment/ledger/events-store.ts';
import { findCancellations } from '../payment/ledger/purchases-store.ts';
import { secondOf } from '../restriction/rules.ts';
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureDebtTable, MeasureEffectTable, MeasureRuleTable } from '../storage/schema.ts';
import type { App } from '../tenants/directory.ts';
import { type Buyer, buyersOf, exemptions, playersOf } from './buyers.ts';
import { keyOf } from './causes.ts';
import { followDebts } from './debts.ts';
import { type Beginning, beginnings, endings, freshGroups, hasOpen, type Known } from './decide.ts';
import {
  causesOfRules,
  effectsOf,
  endEffect,
  endFlagsOf,
  insertCauses,
  insertEffects,
  removeCausesOf,
} from './effects-store.ts';
import { eventsOf } from './events.ts';
import { keepUnknownAccount, openApp } from './feed-store.ts';
import { bringBack, flagPayments } from './paying.ts';
import { undoneBy } from './purchases-store.ts';
import { followEffects, type Standing, standingOf } from './restriction.ts';
import { definitionOf } from './rule-shapes.ts';
import { exemptingRules, rulesOf } from './rules-store.ts';
import { flagSameDevices } from './same-device.ts';

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
  const open = await openApp(tx, app);
  const ofAccount = await undoneBy(tx, { ...name, accounts: [account] });
  const playerId = known ?? (await playersOf(tx, app, [account], ofAccount)).get(account);
  const rules = await rulesOf(tx, name);
  if (playerId === undefined) {
    const reports = Map.groupBy(await findCancellations(tx, app, ofAccount), keyOf);
    const { debts } = await followDebts(tx, name, account, ofAccount, reports);
    if (rules.length > 0 && ofAccount.length > 0) await keepUnknownAccount(tx, name, account);
    await open({ hasDebts: hasOpen(debts), hasEffects: false });
    return NOTHING;
  }
  const buyer = (await buyersOf(tx, app, [playerId])).get(playerId) as Buyer;
  const accounts = [...new Set([account, ...buyer.accounts])];
  const undone = await undoneBy(tx, { ...name, accounts });
  const reports = Map.groupBy(await findCancellations(tx, app, undone), keyOf);
  const debts: MeasureDebtTable[] = [];
  const tried = new Set<string>();
  for (const each of accounts) {
    const settlement = await followDebts(tx, name, each, undone, reports);
    debts.push(...settlement.debts);
    for (const key of settlement.tried) tried.add(key);
  }
  const effects = await effectsOf(tx, { ...name, playerId });
  if (rules.every(({ state }) => state === 'off') && effects.length === 0) {
    await open({ hasDebts: hasOpen(debts), hasEffects: false });
    return NOTHING;
  }
  const standing = await standingOf(tx, app, playerId, now);
  const player: Player = {
    app,
    buyer: { playerId, accounts },
    playerId,
    rules,
    undone,
    reports,
    debts,
    tried,
    standing,
    now,
  };

  const ended = endings(player, effects);
  for (const effect of ended) await writeEnd(tx, player, effect);
  const returned = await bringBack(tx, player, effects);
  const changed = new Map([...ended, ...returned].map((effect) => [effect.effect_id, effect]));
  const current = effects.map((effect) => changed.get(effect.effect_id) ?? effect);
  const taken = await takeEffects(tx, player, current);
  const payments = await flagPayments(tx, player, [...current, ...taken]);

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
  const flagged = await flagSameDevices(tx, { ...name, playerId }, rules, taken, now);
  await open({ hasDebts: hasOpen(debts), hasEffects: active.length > 0 });
  const events = eventsOf(rules, [...returned, ...taken], ended);
  const listeners = events.length > 0 ? await findListeners(tx, [appid]) : [];
  return {
    isNotified,
    hasEvents: await enqueueEvents(tx, listeners, events, now),
    taken: [...returned, ...taken, ...payments.flagged, ...flagged],
    ended: [...ended, ...payments.ended],
  };
}

interface Player extends Known {
  readonly app: App;
  readonly playerId: bigint;
  readonly buyer: Buyer;
  readonly standing: Standing;
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

/** Finds out what the rules have to know, and writes what begins. */
async function takeEffects(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<MeasureEffectTable[]> {
  const { app, playerId, buyer, undone, now } = player;
  const { appid, gameIndex } = app;
  const name = { appid, gameIndex };
  const rules = player.rules.filter(({ state }) => state !== 'off');
  if (rules.length === 0 || undone.length === 0) return [];
  const ruleIds = rules.map(({ rule_id }) => rule_id);
  const keys = undone.map(({ unique_key }) => unique_key);
  const consumed = new Set(
    (await causesOfRules(tx, { ...name, rules: ruleIds, keys })).map(
      (row) => `${row.rule_id} ${keyOf(row)}`,
    ),
  );
  const exempting = new Set(
    (await exemptingRules(tx, { ...name, rules: ruleIds, playerId })).map(({ rule_id }) => rule_id),
  );
  // Whole seconds, as the dates of restrictions.
  const since = secondOf(now);
  const taken: MeasureEffectTable[] = [];
  for (const rule of rules) {
    const groups = freshGroups(player, rule, (purchase) =>
      consumed.has(`${rule.rule_id} ${keyOf(purchase)}`),
    );
    if (groups.length === 0 || exempting.has(rule.rule_id)) continue;
    const { unless, measure } = definitionOf(rule);
    const { block_type: type } = measure;
    const isExempt = await exemptions(tx, app, unless, [buyer]);
    const circumstances = {
      isExempt: (at: number) => isExempt(buyer, at),
      isTypeKnown: type === undefined || (await registeredTypes(tx, name, [type])).has(type),
      effects,
      since,
    };
    for (const beginning of beginnings(player, rule, groups, circumstances)) {
      const effect = effectOf(player, rule, beginning, since);
      taken.push(effect);
      await insertCauses(
        tx,
        beginning.causes.map(({ provider, unique_key }) => ({
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
  await insertEffects(tx, taken);
  return taken;
}

function effectOf(
  { app, playerId, standing, now }: Player,
  rule: MeasureRuleTable,
  { causes, flag, term }: Beginning,
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
