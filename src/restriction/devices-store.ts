// SQL of restricted devices: those of restricted players, and the players who are excepted.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { DeviceExceptionTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { secondOf } from './rules.ts';
import { LOGIN } from './scopes.ts';

/** Those that the player used last. */
const MOST_DEVICES = 10;

interface OfPlayer extends AppName {
  readonly playerId: bigint;
}

const lastDevices = statement((db, $: Params<OfPlayer & { limit: number }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select('did')
    .where('player_id', '=', $.playerId)
    .groupBy('did')
    .orderBy(({ fn }) => fn.max('logged_in_at'), 'desc')
    .orderBy('did')
    .limit($.limit),
);

export const releaseDevices = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $).deleteFrom('restricted_device').where('player_id', '=', $.playerId),
);

export async function restrictDevices(tx: Db, player: OfPlayer): Promise<void> {
  await releaseDevices(tx, player);
  const dids = await lastDevices(tx, { ...player, limit: MOST_DEVICES });
  const { gameIndex: game_index, appid, playerId: player_id } = player;
  const rows = dids.map(({ did }) => ({ game_index, appid, did, player_id }));
  await insertRows(tx, 'restricted_device', rows);
}

type OnDevice = OfPlayer & { readonly did: bigint; readonly now: number };

/** Restrictions in effect of other players who include this device, unless the player is excepted. */
export const restrictedBy = (db: Queryable, { now, ...place }: OnDevice) =>
  findRestrictedBy(db, { ...place, now, second: secondOf(now) });

const findRestrictedBy = statement((db, $: Params<OnDevice & { second: number }>) =>
  ofApp(db, $)
    .selectFrom('restricted_device as d')
    .innerJoin('restricted_player as r', (join) =>
      join
        .onRef('r.game_index', '=', 'd.game_index')
        .onRef('r.appid', '=', 'd.appid')
        .onRef('r.player_id', '=', 'd.player_id'),
    )
    .selectAll('r')
    .where('d.did', '=', $.did)
    .where('d.player_id', '<>', $.playerId)
    .where('r.scope', '=', LOGIN)
    .where('r.with_devices', '=', 1)
    .where(({ eb, or }) => or([eb('r.status', '=', 'P'), eb('r.starts_at', '<=', $.now)]))
    .where(({ eb, or }) => or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>=', $.second)]))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('device_exception as e')
            .select(sql`1`.as('one'))
            .whereRef('e.game_index', '=', 'd.game_index')
            .whereRef('e.appid', '=', 'd.appid')
            .where('e.player_id', '=', $.playerId),
        ),
      ),
    )
    .orderBy('r.player_id')
    .limit(1),
);

/** Devices of the player's own restriction. */
export const devicesOf = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $)
    .selectFrom('restricted_device')
    .select('did')
    .where('player_id', '=', $.playerId)
    .orderBy('did'),
);

/** Devices of the player that are restricted with others. */
export const devicesMet = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $)
    .selectFrom('restricted_device as d')
    .select(['d.did', 'd.player_id'])
    .where('d.player_id', '<>', $.playerId)
    .where('d.did', 'in', ({ selectFrom }) =>
      selectFrom('login as l')
        .select('l.did')
        .whereRef('l.game_index', '=', 'd.game_index')
        .whereRef('l.appid', '=', 'd.appid')
        .where('l.player_id', '=', $.playerId),
    )
    .orderBy('d.did')
    .orderBy('d.player_id'),
);

export const findException = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $).selectFrom('device_exception').selectAll().where('player_id', '=', $.playerId),
).first;

export const addException = (tx: Db, row: DeviceExceptionTable): Promise<void> =>
  insertRows(tx, 'device_exception', [row]);

export const dropException = statement((db, $: Params<OfPlayer>) =>
  ofApp(db, $).deleteFrom('device_exception').where('player_id', '=', $.playerId),
);
