// SQL of rechecks: which subscriptions are past their end, and due to be asked about.

import { sql } from 'kysely';
import type { TurnName } from '../../background/turns.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { acrossProjects } from '../../storage/tenancy.ts';

export type SubscriptionName = Pick<
  SubscriptionTable,
  'game_index' | 'appid' | 'provider' | 'subscription_id'
>;

/** Statuses that the market may still change. */
export const RUNNING = ['active', 'grace', 'hold', 'paused'] as const;

const RECHECK = 'recheck';

/** A subscription has a turn from the first question about its end until an answer explains it. */
export const recheckTurn = (name: SubscriptionName): TurnName => ({
  gameIndex: name.game_index,
  appid: name.appid,
  work: RECHECK,
  subject: `${name.provider} ${name.subscription_id}`,
});

interface Past {
  readonly now: number;
  /** Ended before this time … */
  readonly before: number;
  /** … but not longer ago than this. */
  readonly after: number;
}

const AT_ONCE = 16;

/** Subscriptions past their end that are due to be asked about, longest ago first. */
export const findPast = statement((db, $: Params<Past>) =>
  acrossProjects(db)
    .selectFrom('subscription as s')
    .leftJoin('turn as t', (join) =>
      join
        .onRef('t.game_index', '=', 's.game_index')
        .onRef('t.appid', '=', 's.appid')
        .on('t.work', '=', RECHECK)
        .on('t.subject', '=', sql<string>`s.provider || ' ' || s.subscription_id`),
    )
    .select(['s.game_index', 's.appid', 's.provider', 's.subscription_id', 's.cycle_key'])
    .where('s.status', 'in', [...RUNNING])
    .where('s.expires_at', '<=', $.before)
    .where('s.expires_at', '>', $.after)
    .where((row) =>
      row.or([
        row('s.status', '<>', 'grace'),
        row('s.grace_until', 'is', null),
        row('s.grace_until', '<=', $.before),
      ]),
    )
    .where(({ fn, lit }) => fn.coalesce('t.due_at', lit(0)), '<=', $.now)
    .orderBy('s.expires_at')
    .limit(AT_ONCE),
);
