// What the consumer reads: changes of purchases, payments, changes of restrictions by people, and ends.
import { sql } from 'kysely';
import { assumedAccountUuid } from '../identity/logins.ts';
import { lastNumberOf, type Span } from '../payment/ledger/feed.ts';
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { FeedPositionTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofApp, ofProject } from '../storage/tenancy.ts';
import type { App, AppName } from '../tenants/directory.ts';

/** How much is read at once. */
export const AT_ONCE = 500;

/** An account to which the rules are applied again, because of the change with this number. */
export interface Affected {
  readonly number: number;
  readonly account: string;
  /** Where it is known already. */
  readonly playerId: bigint | undefined;
}

/** What is followed by number. */
export interface Source {
  readonly consumer: FeedPositionTable['consumer'];
  /** The last number that was given. */
  last(db: Db, app: App): Promise<number>;
  /** In the order of the numbers. */
  read(db: Db, app: App, span: Span): Promise<Affected[]>;
}

/** Apps of all projects with changes that figures or measures have not followed yet. */
export const changedApps = statement((db) =>
  acrossProjects(db).selectFrom('purchase_change').select(['game_index', 'appid']).distinct(),
);

/** Purchases that have, or had, a refund or a dispute; and accounts whose player became known. */
const undoneAccounts = statement((db, $: Params<Span>) =>
  ofApp(db, $)
    .selectFrom('purchase_change as c')
    .leftJoin('purchase as p', (join) =>
      join
        .on('p.game_index', '=', $.gameIndex)
        .onRef('p.appid', '=', 'c.appid')
        .onRef('p.provider', '=', sql.ref('c.provider'))
        .onRef('p.unique_key', '=', 'c.subject'),
    )
    .select(({ fn }) => ['c.number', fn.coalesce('p.account_uuid', 'c.subject').as('account_uuid')])
    .where('c.number', '>', $.above)
    .where('c.number', '<=', $.upTo)
    .where((where) =>
      where.or([
        where('c.kind', '=', 'account'),
        where.and([
          where('c.kind', '=', 'purchase'),
          where('p.test', '=', 0),
          where.exists(
            where
              .selectFrom('purchase_cancellation as r')
              .select(sql.lit(1).as('one'))
              .where('r.game_index', '=', $.gameIndex)
              .whereRef('r.appid', '=', 'p.appid')
              .whereRef('r.provider', '=', 'p.provider')
              .whereRef('r.unique_key', '=', 'p.unique_key'),
          ),
        ]),
      ]),
    )
    .orderBy('c.number')
    .limit($.limit),
);

export const CHANGES: Source = {
  consumer: 'measures',
  last: async (db, app) => (await lastNumberOf(db, app)) ?? 0,
  read: async (db, _app, span) => (await undoneAccounts(db, span)).map(byAccount),
};

/** Purchases of accounts with open debts. */
const payingAccounts = statement((db, $: Params<Span>) =>
  ofApp(db, $)
    .selectFrom('purchase as p')
    .select(['p.number', 'p.account_uuid'])
    .where('p.number', '>', $.above)
    .where('p.number', '<=', $.upTo)
    .where('p.test', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('measure_debt as d')
          .select(sql.lit(1).as('one'))
          .where('d.game_index', '=', $.gameIndex)
          .where('d.appid', '=', $.appid)
          .whereRef('d.account_uuid', '=', 'p.account_uuid')
          .where('d.settled_by', 'is', null),
      ),
    )
    .orderBy('p.number')
    .limit($.limit),
);

export const PAYMENTS: Source = {
  consumer: 'payments',
  last: CHANGES.last,
  read: async (db, _app, span) => (await payingAccounts(db, span)).map(byAccount),
};

const byAccount = (row: { number: number; account_uuid: string }): Affected => ({
  number: row.number,
  account: row.account_uuid,
  playerId: undefined,
});

/** Players restricted by measures whose restriction somebody else has changed. */
const changedPlayers = statement((db, $: Params<Span>) =>
  ofApp(db, $)
    .selectFrom('restriction_history as h')
    .select(['h.seq as number', 'h.player_id'])
    .where('h.seq', '>', $.above)
    .where('h.seq', '<=', $.upTo)
    .where('h.actor_kind', '<>', 'measure')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('measure_effect as e')
          .select(sql.lit(1).as('one'))
          .where('e.game_index', '=', $.gameIndex)
          .where('e.appid', '=', $.appid)
          .whereRef('e.player_id', '=', 'h.player_id')
          .where('e.status', '=', 'active'),
      ),
    )
    .orderBy('h.seq')
    .limit($.limit),
);

