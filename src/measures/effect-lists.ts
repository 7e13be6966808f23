// Lists of effects and flags: pages and counts, by player, rule, status and purchase.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  sortBy,
  toPage,
  totalOf,
} from '../base/paging.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import { findByServiceId } from '../payment/queries/by-id-store.ts';
import { ServiceTransactionId } from '../payment/service-id.ts';
import type { Db } from '../storage/db.ts';
import type { AppContext } from '../tenants/apps.ts';
import type { App } from '../tenants/directory.ts';
import { playersOf } from './buyers.ts';
import { causesIn } from './causes.ts';
import { type Effect, EffectStatus, viewEffect } from './effect-shapes.ts';
import {
  countEffectRows,
  effectsOf,
  type Filter,
  findCausedBy,
  findFlagsOf,
  listEffectRows,
} from './effects-store.ts';
import { ID_PATTERN, RuleId } from './shapes.ts';

const CLOSED = { additionalProperties: false };

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
  const { appid, gameIndex } = app;
  const name = { appid, gameIndex };
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
