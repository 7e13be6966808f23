// SQL of rechecks: which subscriptions are past their end, and who asks the market about one.

import type { SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { acrossProjects, ofApp } from '../../storage/tenancy.ts';

export type SubscriptionName = Pick<
  SubscriptionTable,
  'game_index' | 'appid' | 'provider' | 'subscription_id'
>;

/** Statuses that the market may still change. */
export const RUNNING = ['active', 'grace', 'hold', 'paused'] as const;

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
    .leftJoin('subscription_recheck as r', (join) =>
      join
        .onRef('r.game_index', '=', 's.game_index')
        .onRef('r.appid', '=', 's.appid')
        .onRef('r.provider', '=', 's.provider')
        .onRef('r.subscription_id', '=', 's.subscription_id'),
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
    .where(({ fn, lit }) => fn.coalesce('r.due_at', lit(0)), '<=', $.now)
    .orderBy('s.expires_at')
    .limit(AT_ONCE),
);

interface Claim extends SubscriptionName {
  readonly now: number;
  readonly leasedUntil: number;
  /** Or asked at this time at the latest. */
  readonly askedBy: number;
}

/** The number of earlier attempts; undefined when another process asks, or somebody asked just now. */
export const claimRecheck = statement((db, $: Params<Claim>) =>
  db
    .insertInto('subscription_recheck')
    .values({
      game_index: $.game_index,
      appid: $.appid,
      provider: $.provider,
      subscription_id: $.subscription_id,
      asked_at: $.now,
      attempts: 0,
      due_at: $.leasedUntil,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['game_index', 'appid', 'provider', 'subscription_id'])
        .doUpdateSet(({ ref }) => ({
          asked_at: ref('excluded.asked_at'),
          due_at: ref('excluded.due_at'),
        }))
        .where((row) =>
          row.or([
            row('subscription_recheck.due_at', '<=', $.now),
            row('subscription_recheck.asked_at', '<=', $.askedBy),
          ]),
        ),
    )
    .returning('attempts'),
).first;

export const putOffRecheck = statement((db, $: Params<SubscriptionName & { due_at: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('subscription_recheck')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: $.due_at }))
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscription_id),
);

export const removeRecheck = statement((db, $: Params<SubscriptionName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .deleteFrom('subscription_recheck')
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscription_id),
);
