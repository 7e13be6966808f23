// SQL of what is still to be followed: marked accounts, new purchases, the history, and ends.
import { sql } from 'kysely';
import { timeOrderedId } from '../base/ids.ts';
import { lastNumberOf } from '../payment/figures/positions.ts';
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { AppName } from '../tenants/directory.ts';
import type { OfAccounts } from './purchases-store.ts';

/** How much is followed at once. */
export const AT_ONCE = 500;

/** Apps of all projects with marks. */
export const markedApps = statement((db) =>
  db.selectFrom('measure_mark').select(['game_index', 'appid']).distinct(),
);

export const marksOf = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('measure_mark')
    .select(['mark_id', 'account_uuid', 'player_id'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .orderBy('mark_id')
    .limit(AT_ONCE),
);

/** Those that were still there. */
export const takeMarks = statement((db, $: Params<AppName & { ids: readonly string[] }>) =>
  db
    .deleteFrom('measure_mark')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('mark_id', 'in', $.ids)
    .returning('mark_id'),
);

export interface Marked {
  readonly account: string;
  readonly playerId: bigint | undefined;
}

export const insertMarks = (
  tx: Db,
  { appid, gameIndex }: AppName,
  marked: readonly Marked[],
  now: number,
): Promise<void> =>
  insertRows(
    tx,
    'measure_mark',
    marked.map(({ account, playerId }) => ({
      game_index: gameIndex,
      appid,
      mark_id: timeOrderedId(now),
      account_uuid: account,
      player_id: playerId ?? null,
    })),
  );

/** Restrictions by measures whose last second was before this one. */
export const overdue = statement((db, $: Params<{ second: number }>) =>
  db
    .selectFrom('measure_effect')
    .select(['game_index', 'appid', 'player_id'])
    .distinct()
    .where('status', '=', 'active')
    .where('until', '<', $.second)
    .limit(AT_ONCE),
);

/** The player is looked for at the next logins. */
export const keepUnknownAccount = (
  tx: Db,
  { appid, gameIndex }: AppName,
  account_uuid: string,
): Promise<void> =>
  insertRows(
    tx,
    'measure_account',
    [{ game_index: gameIndex, appid, account_uuid, player_id: null }],
    'on conflict (game_index, appid, account_uuid) do nothing',
  );

/** Accounts whose player was looked for. */
export const unknownAmong = statement((db, $: Params<OfAccounts>) =>
  db
    .selectFrom('measure_account')
    .select('account_uuid')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('account_uuid', 'in', $.accounts)
    .where('player_id', 'is', null),
);

export const recognise = statement(
  (db, $: Params<AppName & { account: string; playerId: bigint }>) =>
    db
      .updateTable('measure_account')
      .set({ player_id: $.playerId })
      .where('game_index', '=', $.gameIndex)
      .where('appid', '=', $.appid)
      .where('account_uuid', '=', $.account),
);

const lastSeq = statement((db, $: Params<{ gameIndex: number }>) =>
  db
    .selectFrom('change_sequence')
    .select('last_seq')
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', 'restriction'),
).first;

interface Needs {
  readonly hasDebts: boolean;
  readonly hasEffects: boolean;
}

/** Reads how far the ledger and the history are; the answer opens the position there if it is needed. */
export async function openPosition(
  tx: Db,
  { appid, gameIndex }: AppName,
): Promise<(needs: Needs) => Promise<void>> {
  const number = (await lastNumberOf(tx, { appid, gameIndex })) ?? 0;
  const seq = (await lastSeq(tx, { gameIndex }))?.last_seq ?? 0;
  return async ({ hasDebts, hasEffects }) => {
    if (!hasDebts && !hasEffects) return;
    await insertRows(
      tx,
      'measure_position',
      [{ game_index: gameIndex, appid, number, seq }],
      'on conflict (game_index, appid) do nothing',
    );
  };
}

/** Apps with open debts or restrictions by measures, and how far they could be followed. */
export const positions = statement((db) =>
  db
    .selectFrom('measure_position as p')
    .innerJoin('purchase_sequence as s', (join) =>
      join.onRef('s.game_index', '=', 'p.game_index').onRef('s.appid', '=', 'p.appid'),
    )
    .innerJoin('change_sequence as c', (join) =>
      join.onRef('c.game_index', '=', 'p.game_index').on('c.channel', '=', 'restriction'),
    )
    .select(['p.game_index', 'p.appid', 'p.number', 'p.seq', 's.next_number', 'c.last_seq']),
);

export interface Span extends AppName {
  readonly above: number;
  readonly upTo: number;
}

/** Accounts with open debts among those that bought something. */
export const payingAccounts = statement((db, $: Params<Span>) =>
  db
    .selectFrom('purchase as p')
    .select('p.account_uuid')
    .distinct()
    .where('p.game_index', '=', $.gameIndex)
    .where('p.appid', '=', $.appid)
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
    ),
);

/** Players restricted by measures among those whose restriction somebody else has changed. */
export const changedPlayers = statement((db, $: Params<Span>) =>
  db
    .selectFrom('restriction_history as h')
    .select('h.player_id')
    .distinct()
    .where('h.game_index', '=', $.gameIndex)
    .where('h.seq', '>', $.above)
    .where('h.seq', '<=', $.upTo)
    .where('h.appid', '=', $.appid)
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
    ),
);

interface Move extends AppName {
  readonly number: number;
  readonly seq: number;
  readonly toNumber: number;
  readonly toSeq: number;
}

/** Nothing is changed when another process was faster. */
export const movePosition = statement((db, $: Params<Move>) =>
  db
    .updateTable('measure_position')
    .set({ number: $.toNumber, seq: $.toSeq })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('number', '=', $.number)
    .where('seq', '=', $.seq)
    .returning('appid'),
);

const openDebt = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('measure_debt')
    .select('number')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('settled_by', 'is', null)
    .limit(1),
).first;

const activeEffect = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('measure_effect')
    .select('effect_id')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('status', '=', 'active')
    .limit(1),
).first;

export const isOpen = async (db: Db, app: AppName): Promise<boolean> =>
  (await openDebt(db, app)) !== undefined || (await activeEffect(db, app)) !== undefined;

export const removePosition = statement((db, $: Params<AppName>) =>
  db
    .deleteFrom('measure_position')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid),
);
