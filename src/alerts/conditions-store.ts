// What the conditions read of all projects: apps with refused verifications or refunds, and secrets that end.
import { sql } from 'kysely';
import { REFUSED } from '../figures/activity-counts.ts';
import { REFUNDS_RECEIVED } from '../figures/facts.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects } from '../storage/tenancy.ts';

export const appsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db
    .selectFrom('app')
    .select(['appid', 'name'])
    .where('game_index', '=', $.gameIndex)
    .orderBy('appid'),
);

interface Since {
  readonly from: number;
}

/** By partial indexes, so that apps where nothing happened cost nothing. */
export const refusedSince = statement((db, $: Params<Since>) =>
  acrossProjects(db)
    .selectFrom('activity_count')
    .select(({ fn, cast }) => [
      'game_index as gameIndex',
      'appid',
      cast<number>(fn.sum('amount'), 'bigint').as('amount'),
    ])
    .where('grain', '=', 'hour')
    .where('metric', '=', REFUSED)
    .where('bucket', '>=', $.from)
    .groupBy(['game_index', 'appid']),
);

export const refundedSince = statement((db, $: Params<Since>) =>
  acrossProjects(db)
    .selectFrom('figure_count')
    .select(({ fn, cast }) => [
      'game_index as gameIndex',
      'appid',
      cast<number>(fn.sum('amount'), 'bigint').as('amount'),
    ])
    .where('grain', '=', 'hour')
    .where('metric', '=', REFUNDS_RECEIVED)
    .where('bucket', '>=', $.from)
    .groupBy(['game_index', 'appid']),
);

/** Orders whose payment differs from them and is not refunded, oldest first. */
export const mismatchedOrders = statement((db) =>
  acrossProjects(db)
    .selectFrom('purchase_order')
    .select(['game_index as gameIndex', 'appid', 'order_id', 'player_id', 'mismatch'])
    .where('mismatch_since', 'is not', null)
    .orderBy('mismatch_since')
    .orderBy('order_id')
    .limit(MOST_MISMATCHES),
);

/** More are not counted: the first one is named, and tells what to do. */
const MOST_MISMATCHES = 1_000;

/** Open appeals of all projects, by the whole days that they have waited. */
export const waitingAppeals = statement((db, $: Params<{ now: number }>) =>
  acrossProjects(db)
    .selectFrom('appeal')
    .select(({ eb, fn }) => [
      'game_index as gameIndex',
      'appid',
      // SQLite binds a number as a fraction: the days would not be whole.
      eb(
        eb.parens(eb.cast<number>($.now, 'bigint'), '-', eb.ref('created_at')),
        '/',
        eb.lit(DAY_MS),
      ).as('days'),
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
    ])
    .where('state', '=', 'open')
    .groupBy(['game_index', 'appid', 'days']),
);

/** Disputes that are to be answered within the window, the most urgent first. */
export const unansweredDisputes = statement((db, $: Params<Window>) =>
  acrossProjects(db)
    .selectFrom('dispute')
    .select(['game_index as gameIndex', 'appid', 'dispute_id', 'due_at'])
    .$narrowType<{ due_at: number }>()
    // Not a parameter: SQLite would not see that the index of open ones fits.
    .where('state', '=', sql.lit('open' as const))
    .where('due_at', '>', $.now)
    .where('due_at', '<=', $.until)
    .orderBy('due_at')
    .orderBy('dispute_id')
    .limit(MOST_DISPUTES),
);

/** More are not counted: the first one says until when to act. */
const MOST_DISPUTES = 1_000;

/** Reports to stores that are refused, or were due before then; by a partial index. */
export const openReportCounts = statement((db, $: Params<{ dueBefore: number }>) =>
  acrossProjects(db)
    .selectFrom('external_report')
    .select(({ fn }) => [
      'game_index as gameIndex',
      'appid',
      'state',
      fn.countAll<number>().as('count'),
      fn.min('report_by').as('reportBy'),
    ])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'refused'),
        eb('state', '=', 'due').and('created_at', '<', $.dueBefore),
      ]),
    )
    .groupBy(['game_index', 'appid', 'state']),
);

