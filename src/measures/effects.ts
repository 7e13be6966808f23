// Effects and flags for operators: list them, release a restriction, close a flag.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { isRejection, makeChange, notFound, type Rejection } from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../outbox/outbox.ts';
import { enqueueEvents, findListeners } from '../payment/ledger/events-store.ts';
import { Comment } from '../restriction/schema.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import { appOf } from '../tenants/apps.ts';
import type { App } from '../tenants/directory.ts';
import { effectsOf, endEffect, type Filter, findEffect, listEffectRows } from './effects-store.ts';
import { measureEvent } from './events.ts';
import { causesIn, followEffects, standingOf } from './restriction.ts';
import type { MeasureDeps } from './rules.ts';
import { CauseKind, ID_PATTERN, MarketCode, RuleId } from './shapes.ts';

const CLOSED = { additionalProperties: false };
const Time = Type.String();

const EffectStatus = named(
  'MeasureEffectStatus',
  Type.Enum(['flagged', 'active', 'lifted', 'over', 'released'], {
    description:
      '`flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.',
  }),
);

export const EffectCause = namedObject('MeasureCause', {
  kind: CauseKind,
  market: MarketCode,
  transaction_id: Type.String(),
  service_transaction_id: Type.String(),
  product_id: Type.String(),
  amount: orNull(Type.String()),
  currency: orNull(Type.String()),
  at: Time,
});
export type EffectCause = Type.Static<typeof EffectCause>;

export const Effect = namedObject('MeasureEffect', {
  effect_id: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String(),
  player_id: Id64Answer('Player identifier.'),
  status: EffectStatus,
  flag: orNull(
    Type.Enum(['watch', 'rule', 'restricted_by_person', 'same_device', 'type_missing']),
    'Why it is only a flag: the rule is in `watch`, it only flags, the player was restricted already by somebody else, the player has logged in on a device of a restricted one, or the restriction type was deleted. Null for a restriction.',
  ),
  step: orNull(Type.Integer(), 'Of the escalation, from 1.'),
  block_type: orNull(Type.Integer()),
  since: Time,
  until: orNull(Time, 'Null: permanent, or a flag.'),
  paid_again: Type.Boolean({ description: 'It ends when the purchases are paid again.' }),
  restriction_seq: orNull(Type.Integer(), 'Number in the history of restrictions.'),
  causes: Type.Array(EffectCause),
  source_effect_id: orNull(Type.String(), 'The effect on the player with the same device.'),
  ended_at: orNull(Time),
  end_reason: orNull(Type.Enum(['time_over', 'paid_again', 'undone', 'operator'])),
  closed_by: orNull(Type.String()),
  note: orNull(Type.String()),
});
export type Effect = Type.Static<typeof Effect>;

export const EffectQuery = Type.Object(
  {
    ...pageBy(ID_PATTERN),
    player_id: Type.Optional(PlayerId),
    rule_id: Type.Optional(RuleId),
    status: Type.Optional(EffectStatus),
  },
  CLOSED,
);
export type EffectQuery = Type.Static<typeof EffectQuery>;

export const FlagQuery = Type.Object(
  {
    ...pageBy(ID_PATTERN),
    state: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
    player_id: Type.Optional(PlayerId),
    rule_id: Type.Optional(RuleId),
  },
  CLOSED,
);
export type FlagQuery = Type.Static<typeof FlagQuery>;

export const EffectRelease = Type.Object({ comment: Comment }, CLOSED);
export const FlagClose = Type.Object(
  {
    note: Type.Optional(
      Type.String({
        maxLength: 1_000,
        pattern: '^[^\\u0000]*$',
        description: 'What was decided, and why.',
      }),
    ),
  },
  CLOSED,
);

export interface EffectKey {
  readonly appid: string;
  readonly effect_id: string;
}

interface Listed {
  readonly appid: string;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly player_id?: string | undefined;
  readonly rule_id?: string | undefined;
}

/** Newest first. */
export const listEffects = (
  deps: MeasureDeps,
  { status, ...query }: EffectQuery & { readonly appid: string },
): Promise<Page<Effect> | Rejection> => list(deps, query, { status });

