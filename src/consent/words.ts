// What stores say about downloads, applied to the players who are linked to them: by a notification, or by a file.
import type { Market } from '../base/market.ts';
import type { Event } from '../payment/ledger/events.ts';
import { sendEvents } from '../payment/ledger/events-store.ts';
import { type DownloadKind, downloadHash } from '../payment/markets/download.ts';
import type { Db } from '../storage/db.ts';
import type { ConsentDownloadTable, ConsentLinkTable } from '../storage/schema.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { decideSaid, isWithdrawn, type Said } from './decide.ts';
import { restoredEvent, withdrawnEvent } from './events.ts';
import { actorOf, release, restrict } from './restriction.ts';
import { linksOf, linksTo, lockDownloads, setDownload, setLink } from './store.ts';

export interface Word extends Said {
  readonly provider: Market;
  readonly kind: DownloadKind;
  /** The store's id of the download. */
  readonly id: string;
}

export type Verdict = ReturnType<typeof decideSaid>;

/** A download after the words about it, with the last one that changed something. */
interface Changed extends Word {
  readonly download: string;
}

export interface Applied {
  /** One for each word, in their order. */
  readonly verdicts: readonly Verdict[];
  /** Who have logged in from the downloads that something new was said about. */
  readonly players: ReadonlySet<bigint>;
  /** The relay has something to send. */
  readonly notified: boolean;
}

/** What the words would change, one after another. */
export function judgeWords(
  appid: string,
  known: ReadonlyMap<string, Pick<ConsentDownloadTable, 'state' | 'said_at'>>,
  words: readonly Word[],
  now: number,
): { readonly verdicts: Verdict[]; readonly changed: readonly Changed[] } {
  const current = new Map(known);
  const changed = new Map<string, Changed>();
  const verdicts = words.map((word) => {
    const download = downloadHash(appid, word.kind, word.id);
    const verdict = decideSaid(current.get(download), word, now);
    if (verdict === 'new') {
      current.set(download, { state: word.state, said_at: word.at });
      changed.set(download, { ...word, download });
    }
    return verdict;
  });
  return { verdicts, changed: [...changed.values()] };
}

export async function applyWords(
  tx: Db,
  app: App,
  words: readonly Word[],
  now: number,
): Promise<Applied> {
  const wanted = words.map(({ kind, id }) => ({
    kind,
    download: downloadHash(app.appid, kind, id),
  }));
  const known = await lockDownloads(tx, app, wanted, now);
  const { verdicts, changed } = judgeWords(app.appid, known, words, now);
  if (changed.length === 0) return { verdicts, players: new Set(), notified: false };
  for (const { download, state, provider, at } of changed) {
    await setDownload(tx, { ...nameOf(app), download, state, provider, said_at: at, now });
  }
  const lost = changed.filter(({ state }) => state === 'withdrawn');
  // That consent was given which nobody had withdrawn is no news.
  const again = changed.filter(
    ({ state, download }) => state === 'given' && known.get(download)?.state === 'withdrawn',
  );
  const withdrawn = await withdraw(tx, app, lost, now);
  const given = await restore(tx, app, again, now);
  const hasEvents = await sendEvents(tx, app, [...withdrawn.events, ...given.events], now);
  return {
    verdicts,
    players: withdrawn.players.union(given.players),
    notified: withdrawn.notified || given.notified || hasEvents,
  };
}

interface Told {
  readonly players: ReadonlySet<bigint>;
  readonly events: readonly Event[];
  readonly notified: boolean;
}

const NOBODY: Told = { players: new Set(), events: [], notified: false };

async function withdraw(tx: Db, app: App, words: readonly Changed[], now: number): Promise<Told> {
  if (words.length === 0) return NOBODY;
  const byPlayer = await playersOf(tx, app, words);
  const players = new Map(
    byPlayer.flatMap(({ word, playerId }) =>
      playerId === null ? [] : [[playerId, word.provider] as const],
    ),
  );
  const restricted = await restrict(tx, app, players, now);
  const events: Event[] = [];
  for (const { word, playerId } of byPlayer) {
    const isRestricted = playerId !== null && restricted.players.has(playerId);
    if (playerId !== null) {
      const state = isRestricted ? 'restricted' : 'withdrawn';
      await setLink(tx, { ...nameOf(app), download: word.download, playerId, state, now });
    }
    events.push(withdrawnEvent({ ...word, appid: app.appid, playerId }, isRestricted));
  }
  return { players: new Set(players.keys()), events, notified: restricted.notified };
}

async function restore(tx: Db, app: App, words: readonly Changed[], now: number): Promise<Told> {
  if (words.length === 0) return NOBODY;
  const byPlayer = (await playersOf(tx, app, words)).filter(
    ({ playerId, link }) => playerId === null || (link !== undefined && isWithdrawn(link)),
  );
  for (const { word, playerId } of byPlayer) {
    if (playerId === null) continue;
    await setLink(tx, {
      ...nameOf(app),
      download: word.download,
      playerId,
      state: 'restored',
      now,
    });
  }
  const released = new Set<bigint>();
  let notified = false;
  for (const [provider, own] of Map.groupBy(byPlayer, ({ word }) => word.provider)) {
    const players = await withoutWithdrawn(
      tx,
      app,
      own.flatMap(({ playerId }) => playerId ?? []),
    );
    const done = await release(tx, app, players, { actor: actorOf(provider) }, now);
    for (const player of done.players) released.add(player);
    notified ||= done.notified;
  }
  const events = byPlayer.map(({ word, playerId }) =>
    restoredEvent(
      { ...word, appid: app.appid, playerId },
      'store',
      playerId !== null && released.has(playerId),
    ),
  );
  const players = new Set(byPlayer.flatMap(({ playerId }) => playerId ?? []));
  return { players, events, notified };
}

interface OfPlayer {
  readonly word: Changed;
  readonly playerId: bigint | null;
  readonly link?: ConsentLinkTable['state'];
}

/** Each download with each of its players; with nobody, where no player has logged in from it. */
async function playersOf(tx: Db, app: App, words: readonly Changed[]): Promise<OfPlayer[]> {
  const downloads = words.map(({ download }) => download);
  const links = Map.groupBy(
    await linksTo(tx, { ...nameOf(app), downloads }),
    ({ download }) => download,
  );
  return words.flatMap((word): OfPlayer[] => {
    const own = links.get(word.download) ?? [];
    return own.length === 0
      ? [{ word, playerId: null }]
      : own.map(({ player_id, state }) => ({ word, playerId: BigInt(player_id), link: state }));
  });
}

/** Those for whom no other download has withdrawn consent. */
export async function withoutWithdrawn(
  tx: Db,
  app: App,
  players: readonly bigint[],
): Promise<bigint[]> {
  if (players.length === 0) return [];
  const links = await linksOf(tx, { ...nameOf(app), players });
  const still = new Set(
    links.flatMap(({ player_id, state }) => (isWithdrawn(state) ? BigInt(player_id) : [])),
  );
  return [...new Set(players)].filter((player) => !still.has(player));
}