const lastSeq = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('change_sequence')
    .select('last_seq')
    .where('channel', '=', 'restriction'),
).first;

export const RESTRICTIONS: Source = {
  consumer: 'restrictions',
  last: async (db, { gameIndex }) => (await lastSeq(db, { gameIndex }))?.last_seq ?? 0,
  read: async (db, app, span) =>
    (await changedPlayers(db, span)).map(({ number, player_id }) => {
      const playerId = BigInt(player_id);
      return { number, account: assumedAccountUuid(app, playerId), playerId };
    }),
};

/** Followed only while an app has open debts or restrictions by measures. */
export const WHILE_OPEN = [PAYMENTS, RESTRICTIONS];

export async function lastNumbers(db: Db, app: App): Promise<number[]> {
  const numbers: number[] = [];
  for (const { last } of WHILE_OPEN) numbers.push(await last(db, app));
  return numbers;
}

/** Begins to follow after these numbers, unless the app is followed already. */
export const followWhileOpen = (
  tx: Db,
  { appid, gameIndex }: AppName,
  numbers: readonly number[],
): Promise<void> =>
  insertRows(
    tx,
    'feed_position',
    WHILE_OPEN.map(({ consumer }, index) => ({
      game_index: gameIndex,
      appid,
      consumer,
      number: numbers[index] ?? 0,
      version: 1,
      facts: 0,
      time_zone: '',
    })),
    'on conflict (game_index, appid, consumer) do nothing',
  );

const positionsBehind = statement((db) =>
  acrossProjects(db)
    .selectFrom('feed_position as p')
    .innerJoin('purchase_sequence as s', (join) =>
      join.onRef('s.game_index', '=', 'p.game_index').onRef('s.appid', '=', 'p.appid'),
    )
    .innerJoin('change_sequence as c', (join) =>
      join.onRef('c.game_index', '=', 'p.game_index').on('c.channel', '=', 'restriction'),
    )
    .select('p.appid')
    .where((where) =>
      where.or([
        where.and([
          where('p.consumer', '=', PAYMENTS.consumer),
          where('s.next_number', '>', where(where.ref('p.number'), '+', 1)),
        ]),
        where.and([
          where('p.consumer', '=', RESTRICTIONS.consumer),
          where('c.last_seq', '>', where.ref('p.number')),
        ]),
      ]),
    ),
);

/** Apps with open debts or restrictions by measures of which a source has got further than they are followed. */
export async function openAppsBehind(db: Db): Promise<ReadonlySet<string>> {
  const rows = await positionsBehind(db, {});
  return new Set(rows.map(({ appid }) => appid));
}

export const closeApp = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .deleteFrom('feed_position')
    .where(
      'consumer',
      'in',
      WHILE_OPEN.map(({ consumer }) => consumer),
    ),
);

const openDebt = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_debt').select('number').where('settled_by', 'is', null).limit(1),
).first;

const activeEffect = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('measure_effect')
    .select('effect_id')
    .where('status', '=', 'active')
    .limit(1),
).first;

export const isOpen = async (db: Db, app: AppName): Promise<boolean> =>
  (await openDebt(db, app)) !== undefined || (await activeEffect(db, app)) !== undefined;

/** Restrictions by measures whose last second was before this one. */
export const overdue = statement((db, $: Params<{ second: number }>) =>
  acrossProjects(db)
    .selectFrom('measure_effect')
    .select(['game_index', 'appid', 'player_id'])
    .distinct()
    .where('status', '=', 'active')
    .where('until', '<', $.second)
    .limit(AT_ONCE),
);

/** The end that comes first. */
export const soonestEnd = statement((db) =>
  acrossProjects(db)
    .selectFrom('measure_effect')
    .select('until')
    .$narrowType<{ until: number }>()
    .where('status', '=', 'active')
    .where('until', 'is not', null)
    .orderBy('until')
    .limit(1),
).first;
