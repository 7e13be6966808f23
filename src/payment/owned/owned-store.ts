// SQL of what accounts own: permanent purchases, running subscriptions, grants.
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { MARKET_CODES, SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { RUNNING } from '../verify/recheck-store.ts';

export interface OfAccounts extends AppName {
  readonly accounts: readonly string[];
}

/** Verified and not taken back: by the market's word, or of these products. */
export const permanentOf = statement(
  (db, $: Params<OfAccounts & { products: readonly string[] }>) =>
    ofApp(db, $)
      .selectFrom('purchase')
      .select(['provider', 'product_id', 'purchased_at', 'verified_at', 'ownership'])
      .where('provider', 'in', MARKET_CODES)
      .where('account_uuid', 'in', $.accounts)
      .where('kind', '=', 'consumable')
      .where('claimed', '=', 1)
      .where('cancel_state', '=', 0)
      .where((row) => row.or([row('permanent', '=', 1), row('product_id', 'in', $.products)]))
      .orderBy('number'),
);

/** Those that have not ended by our records, with their newest cycle. */
export const runningOf = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('subscription as s')
    .leftJoin('purchase as p', (join) =>
      join
        .onRef('p.game_index', '=', 's.game_index')
        .onRef('p.appid', '=', 's.appid')
        .onRef('p.provider', '=', 's.provider')
        .onRef('p.unique_key', '=', 's.cycle_key'),
    )
    .select([
      's.game_index',
      's.appid',
      's.provider',
      's.subscription_id',
      's.cycle_key',
      's.product_id',
      's.created_at',
      's.status',
      's.expires_at',
      's.grace_until',
      'p.ownership',
      'p.cancel_state',
    ])
    .where('s.provider', 'in', SUBSCRIPTION_MARKETS)
    .where('s.account_uuid', 'in', $.accounts)
    .where('s.status', 'in', [...RUNNING])
    .orderBy('s.created_at'),
);

interface OfSubscriptions extends AppName {
  readonly ids: readonly string[];
}

export const startsOf = statement((db, $: Params<OfSubscriptions>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(({ fn }) => ['subscription_id', fn.min('purchased_at').as('since')])
    .where('provider', 'in', SUBSCRIPTION_MARKETS)
    .where('subscription_id', 'is not', null)
    .where('subscription_id', 'in', $.ids)
    .groupBy('subscription_id'),
);

/** In force now. */
export const grantsInForce = statement((db, $: Params<OfAccounts & { now: number }>) =>
  ofApp(db, $)
    .selectFrom('product_grant')
    .select(['product_id', 'granted_at', 'ends_at'])
    .where('account_uuid', 'in', $.accounts)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', $.now)]))
    .orderBy('grant_id'),
);