/** Open ones oldest first, closed ones newest first. */
export const listFlags = (
  deps: MeasureDeps,
  { state = 'open', ...query }: FlagQuery & { readonly appid: string },
): Promise<Page<Effect> | Rejection> => list(deps, query, { flags: state });

async function list(
  { context, directory }: MeasureDeps,
  { appid, limit = DEFAULT_LIMIT, after, player_id, rule_id: ruleId }: Listed,
  filter: Filter,
): Promise<Page<Effect> | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const playerId = player_id === undefined ? undefined : playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const page = { after, limit: limit + 1 };
  const rows = await listEffectRows(context.storage.db, app, { ...filter, playerId, ruleId }, page);
  return toPage(rows, limit, (row) => row.effect_id, view);
}

export async function readEffect(
  { context, directory }: MeasureDeps,
  { appid, effect_id: effectId }: EffectKey,
): Promise<Effect | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const name = { appid, gameIndex: app.gameIndex, effectId };
  const row = await findEffect(context.storage.db, name);
  return row ? view(row) : unknownEffect(effectId);
}

/** Ends an effect. Its purchases never restrict the player again. */
export async function releaseEffect(
  deps: MeasureDeps,
  actor: Actor,
  { comment, ...key }: Type.Static<typeof EffectRelease> & EffectKey,
): Promise<Effect | Rejection> {
  let isNotified = false;
  const outcome = await ending(deps, actor, key, 'active', async (tx, app, row, now) => {
    const playerId = BigInt(row.player_id);
    const standing = await standingOf(tx, app, playerId, now);
    const name = { appid: app.appid, gameIndex: app.gameIndex, playerId };
    const others = (await effectsOf(tx, name)).filter(
      ({ status, effect_id }) => status === 'active' && effect_id !== row.effect_id,
    );
    const by = { actor, comment };
    isNotified = await followEffects(tx, { app, playerId, active: others, standing, by, now });
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
  deps: MeasureDeps,
  actor: Actor,
  { note, ...key }: Type.Static<typeof FlagClose> & EffectKey,
): Promise<Effect | Rejection> =>
  ending(deps, actor, key, 'flagged', async () => ({ note: note ?? null }));

async function ending(
  { context, directory }: MeasureDeps,
  actor: Actor,
  { appid, effect_id: effectId }: EffectKey,
  needed: 'active' | 'flagged',
  work: (
    tx: Db,
    app: App,
    row: MeasureEffectTable,
    now: number,
  ) => Promise<Pick<MeasureEffectTable, 'note'>>,
): Promise<Effect | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const { gameIndex } = app;
  return makeChange(context, actor, async (tx, now) => {
    // As the worker does: what rules and operators do to a player happens one after the other.
    await takeNumbers(tx, gameIndex, 'restriction', 0);
    const row = await findEffect(tx, { appid, gameIndex, effectId });
    if (!row) return unknownEffect(effectId);
    if (row.status !== needed) {
      const detail = `Effect ${effectId} is ${row.status}, not ${needed}.`;
      return { rejected: 'IN_USE', detail } as const;
    }
    const { note } = await work(tx, app, row, now);
    const end = { status: 'released', end_reason: 'operator', closed_by: actor.name } as const;
    await endEffect(tx, { appid, gameIndex, effectId, ...end, note, now });
    const value = view({ ...row, ...end, note, ended_at: now });
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

export const causeView = (cause: ReturnType<typeof causesIn>[number]): EffectCause => ({
  kind: cause.kind,
  market: cause.provider,
  transaction_id: cause.transaction_id,
  service_transaction_id: cause.service_transaction_id,
  product_id: cause.product_id,
  amount: cause.amount,
  currency: cause.currency,
  at: isoTime(cause.at),
});

const view = (row: MeasureEffectTable): Effect => ({
  effect_id: row.effect_id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  player_id: BigInt(row.player_id),
  status: row.status,
  flag: row.flag,
  step: row.step,
  block_type: row.block_type,
  since: isoTime(row.since),
  until: isoTimeOrNull(row.until),
  paid_again: row.paid_again === 1,
  restriction_seq: row.restriction_seq,
  causes: causesIn(row).map(causeView),
  source_effect_id: row.source_effect_id,
  ended_at: isoTimeOrNull(row.ended_at),
  end_reason: row.end_reason,
  closed_by: row.closed_by,
  note: row.note,
});
