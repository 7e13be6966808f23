// Restricts players for withdrawn consent, and releases what was set for it. What anybody else has set stays.
import type { AuditedChange } from '../audit/audit.ts';
import { writeDate } from '../base/dates.ts';
import type { Market } from '../base/market.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import {
  type Actor,
  applyWithin,
  type ChangeResult,
  type SetChange,
} from '../restriction/changes.ts';
import { hasExpired } from '../restriction/rules.ts';
import { LOGIN } from '../restriction/scopes.ts';
import type { Db } from '../storage/db.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { findType, loginRestrictions } from './store.ts';

const ACTOR_KIND = 'consent';
/** The date that stands for no end. */
const NEVER = '9999-12-31 23:59:59';

export const actorOf = (provider: Market): Actor => ({ kind: ACTOR_KIND, name: provider });

/** Whose live restriction of the login was set for withdrawn consent, and whose by anybody else. */
async function readLive(tx: Db, app: App, players: readonly bigint[], now: number) {
  // Nobody changes a restriction meanwhile.
  await takeNumbers(tx, app.gameIndex, 'restriction', 0);
  const rows = await loginRestrictions(tx, { ...nameOf(app), players });
  const live = rows.filter((row) => !hasExpired({ endsAt: row.ends_at }, now));
  const [ours, others] = [new Set<bigint>(), new Set<bigint>()];
  for (const { player_id, actor_kind } of live) {
    (actor_kind === ACTOR_KIND ? ours : others).add(BigInt(player_id));
  }
  return { ours, others };
}

interface Restricted {
  /** Those whose restriction is now one for withdrawn consent. */
  readonly players: ReadonlySet<bigint>;
  readonly notified: boolean;
}

const NOBODY: Restricted = { players: new Set(), notified: false };

/** Nobody while the app has not switched it on, or has deleted the type. */
export async function restrict(
  tx: Db,
  app: App,
  wanted: ReadonlyMap<bigint, Market>,
  now: number,
): Promise<Restricted> {
  if (wanted.size === 0) return NOBODY;
  const { consent_type: blockType = null } = (await findType(tx, { appid: app.appid })) ?? {};
  if (blockType === null) return NOBODY;
  const { ours, others } = await readLive(tx, app, [...wanted.keys()], now);
  const free = [...wanted].filter(([player]) => !ours.has(player) && !others.has(player));
  const changes = free.map(([playerId, provider]): SetChange => {
    const startDate = writeDate(now, app.timeZone);
    return {
      kind: 'set',
      app,
      playerId,
      scope: LOGIN,
      actor: actorOf(provider),
      skipBlocked: true,
      restriction: {
        status: 'P',
        blockType,
        startDate,
        endDate: NEVER,
        startsAt: now,
        endsAt: null,
      },
      now,
    };
  });
  if (changes.length === 0) return { players: ours, notified: false };
  const { results, notified } = await applyWithin(tx, changes);
  const set = free.flatMap(([player], index) => (results[index] === 0 ? player : []));
  return { players: new Set([...ours, ...set]), notified };
}

interface By {
  readonly actor: Actor;
  readonly comment?: string | undefined;
  readonly audited?: AuditedChange['actor'] | undefined;
}

interface Released extends Restricted {
  /** Why an operator with limits may not. */
  readonly refused?: ChangeResult | undefined;
}

/** Only restrictions that were set for withdrawn consent, and that nobody has changed since. */
export async function release(
  tx: Db,
  app: App,
  wanted: readonly bigint[],
  by: By,
  now: number,
): Promise<Released> {
  if (wanted.length === 0) return NOBODY;
  const { ours } = await readLive(tx, app, wanted, now);
  if (ours.size === 0) return NOBODY;
  const changes = [...ours].map(
    (playerId) => ({ kind: 'release', app, playerId, scope: LOGIN, ...by, now }) as const,
  );
  const { results, notified } = await applyWithin(tx, changes);
  return { players: ours, notified, refused: results.find((result) => result !== 0) };
}
