// SQL of withdrawn consent: downloads, and the players linked to them.
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { ConsentDownloadTable, ConsentLinkTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import { type AppName, nameOf } from '../tenants/directory.ts';

export type NewDownload = Pick<ConsentDownloadTable, 'kind' | 'download'>;

interface Downloads extends AppName {
  readonly downloads: readonly string[];
}

export const findDownloads = statement((db, $: Params<Downloads>) =>
  ofApp(db, $).selectFrom('consent_download').selectAll().where('download', 'in', $.downloads),
);

/**
 * Adds those that are new and locks all of them, in one order. A login that links a player and a store's
 * word about the download wait for each other here, so that neither misses the other.
 */
export async function lockDownloads(
  tx: Db,
  app: AppName,
  wanted: readonly NewDownload[],
  now: number,
): Promise<Map<string, ConsentDownloadTable>> {
  const byHash = new Map(wanted.map((each) => [each.download, each]));
  const rows = [...byHash.values()]
    .toSorted((one, other) => (one.download < other.download ? -1 : 1))
    .map(({ kind, download }) => ({
      game_index: app.gameIndex,
      appid: app.appid,
      download,
      kind,
      state: 'given' as const,
      provider: null,
      said_at: null,
      recorded_at: now,
    }));
  await insertRows(
    tx,
    'consent_download',
    rows,
    'on conflict (game_index, appid, download) do update set kind = excluded.kind',
  );
  const found = await findDownloads(tx, { ...nameOf(app), downloads: [...byHash.keys()] });
  return new Map(found.map((row) => [row.download, row]));
}

type Word = AppName & Pick<ConsentDownloadTable, 'download' | 'state' | 'provider' | 'said_at'>;

export const setDownload = statement((db, $: Params<Word & { now: number }>) =>
  ofApp(db, $)
    .updateTable('consent_download')
    .set({ state: $.state, provider: $.provider, said_at: $.said_at, recorded_at: $.now })
    .where('download', '=', $.download),
);

/** The players of these downloads, in one order. */
export const linksTo = statement((db, $: Params<Downloads>) =>
  ofApp(db, $)
    .selectFrom('consent_link')
    .select(['download', 'player_id', 'state'])
    .where('download', 'in', $.downloads)
    .orderBy('player_id')
    .orderBy('download'),
);

/** A link with what the store says about its download. */
export interface PlayerLink
  extends Pick<ConsentLinkTable, 'download' | 'player_id' | 'state' | 'linked_at' | 'changed_at'>,
    Pick<ConsentDownloadTable, 'kind' | 'provider' | 'said_at'> {
  readonly consent: ConsentDownloadTable['state'];
}

/** All links of these players, oldest first. */
export const linksOf = statement((db, $: Params<AppName & { players: readonly bigint[] }>) =>
  ofApp(db, $)
    .selectFrom('consent_link as l')
    .innerJoin('consent_download as d', (join) =>
      join
        .onRef('d.game_index', '=', 'l.game_index')
        .onRef('d.appid', '=', 'l.appid')
        .onRef('d.download', '=', 'l.download'),
    )
    .select([
      'l.download',
      'l.player_id',
      'l.state',
      'l.linked_at',
      'l.changed_at',
      'd.kind',
      'd.provider',
      'd.said_at',
      'd.state as consent',
    ])
    .where('l.player_id', 'in', $.players)
    .orderBy('l.linked_at')
    .orderBy('l.download'),
);

export const insertLinks = (tx: Db, rows: readonly ConsentLinkTable[]): Promise<void> =>
  insertRows(tx, 'consent_link', rows, 'on conflict do nothing');

type LinkName = AppName & { readonly download: string; readonly playerId: bigint };

export const setLink = statement(
  (db, $: Params<LinkName & { state: ConsentLinkTable['state']; now: number }>) =>
    ofApp(db, $)
      .updateTable('consent_link')
      .set({ state: $.state, changed_at: $.now })
      .where('download', '=', $.download)
      .where('player_id', '=', $.playerId),
);

/** Live or expired: whoever calls compares the end. */
export const loginRestrictions = statement(
  (db, $: Params<AppName & { players: readonly bigint[] }>) =>
    ofApp(db, $)
      .selectFrom('restricted_player')
      .select(['player_id', 'block_type', 'actor_kind', 'starts_at', 'ends_at'])
      .where('scope', '=', 'login')
      .where('player_id', 'in', $.players),
);

/** Null while players are not restricted for withdrawn consent. */
export const findType = statement((db, $: Params<{ appid: string }>) =>
  db.selectFrom('app').select('consent_type').where('appid', '=', $.appid),
).first;
