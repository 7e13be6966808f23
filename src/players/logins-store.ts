// SQL of a player's logins, devices and accounts, and of the others on the same devices.
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';

interface OfPlayer extends AppName {
  readonly playerId: bigint;
}

/** Newest first, starting after the login before. */
export const readLogins = statement(
  (db, $: Params<OfPlayer & { at: number; loginId: string; limit: number }>) =>
    ofApp(db, $)
      .selectFrom('login')
      .select(['login_id', 'did', 'account_uuid', 'logged_in_at', 'logged_out_at'])
      .where('player_id', '=', $.playerId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('logged_in_at', 'login_id'), '<', tuple($.at, $.loginId)),
      )
      .orderBy('logged_in_at', 'desc')
      .orderBy('login_id', 'desc')
      .limit($.limit),
);

/** Last used first. */
export const readDevices = statement((db, $: Params<OfPlayer & { limit: number }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(({ fn }) => [
      'did',
      fn.countAll<number>().as('logins'),
      fn.min('logged_in_at').as('first_at'),
      fn.max('logged_in_at').as('last_at'),
      fn.count<number>('logged_out_at').as('ended'),
    ])
    .where('player_id', '=', $.playerId)
    .groupBy('did')
    .orderBy('last_at', 'desc')
    .orderBy('did')
    .limit($.limit),
);

export const othersOnDevice = statement(
  (db, $: Params<OfPlayer & { did: bigint; limit: number }>) =>
    ofApp(db, $)
      .selectFrom('login')
      .select('player_id')
      .distinct()
      .where('did', '=', $.did)
      .where('player_id', '<>', $.playerId)
      .orderBy('player_id')
      .limit($.limit),
);

export const readAccounts = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select(['account_uuid', 'linked_at'])
    .where('player_id', '=', $.playerId)
    .orderBy('linked_at', 'desc')
    .orderBy('account_uuid'),
);
