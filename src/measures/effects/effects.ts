// Effects, for operators: what rules did about players, in lists, and how a person ends it.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { isRejection, makeChange, notFound, type Rejection } from '../../audit/operation.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { named, namedObject } from '../../base/named.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  sortBy,
  toPage,
  totalOf,
} from '../../base/paging.ts';
import { orNull } from '../../base/shapes.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../../outbox/outbox.ts';
import { sendEvents } from '../../payment/ledger/events-store.ts';
import { findByServiceId } from '../../payment/ledger/purchases-store.ts';
import { MarketName } from '../../payment/markets/markets.ts';
import { ServiceTransactionId } from '../../payment/service-id.ts';
import { forbiddenIf, notAllowed } from '../../restriction/limits.ts';
import { Comment, OtherScope } from '../../restriction/schema.ts';
import { otherScope } from '../../restriction/scopes.ts';
import type { Db } from '../../storage/db.ts';
import type { MeasureEffectTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type App, nameOf } from '../../tenants/directory.ts';
import { playersOf } from '../decide/buyers.ts';
import { causesIn } from '../decide/causes.ts';
import { endOfRestriction, type PlayerRestriction } from '../decide/decide.ts';
import { CauseKind, ID_PATTERN, RuleId } from '../rules/rule.ts';
import {
  countEffectRows,
  effectsOf,
  endFlagsOf,
  type Filter,
  findCausedBy,
  findEffect,
  findFlagsOf,
  listEffectRows,
  updateEffect,
} from './effects-store.ts';
import { measureEvent, readRestriction, updateRestriction } from './restriction.ts';

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
  market: MarketName,
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
    Type.Enum([
      'watch',
      'rule',
      'restricted_by_person',
      'same_device',
      'type_missing',
      'paid_differently',
    ]),
    'Why it is only a flag: the rule is in `watch`, it only flags, the player was restricted already by somebody else, the player has logged in on a device of a restricted one, the restriction type was deleted, or the player bought the product again without paying what is owed. Null for a restriction.',
  ),
  step: orNull(Type.Integer(), 'Of the escalation, from 1.'),
  block_type: orNull(Type.Integer()),
  since: Time,
  until: orNull(Time, 'Null: permanent, or a flag.'),
  paid_again: Type.Boolean({ description: 'It ends when the purchases are paid again.' }),
  restriction_seq: orNull(Type.Integer(), 'Number in the history of restrictions.'),
  causes: Type.Array(EffectCause),
  source_effect_id: orNull(
    Type.String(),
    'The effect that a flag is about: on the player with the same device, or on the player who bought again.',
  ),
  ended_at: orNull(Time),
  end_reason: orNull(Type.Enum(['time_over', 'paid_again', 'undone', 'operator'])),
  closed_by: orNull(Type.String()),
  note: orNull(Type.String()),
  scope: OtherScope,
});
export type Effect = Type.Static<typeof Effect>;

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

