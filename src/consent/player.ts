// What stores say about the consent for a player, and support's word that it was given again.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { makeChange, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import { playerIdOf } from '../identity/player-id.ts';
import { OUTBOX_CHANGED } from '../outbox/outbox.ts';
import { sendEvents } from '../payment/ledger/events-store.ts';
import { isNotAllowed, RESTRICTIONS_CHANGED } from '../restriction/changes.ts';
import { forbidden } from '../restriction/limits.ts';
import { hasExpired } from '../restriction/rules.ts';
import { Comment } from '../restriction/schema.ts';
import type { Db } from '../storage/db.ts';
import type { AppContext } from '../tenants/apps.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { isWithdrawn } from './decide.ts';
import { restoredEvent } from './events.ts';
import { release } from './restriction.ts';
import { linksOf, lockDownloads, loginRestrictions, type PlayerLink, setLink } from './store.ts';

const ConsentDownload = namedObject('ConsentDownload', {
  download: Type.String({ description: 'Hash of the id, which is not stored.' }),
  kind: Type.Enum(['app_transaction', 'install'], {
    description: 'The app transaction of the App Store, or an install of Google Play or Amazon.',
  }),
  state: Type.Enum(['linked', 'withdrawn', 'restricted', 'restored'], {
    description:
      '`linked`: nothing was withdrawn; `withdrawn`; `restricted`: withdrawn, and the player was restricted for it; `restored`: given again.',
  }),
  provider: orNull(Type.String(), 'The store that said something about it.'),
  said_at: orNull(Type.String(), 'When the store said so, by its clock.'),
  linked_at: Type.String({ description: 'The first login of the player from it.' }),
  changed_at: Type.String(),
});

export const PlayerConsent = namedObject('PlayerConsent', {
  withdrawn: Type.Boolean({ description: 'Whether consent is withdrawn for the player.' }),
  restricted: Type.Boolean({
    description: 'Whether the player is restricted for it now.',
  }),
  downloads: Type.Array(ConsentDownload, { description: 'Linked first, first.' }),
});
export type PlayerConsent = Type.Static<typeof PlayerConsent>;

export const ConsentRestore = Type.Object({ comment: Comment }, { additionalProperties: false });
type ConsentRestore = Type.Static<typeof ConsentRestore>;

interface PlayerKey {
  readonly player_id: string;
}

export async function readPlayerConsent(
  { context, app }: AppContext,
  { player_id }: PlayerKey,
): Promise<PlayerConsent | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  return consentOf(context.storage.db, app, playerId, context.clock());
}

/** Consent for the player was given again, as support has learned. Ends what withdrawn consent has set, and only that. */
export async function restoreConsent(
  { context, app }: AppContext,
  actor: Actor,
  { player_id, comment }: ConsentRestore & PlayerKey,
): Promise<PlayerConsent | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const { signals } = context.storage;
  let isNotified = false;
  const outcome = await makeChange(context, actor, async (tx, now) => {
    const known = await withdrawnLinks(tx, app, playerId);
    await lockDownloads(tx, app, known, now);
    const links = await withdrawnLinks(tx, app, playerId);
    if (links.length === 0) {
      const detail = `No consent is withdrawn for player ${playerId}.`;
      return { rejected: 'IN_USE', detail } as const;
    }
    const by = { actor, comment: comment || undefined, audited: actor };
    const { players, notified, refused } = await release(tx, app, [playerId], by, now);
    if (refused !== undefined && isNotAllowed(refused)) return forbidden(refused.notAllowed);
    for (const { download } of links) {
      await setLink(tx, { ...nameOf(app), download, playerId, state: 'restored', now });
    }
    const { appid, gameIndex } = app;
    const events = links.flatMap(({ provider, download, kind }) =>
      provider === null
        ? []
        : restoredEvent(
            { appid, provider, download, kind, playerId, at: now },
            'operator',
            players.has(playerId),
          ),
    );
    isNotified = (await sendEvents(tx, app, events, now)) || notified;
    const audit = {
      action: 'consent.restore',
      gameIndex,
      // Below the player, so that an erasure finds it.
      target: `apps/${appid}/players/${playerId}/consent`,
      after: { released: players.has(playerId), ...(comment && { comment }) },
    };
    return { value: await consentOf(tx, app, playerId, now), audit };
  });
  signals.deliver(RESTRICTIONS_CHANGED);
  if (isNotified) signals.emit(OUTBOX_CHANGED);
  return outcome;
}

async function withdrawnLinks(tx: Db, app: App, playerId: bigint): Promise<PlayerLink[]> {
  const links = await linksOf(tx, { ...nameOf(app), players: [playerId] });
  return links.filter(({ state }) => isWithdrawn(state));
}

async function consentOf(db: Db, app: App, playerId: bigint, now: number): Promise<PlayerConsent> {
  const player = { ...nameOf(app), players: [playerId] };
  const links = await linksOf(db, player);
  const [row] = await loginRestrictions(db, player);
  return {
    withdrawn: links.some(({ state }) => isWithdrawn(state)),
    restricted: row?.actor_kind === 'consent' && !hasExpired({ endsAt: row.ends_at }, now),
    downloads: links.map((link) => ({
      download: link.download,
      kind: link.kind,
      state: link.state,
      provider: link.provider,
      said_at: link.said_at === null ? null : isoTime(link.said_at),
      linked_at: isoTime(link.linked_at),
      changed_at: isoTime(link.changed_at),
    })),
  };
}
