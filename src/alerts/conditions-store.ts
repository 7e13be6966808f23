// What the conditions read: apps, and secrets that end, of one project at a time.
import { type Params, statement } from '../storage/statement.ts';

export const appsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db
    .selectFrom('app')
    .select(['appid', 'name'])
    .where('game_index', '=', $.gameIndex)
    .orderBy('appid'),
);

interface Window {
  readonly now: number;
  readonly until: number;
}

/** Keys of a project's apps that end within the window. */
export const endingKeys = statement((db, $: Params<Window & { gameIndex: number }>) =>
  db
    .selectFrom('app as a')
    .innerJoin('certification_key as k', 'k.appid', 'a.appid')
    .select(['k.key_id as id', 'k.appid', 'k.hint', 'k.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('a.game_index', '=', $.gameIndex)
    .where('k.expires_at', '>', $.now)
    .where('k.expires_at', '<=', $.until),
);

export const endingPriceKeys = statement((db, $: Params<Window & { gameIndex: number }>) =>
  db
    .selectFrom('app as a')
    .innerJoin('price_key as k', 'k.appid', 'a.appid')
    .select(['k.key_id as id', 'k.appid', 'k.hint', 'k.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('a.game_index', '=', $.gameIndex)
    .where('k.expires_at', '>', $.now)
    .where('k.expires_at', '<=', $.until),
);

export const endingSecrets = statement((db, $: Params<Window & { gameIndex: number }>) =>
  db
    .selectFrom('oauth_client as c')
    .innerJoin('client_secret as s', 's.client_id', 'c.client_id')
    .select(['s.secret_id as id', 'c.name', 's.hint', 's.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('c.game_index', '=', $.gameIndex)
    .where('s.expires_at', '>', $.now)
    .where('s.expires_at', '<=', $.until),
);

export const endingReceiverKeys = statement((db, $: Params<Window & { gameIndex: number }>) =>
  db
    .selectFrom('receiver')
    .select(['channel', 'old_key_ends_at as expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('game_index', '=', $.gameIndex)
    .where('old_key_ends_at', '>', $.now)
    .where('old_key_ends_at', '<=', $.until),
);

/** Few, and of the whole installation: whoever reads picks those of a project. */
export const endingTokens = statement((db, $: Params<Window>) =>
  db
    .selectFrom('admin_token')
    .select(['token_id as id', 'name', 'projects', 'expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('expires_at', '>', $.now)
    .where('expires_at', '<=', $.until),
);
