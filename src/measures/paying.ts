// What payments do to restrictions beyond ending them: one comes back when its payment is refunded, and a purchase that does not pay enough is flagged.
import { timeOrderedId } from '../base/ids.ts';
import { secondOf } from '../restriction/rules.ts';
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';
import { comeBack, type Known, paymentFlags, unpaidAgain } from './decide.ts';
import { endEffect, insertEffects, resumeEffect } from './effects-store.ts';
import type { Standing } from './restriction.ts';
import { exemptingRules } from './rules-store.ts';

interface Player extends Known {
  readonly app: AppName;
  readonly playerId: bigint;
  readonly standing: Standing;
}

/** Effects whose payment was refunded are written as they come back; a rule that is off or deleted brings none. */
export async function bringBack(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<MeasureEffectTable[]> {
  const unpaid = unpaidAgain(player, effects);
  if (unpaid.length === 0) return [];
  const { app, playerId, standing } = player;
  const name = { appid: app.appid, gameIndex: app.gameIndex };
  const rules = [...new Set(unpaid.map(({ rule_id }) => rule_id))];
  const exempting = new Set(
    (await exemptingRules(tx, { ...name, rules, playerId })).map(({ rule_id }) => rule_id),
  );
  const types = await registeredTypes(
    tx,
    name,
    unpaid.flatMap(({ block_type }) => block_type ?? []),
  );
  const returned = unpaid.flatMap((effect) => {
    const rule = player.rules.find(({ rule_id }) => rule_id === effect.rule_id);
    if (!rule || rule.state === 'off' || exempting.has(rule.rule_id)) return [];
    const isTypeKnown = effect.block_type !== null && types.has(effect.block_type);
    return [comeBack(player, rule, effect, { isTypeKnown, seq: standing.seq })];
  });
  for (const effect of returned) await resume(tx, name, effect);
  return returned;
}

const resume = (tx: Db, name: AppName, effect: MeasureEffectTable) =>
  resumeEffect(tx, {
    ...name,
    effectId: effect.effect_id,
    status: effect.status,
    flag: effect.flag,
    until: effect.until,
    restriction_seq: effect.restriction_seq,
  });

/** Writes the flags about purchases that do not pay what they were meant for. */
export async function flagPayments(
  tx: Db,
  player: Player,
  effects: readonly MeasureEffectTable[],
): Promise<{ readonly flagged: MeasureEffectTable[]; readonly ended: MeasureEffectTable[] }> {
  const { app, now } = player;
  const name = { appid: app.appid, gameIndex: app.gameIndex };
  const { missing, reopened, ended } = paymentFlags(player, effects);
  const begun = missing.map(
    (source): MeasureEffectTable => ({
      ...source,
      effect_id: timeOrderedId(now),
      status: 'flagged',
      flag: 'paid_differently',
      step: null,
      block_type: null,
      since: secondOf(now),
      until: null,
      paid_again: 0,
      restriction_seq: null,
      source_effect_id: source.effect_id,
    }),
  );
  await insertEffects(tx, begun);
  for (const flag of reopened) await resume(tx, name, flag);
  for (const { effect_id: effectId, status, end_reason } of ended) {
    const end = { status, end_reason, closed_by: null, note: null };
    await endEffect(tx, { ...name, effectId, ...end, now });
  }
  return { flagged: [...begun, ...reopened], ended: [...ended] };
}