/** Actions that wait for a second person are due from the decision on. */
const dueAt = sql<number>`coalesce(decided_at, requested_at)`;

interface Stuck {
  readonly calledBefore: number;
  readonly acceptedBefore: number;
}

/** Actions that a market should have done, or taken on, by now, and those that it took on long ago. */
export const stuckActions = statement((db, $: Params<Stuck>) =>
  acrossProjects(db)
    .selectFrom('market_action')
    .select(({ fn }) => [
      'game_index as gameIndex',
      'appid',
      'provider',
      fn.countAll<number>().as('count'),
      fn.min(dueAt).as('since'),
    ])
    // Word for word as in the partial index.
    .where(sql<boolean>`state in ('waiting', 'intended', 'sent', 'accepted')`)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', 'in', ['intended', 'sent']), eb(dueAt, '<', $.calledBefore)]),
        eb.and([eb('state', '=', 'accepted'), eb(dueAt, '<', $.acceptedBefore)]),
      ]),
    )
    .groupBy(['game_index', 'appid', 'provider']),
);

/** Downloads of which a store said since then that consent is withdrawn, and from which no player has logged in. */
export const unlinkedDownloads = statement((db, $: Params<{ since: number }>) =>
  acrossProjects(db)
    .selectFrom('consent_download as d')
    .select(({ fn }) => ['d.game_index as gameIndex', 'd.appid', fn.countAll<number>().as('count')])
    // Not a parameter: SQLite would not see that the index fits.
    .where('d.state', '=', sql.lit('withdrawn' as const))
    .where('d.recorded_at', '>=', $.since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consent_link as l')
            .select('l.player_id')
            .whereRef('l.game_index', '=', 'd.game_index')
            .whereRef('l.appid', '=', 'd.appid')
            .whereRef('l.download', '=', 'd.download'),
        ),
      ),
    )
    .groupBy(['d.game_index', 'd.appid']),
);

const DAY_MS = 86_400_000;

interface Window {
  readonly now: number;
  readonly until: number;
}

/** Keys of apps that end within the window. */
export const endingKeys = statement((db, $: Params<Window>) =>
  db
    .selectFrom('app as a')
    .innerJoin('certification_key as k', 'k.appid', 'a.appid')
    .select(['a.game_index as gameIndex', 'k.key_id as id', 'k.appid', 'k.hint', 'k.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('k.expires_at', '>', $.now)
    .where('k.expires_at', '<=', $.until),
);

export const endingPriceKeys = statement((db, $: Params<Window>) =>
  db
    .selectFrom('app as a')
    .innerJoin('price_key as k', 'k.appid', 'a.appid')
    .select(['a.game_index as gameIndex', 'k.key_id as id', 'k.appid', 'k.hint', 'k.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('k.expires_at', '>', $.now)
    .where('k.expires_at', '<=', $.until),
);

export const endingSecrets = statement((db, $: Params<Window>) =>
  db
    .selectFrom('oauth_client as c')
    .innerJoin('client_secret as s', 's.client_id', 'c.client_id')
    .select(['c.game_index as gameIndex', 's.secret_id as id', 'c.name', 's.hint', 's.expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('s.expires_at', '>', $.now)
    .where('s.expires_at', '<=', $.until),
);

export const endingReceiverKeys = statement((db, $: Params<Window>) =>
  db
    .selectFrom('receiver')
    .select(['game_index as gameIndex', 'channel', 'old_key_ends_at as expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('old_key_ends_at', '>', $.now)
    .where('old_key_ends_at', '<=', $.until),
);

/** Tokens of certain projects, and of the whole installation. */
export const endingTokens = statement((db, $: Params<Window>) =>
  db
    .selectFrom('admin_token')
    .select(['token_id as id', 'name', 'projects', 'expires_at'])
    .$narrowType<{ expires_at: number }>()
    .where('expires_at', '>', $.now)
    .where('expires_at', '<=', $.until),
);
