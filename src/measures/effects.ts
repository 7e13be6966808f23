// What operators do about effects: look at one, release a restriction, close a flag.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { makeChange, notFound, type Rejection } from '../audit/operation.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../outbox/outbox.ts';
import { enqueueEvents, findListeners } from '../payment/ledger/events-store.ts';
import { Comment } from '../restriction/schema.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import type { AppContext } from '../tenants/apps.ts';
import { endOfActive } from './decide.ts';
import { type Effect, viewEffect } from './effect-shapes.ts';
import { closePaymentFlag, effectsOf, endEffect, findEffect } from './effects-store.ts';
import { measureEvent } from './events.ts';
import { followEffects, standingOf } from './restriction.ts';

const CLOSED = { additionalProperties: false };

export const EffectRelease = Type.Object({ comment: Comment }, CLOSED);
export const FlagClose = Type.Object(
  {
    note: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'What was decided, and why.',
      }),
    ),
  },
  CLOSED,
);

export interface EffectKey {
  readonly effect_id: string;
}

export async function readEffect(
  { context, app: { appid, gameIndex } }: AppContext,
  { effect_id: effectId }: EffectKey,
): Promise<Effect | Rejection> {
  const name = { appid, gameIndex, effectId };
  const row = await findEffect(context.storage.db, name);
  return row ? viewEffect(row) : unknownEffect(effectId);
}

/** Ends an effect. Its purchases never restrict the player again. */
export async function releaseEffect(
  deps: AppContext,
  actor: Actor,
  { comment, ...key }: Type.Static<typeof EffectRelease> & EffectKey,
): Promise<Effect | Rejection> {
  let isNotified = false;
  const outcome = await ending(deps, actor, key, 'active', async (tx, row, now) => {
    const { app } = deps;
    const playerId = BigInt(row.player_id);
    const standing = await standingOf(tx, app, playerId, now);
    const name = { appid: app.appid, gameIndex: app.gameIndex, playerId };
    const others = (await effectsOf(tx, name)).filter(
      (effect) =>
        effect.status === 'active' &&
        effect.effect_id !== row.effect_id &&
        !endOfActive(effect, { standing, now }),
    );
    const by = { actor, comment };
    isNotified = await followEffects(tx, { app, playerId, active: others, standing, by, now });
    const { effect_id: effectId } = row;
    const { appid, gameIndex } = app;
    await closePaymentFlag(tx, { appid, gameIndex, effectId, by: actor.name, now });
    const ended = { ...row, end_reason: 'operator' } as const;
    const listeners = await findListeners(tx, [app.appid]);
    const events = [measureEvent('measure.lifted', ended)];
    isNotified = (await enqueueEvents(tx, listeners, events, now)) || isNotified;
    return { note: comment ?? null };
  });
  if (isNotified) deps.context.storage.signals.emit(OUTBOX_CHANGED);
  return outcome;
}

export const closeFlag = (
  deps: AppContext,
  actor: Actor,
  { note, ...key }: Type.Static<typeof FlagClose> & EffectKey,
): Promise<Effect | Rejection> =>
  ending(deps, actor, key, 'flagged', async () => ({ note: note ?? null }));

function ending(
  { context, app }: AppContext,
  actor: Actor,
  { effect_id: effectId }: EffectKey,
  needed: 'active' | 'flagged',
  work: (tx: Db, row: MeasureEffectTable, now: number) => Promise<Pick<MeasureEffectTable, 'note'>>,
): Promise<Effect | Rejection> {
  const { appid, gameIndex } = app;
  return makeChange(context, actor, async (tx, now) => {
    // As the worker does: what rules and operators do to a player happens one after the other.
    await takeNumbers(tx, gameIndex, 'restriction', 0);
    const row = await findEffect(tx, { appid, gameIndex, effectId });
    if (!row) return unknownEffect(effectId);
    if (row.status !== needed) {
      const detail = `Effect ${effectId} is ${row.status}, not ${needed}.`;
      return { rejected: 'IN_USE', detail } as const;
    }
    const { note } = await work(tx, row, now);
    const end = { status: 'released', end_reason: 'operator', closed_by: actor.name } as const;
    await endEffect(tx, { appid, gameIndex, effectId, ...end, note, now });
    const value = viewEffect({ ...row, ...end, note, ended_at: now });
    const audit = {
      action: needed === 'active' ? 'measure.release' : 'measure.close',
      gameIndex,
      // Below the player, so that an erasure finds it.
      target: `apps/${appid}/players/${row.player_id}/measures/${effectId}`,
      after: { rule: value.rule_name, note },
    };
    return { value, audit };
  });
}

const unknownEffect = (effectId: string): Rejection =>
  notFound(`The app has no effect ${effectId}.`);