const viewEffect = (row: MeasureEffectTable): Effect => ({
  effect_id: row.effect_id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  player_id: BigInt(row.player_id),
  status: row.status,
  flag: row.flag,
  step: row.step,
  block_type: row.block_type,
  ...otherScope(row.scope),
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

const NARROW = {
  player_id: Type.Optional(PlayerId),
  rule_id: Type.Optional(RuleId),
  service_transaction_id: Type.Optional(ServiceTransactionId),
};

export const EffectQuery = Type.Object(
  {
    ...pageBy(ID_PATTERN),
    sort: sortBy('-since', 'since'),
    ...NARROW,
    status: Type.Optional(EffectStatus),
  },
  CLOSED,
);
export type EffectQuery = Type.Static<typeof EffectQuery>;

export const FlagQuery = Type.Object(
  {
    ...pageBy(ID_PATTERN),
    sort: Type.Optional(
      Type.Enum(['since', '-since'], {
        description: 'Order. Default: `since` for open flags, `-since` for closed ones.',
      }),
    ),
    ...NARROW,
    state: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  },
  CLOSED,
);
export type FlagQuery = Type.Static<typeof FlagQuery>;

type Asked = Omit<EffectQuery, 'status'>;

/** Newest first, unless sorted otherwise. */
export const listEffects = (
  deps: AppContext,
  { status, ...query }: EffectQuery,
): Promise<Page<Effect> | Rejection> => list(deps, query, { status });

export const countEffects = (
  deps: AppContext,
  { status, ...query }: EffectQuery,
): Promise<ListTotal | Rejection> => count(deps, query, { status });

/** Open ones oldest first, closed ones newest first, unless sorted otherwise. */
export const listFlags = (
  deps: AppContext,
  { state = 'open', sort = state === 'open' ? 'since' : '-since', ...query }: FlagQuery,
): Promise<Page<Effect> | Rejection> => list(deps, { ...query, sort }, { flags: state });

export const countFlags = (
  deps: AppContext,
  { state = 'open', ...query }: FlagQuery,
): Promise<ListTotal | Rejection> => count(deps, query, { flags: state });

async function list(
  deps: AppContext,
  { limit = DEFAULT_LIMIT, after, sort, ...query }: Asked,
  about: Pick<Filter, 'status' | 'flags'>,
): Promise<Page<Effect> | Rejection> {
  const filter = await filterOf(deps, query, about);
  if (isRejection(filter)) return filter;
  const page = { after, limit: limit + 1, oldestFirst: sort === 'since' };
  const rows = await listEffectRows(deps.context.storage.db, deps.app, filter, page);
  return toPage(rows, limit, (row) => row.effect_id, viewEffect);
}

async function count(
  deps: AppContext,
  query: Asked,
  about: Pick<Filter, 'status' | 'flags'>,
): Promise<ListTotal | Rejection> {
  const filter = await filterOf(deps, query, about);
  if (isRejection(filter)) return filter;
  return totalOf(await countEffectRows(deps.context.storage.db, deps.app, filter, COUNT_LIMIT));
}

async function filterOf(
  { context, app }: AppContext,
  { player_id, rule_id: ruleId, service_transaction_id: serviceId }: Asked,
  about: Pick<Filter, 'status' | 'flags'>,
): Promise<Filter | Rejection> {
  const playerId = player_id === undefined ? undefined : playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const { db } = context.storage;
  const ids = serviceId === undefined ? undefined : await idsOfPurchase(db, app, serviceId);
  return { playerId, ruleId, ids, ...about };
}

/** Effects with the purchase behind them, and the flags of the same device that came from them. */
async function idsOfPurchase(db: Db, app: App, serviceId: string): Promise<string[]> {
  const name = nameOf(app);
  const purchase = await findByServiceId(db, name, serviceId);
  if (!purchase) return [];
  const { provider, unique_key: key, account_uuid: account } = purchase;
  const playerId = (await playersOf(db, app, [account], [purchase])).get(account);
  const own = playerId === undefined ? [] : await effectsOf(db, { ...name, playerId });
  // The account may have moved to another player since.
  const caused = await findCausedBy(db, { ...name, provider, key });
  const ids = new Set([
    ...own
      .filter((effect) =>
        causesIn(effect).some((cause) => cause.service_transaction_id === serviceId),
      )
      .map(({ effect_id }) => effect_id),
    ...caused.map(({ effect_id }) => effect_id),
  ]);
  if (ids.size === 0) return [];
  const flags = await findFlagsOf(db, { ...name, sources: [...ids] });
  return [...ids, ...flags.map(({ effect_id }) => effect_id)];
}

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

interface EffectKey {
  readonly effect_id: string;
}

export async function readEffect(
  { context, app }: AppContext,
  { effect_id: effectId }: EffectKey,
): Promise<Effect | Rejection> {
  const row = await findEffect(context.storage.db, { ...nameOf(app), effectId });
  return row ? viewEffect(row) : unknownEffect(effectId);
}

/** Ends an effect. Its purchases never restrict the player again. */
export async function releaseEffect(
  deps: AppContext,
  actor: Actor,
  { comment, ...key }: Type.Static<typeof EffectRelease> & EffectKey,
): Promise<Effect | Rejection> {
  const { app, context } = deps;
  let isNotified = false;
  const outcome = await endByPerson(deps, actor, key, 'active', comment, async (tx, ended, now) => {
    const name = nameOf(app);
    const playerId = BigInt(ended.player_id);
    const restriction = await readRestriction(tx, app, playerId, ended.scope, now);
    const refusal = refusalOf(app, actor, ended, restriction, now);
    if (refusal) return refusal;
    const others = (await effectsOf(tx, { ...name, playerId })).filter(
      (effect) =>
        effect.status === 'active' &&
        effect.scope === ended.scope &&
        effect.effect_id !== ended.effect_id &&
        !endOfRestriction(effect, { restriction, now }),
    );
    const by = { actor, comment };
    const { scope } = ended;
    const wanted = { app, playerId, scope, active: others, restriction, by, now };
    const isChanged = await updateRestriction(tx, wanted);
    // A person who releases a restriction has decided about the payments for it, too.
    const { effect_id: effectId, status, end_reason, closed_by } = ended;
    const end = { status, end_reason, closed_by, now };
    await endFlagsOf(tx, { ...name, effectId, ...end, flags: ['paid_differently'] });
    const hasEvents = await sendEvents(tx, app, [measureEvent('measure.lifted', ended)], now);
    isNotified = isChanged || hasEvents;
    return undefined;
  });
  if (isNotified) context.storage.signals.emit(OUTBOX_CHANGED);
  return outcome;
}

/** An operator with limits may end only what the limits would allow to set. */
function refusalOf(
  { appid }: App,
  { limits }: Actor,
  { scope, block_type, since, until }: MeasureEffectTable,
  { live, isByPerson }: PlayerRestriction,
  now: number,
): Rejection | undefined {
  const effect = { blockType: block_type as number, startsAt: since, endsAt: until };
  const current = isByPerson ? undefined : live;
  return forbiddenIf(notAllowed(limits, { appid, scope, now }, effect, current));
}

export const closeFlag = (
  deps: AppContext,
  actor: Actor,
  { note, ...key }: Type.Static<typeof FlagClose> & EffectKey,
): Promise<Effect | Rejection> =>
  endByPerson(deps, actor, key, 'flagged', note, async () => undefined);

function endByPerson(
  { context, app: { appid, gameIndex } }: AppContext,
  actor: Actor,
  { effect_id: effectId }: EffectKey,
  needed: 'active' | 'flagged',
  note: string | undefined,
  work: (tx: Db, ended: MeasureEffectTable, now: number) => Promise<Rejection | undefined>,
): Promise<Effect | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    // As the worker does: what rules and operators do to a player happens one after the other.
    await takeNumbers(tx, gameIndex, 'restriction', 0);
    const row = await findEffect(tx, { appid, gameIndex, effectId });
    if (!row) return unknownEffect(effectId);
    if (row.status !== needed) {
      const detail = `Effect ${effectId} is ${row.status}, not ${needed}.`;
      return { rejected: 'IN_USE', detail } as const;
    }
    const ended: MeasureEffectTable = {
      ...row,
      status: 'released',
      end_reason: 'operator',
      ended_at: now,
      closed_by: actor.name,
      note: note ?? null,
    };
    const refusal = await work(tx, ended, now);
    if (refusal) return refusal;
    await updateEffect(tx, ended);
    const audit = {
      action: needed === 'active' ? 'measure.release' : 'measure.close',
      gameIndex,
      // Below the player, so that an erasure finds it.
      target: `apps/${appid}/players/${row.player_id}/measures/${effectId}`,
      after: { rule: ended.rule_name, note: ended.note },
    };
    return { value: viewEffect(ended), audit };
  });
}

const unknownEffect = (effectId: string): Rejection =>
  notFound(`The app has no effect ${effectId}.`);
