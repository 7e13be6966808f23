// A login names the downloads that the player uses: links them, and meets players whose consent was withdrawn before.
import { OUTBOX_CHANGED } from '../outbox/outbox.ts';
import type { Event } from '../payment/ledger/events.ts';
import { sendEvents } from '../payment/ledger/events-store.ts';
import { type DownloadKind, downloadHash } from '../payment/markets/download.ts';
import { RESTRICTIONS_CHANGED } from '../restriction/changes.ts';
import type { Db } from '../storage/db.ts';
import type { ConsentDownloadTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { endedByNew, isSettled, isWithdrawn } from './decide.ts';
import { restoredEvent, withdrawnEvent } from './events.ts';
import { actorOf, release, restrict } from './restriction.ts';
import { insertLinks, linksOf, lockDownloads, type PlayerLink, setLink } from './store.ts';
import { withoutWithdrawn } from './words.ts';

/** The ids that the stores have given the app on this device. */
export interface UsedDownload {
  readonly kind: DownloadKind;
  readonly id: string;
}

interface Used extends UsedDownload {
  readonly download: string;
}

/**
 * Call it before the restrictions of the login are read. True while consent is withdrawn for the player.
 * From known downloads it only reads, in one statement.
 */
export async function meetLogin(
  { db, signals }: Storage,
  app: App,
  playerId: bigint,
  downloads: readonly UsedDownload[],
  now: number,
): Promise<boolean> {
  const used = downloads.map((each) => ({
    ...each,
    download: downloadHash(app.appid, each.kind, each.id),
  }));
  const known = await linksOfPlayer(db, app, playerId);
  const isKnown = used.every(({ download }) =>
    isSettled(
      known.find((link) => link.download === download),
      app.restrictsForConsent,
    ),
  );
  if (isKnown) return known.some(({ state }) => isWithdrawn(state));
  const met = await db.transaction().execute((tx) => link(tx, app, playerId, used, now));
  signals.deliver(RESTRICTIONS_CHANGED);
  if (met.notified) signals.emit(OUTBOX_CHANGED);
  return met.isWithdrawn;
}

const linksOfPlayer = (db: Db, app: App, playerId: bigint) =>
  linksOf(db, { ...nameOf(app), players: [playerId] });

async function link(tx: Db, app: App, playerId: bigint, used: readonly Used[], now: number) {
  const rows = await lockDownloads(tx, app, used, now);
  const known = await linksOfPlayer(tx, app, playerId);
  const added = used.flatMap((each) => {
    const row = rows.get(each.download);
    const isNew = !known.some(({ download }) => download === each.download);
    return row && isNew ? [{ ...each, row }] : [];
  });
  await insertLinks(
    tx,
    added.map(({ download }) => ({
      ...{ game_index: app.gameIndex, appid: app.appid, download, player_id: playerId },
      ...{ state: 'linked' as const, linked_at: now, changed_at: now },
    })),
  );
  const restored = await restore(tx, app, playerId, { known, added }, now);
  const withdrawn = await withdraw(tx, app, playerId, { known, added, used }, now);
  const hasEvents = await sendEvents(tx, app, [...restored.events, ...withdrawn.events], now);
  const after = await linksOfPlayer(tx, app, playerId);
  return {
    isWithdrawn: after.some(({ state }) => isWithdrawn(state)),
    notified: restored.notified || withdrawn.notified || hasEvents,
  };
}

interface Links {
  readonly known: readonly PlayerLink[];
  readonly added: readonly (Used & { readonly row: ConsentDownloadTable })[];
}

/** Another download of the App Store is consent given again. */
async function restore(tx: Db, app: App, playerId: bigint, { known, added }: Links, now: number) {
  const ended = new Set(
    added.flatMap(({ kind, row }) => endedByNew(known, { kind, consent: row.state })),
  );
  for (const { download } of ended) {
    await setLink(tx, { ...nameOf(app), download, playerId, state: 'restored', now });
  }
  const players = ended.size === 0 ? [] : await withoutWithdrawn(tx, app, [playerId]);
  const by = { actor: actorOf('APPLE') };
  const { players: released, notified } = await release(tx, app, players, by, now);
  const events: Event[] = [...ended].map(({ download, kind }) =>
    restoredEvent(
      { appid: app.appid, provider: 'APPLE', download, kind, playerId, at: now },
      'new_download',
      released.has(playerId),
    ),
  );
  return { events, notified };
}

interface UsedLinks extends Links {
  readonly used: readonly Used[];
}

/** Of downloads that are new to the player, and of those that were met before players were restricted. */
async function withdraw(
  tx: Db,
  app: App,
  playerId: bigint,
  { known, added, used }: UsedLinks,
  now: number,
) {
  const found = added.filter(({ row }) => row.state === 'withdrawn');
  const waiting = known.filter(
    ({ download, state }) =>
      state === 'withdrawn' && used.some((each) => each.download === download),
  );
  const provider = found[0]?.row.provider ?? waiting[0]?.provider;
  if (!provider) return { events: [], notified: false };
  const { players, notified } = await restrict(tx, app, new Map([[playerId, provider]]), now);
  const isRestricted = players.has(playerId);
  const state = isRestricted ? 'restricted' : 'withdrawn';
  for (const { download } of [...found, ...(isRestricted ? waiting : [])]) {
    await setLink(tx, { ...nameOf(app), download, playerId, state, now });
  }
  const events: Event[] = found.map(({ row, download, kind, id }) =>
    withdrawnEvent(
      {
        ...{ appid: app.appid, provider: row.provider ?? provider, download, kind, id, playerId },
        at: row.said_at ?? now,
      },
      isRestricted,
    ),
  );
  return { events, notified };
}
