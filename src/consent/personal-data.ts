// The downloads that a player has logged in from, in the table of personal data.
import { type ErasedPlayer, type KnownPlayer, personalTable } from '../identity/personal-data.ts';
import { readNoticesAbout } from '../payment/ledger/notice-data.ts';
import { eraseEventsAbout } from '../payment/ledger/personal-data.ts';
import type { Db } from '../storage/db.ts';
import type { ConsentLinkTable } from '../storage/schema.ts';
import { ofApp } from '../storage/tenancy.ts';
import { nameOf } from '../tenants/directory.ts';
import { FILE_PROVIDERS } from './imports/import.ts';
import { findDownloads } from './store.ts';

/** What stores say about a download stays: it meets whoever logs in from it. */
export const consentTable = personalTable({
  table: 'consent_link',
  by: 'player_id',
  key: ['download'],
  section: 'downloads',
  columns: ['download', 'state', 'linked_at', 'changed_at'],
  related: withNotices,
  erase: 'delete',
  before: eraseAbout,
});

/** With what stores have said about each, and the notifications in which they said it. */
async function withNotices(
  db: Db,
  player: KnownPlayer,
  rows: readonly ConsentLinkTable[],
): Promise<readonly object[]> {
  const downloads = rows.map(({ download }) => download);
  const said = await findDownloads(db, { ...nameOf(player), downloads });
  const notices = await readNoticesAbout(db, player, 'APPLE', downloads);
  return rows.map((row) => {
    const { kind, provider, said_at } =
      said.find(({ download }) => download === row.download) ?? {};
    const own = notices.filter(({ subject }) => subject === row.download);
    return { ...row, kind, provider, said_at, notices: own };
  });
}

/** Events on their way, what the store sent, and downloads about which no store has said anything. */
async function eraseAbout(
  tx: Db,
  player: ErasedPlayer,
  rows: readonly ConsentLinkTable[],
): Promise<void> {
  const downloads = rows.map(({ download }) => download);
  for (const provider of ['APPLE', ...FILE_PROVIDERS] as const) {
    await eraseEventsAbout(tx, player, provider, downloads);
  }
  await ofApp(tx, player)
    .deleteFrom('consent_download')
    .where('download', 'in', downloads)
    .where('said_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consent_link as l')
            .select('l.player_id')
            .whereRef('l.game_index', '=', 'consent_download.game_index')
            .whereRef('l.appid', '=', 'consent_download.appid')
            .whereRef('l.download', '=', 'consent_download.download')
            .where('l.player_id', '<>', player.playerId),
        ),
      ),
    )
    .execute();
}
