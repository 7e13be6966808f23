// Appeals: a restricted player asks for another decision, once for each restriction.
import { type Actor, auditOf, writeAudit } from '../../audit/audit.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { enqueue, OUTBOX_CHANGED, restrictionListeners, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { AppealTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { type App, type AppealRules, nameOf } from '../../tenants/directory.ts';
import { type NewEvent, numberEvents } from '../events.ts';
import { hasExpired, type Language } from '../rules.ts';
import { otherScope } from '../scopes.ts';
import { readScope, readTypes, type StoredRestriction } from '../store.ts';
import { openedEvent } from './appeal-events.ts';
import { insertAppeal, newestAppeal } from './appeals-store.ts';

const DAY_MS = 86_400_000;

export interface AppealRequest {
  /** Through whom the player appeals, for the audit log. */
  readonly actor: Actor;
  readonly playerId: bigint;
  readonly scope: string;
  readonly text: string;
  readonly language: Language;
  readonly source: AppealTable['source'];
  /** The restriction that the player means; the current one unless given. */
  readonly sinceSeq?: number;
}

/** 4017: the type allows none. 4018: the restriction has one that is open, or is decided for good or for now. */
export type AppealOutcome =
  | { readonly appeal: AppealTable }
  | { readonly code: 2002 | 4017 | 4018 };

/** When the player may appeal again; undefined when never. */
export function againAt(
  { again_after_days: days }: AppealRules,
  { decided_at }: Pick<AppealTable, 'decided_at'>,
): number | undefined {
  return days === undefined || decided_at === null ? undefined : decided_at + days * DAY_MS;
}

/** Whether the restriction can be appealed now, given its newest appeal. */
export function mayAppeal(
  rules: AppealRules,
  newest: Pick<AppealTable, 'decided_at'> | undefined,
  now: number,
): boolean {
  if (!newest) return true;
  const again = againAt(rules, newest);
  return again !== undefined && again <= now;
}

/** Names the player, so that an erasure finds the entry. */
export const appealAudit = auditOf('appeal', (row: AppealTable) => ({
  gameIndex: row.game_index,
  target: `apps/${row.appid}/players/${row.player_id}/appeals/${row.appeal_id}`,
}));

export async function openAppeal(
  { db, signals }: Storage,
  app: App,
  request: AppealRequest,
  now: number,
): Promise<AppealOutcome> {
  const { playerId, scope, sinceSeq } = request;
  const place = { ...nameOf(app), playerId, scope };
  const outcome = await db.transaction().execute(async (tx): Promise<AppealOutcome> => {
    // Takes no number, but the lock of the project's changes.
    await takeNumbers(tx, app.gameIndex, 'restriction', 0);
    const live = await readLiveIn(tx, app, playerId, scope, now);
    if (!live || (sinceSeq !== undefined && sinceSeq !== live.sinceSeq)) return { code: 2002 };
    const type = (await readTypes(tx, app)).find((each) => each.block_type === live.blockType);
    if (!type?.appeals) return { code: 4017 };
    const newest = await newestAppeal(tx, { ...place, sinceSeq: live.sinceSeq });
    if (!mayAppeal(app.appeals, newest, now)) return { code: 4018 };
    const appeal = newAppeal(live, request, now);
    await sendEvent(tx, openedEvent(appeal));
    await insertAppeal(tx, appeal, place);
    // Never the text of the player.
    const { block_type, source } = appeal;
    const after = { ...otherScope(scope), block_type, source };
    await writeAudit(tx, now, request.actor, appealAudit('open', appeal, { after }));
    return { appeal };
  });
  if ('appeal' in outcome) signals.emit(OUTBOX_CHANGED);
  return outcome;
}

export async function readLiveIn(
  tx: Db,
  app: App,
  playerId: bigint,
  scope: string,
  now: number,
): Promise<StoredRestriction | undefined> {
  const found = (await readScope(tx, app, scope, [playerId])).get(playerId);
  return found && !hasExpired(found, now) ? found : undefined;
}

const newAppeal = (live: StoredRestriction, request: AppealRequest, now: number): AppealTable => ({
  game_index: live.gameIndex,
  appid: live.appid,
  appeal_id: timeOrderedId(now),
  player_id: live.playerId,
  scope: live.scope,
  since_seq: live.sinceSeq,
  block_type: live.blockType,
  source: request.source,
  language: request.language,
  text: request.text.trim(),
  state: 'open',
  created_at: now,
  opened_event: null,
  answer: null,
  decided_at: null,
  actor_kind: null,
  actor: null,
  decided_event: null,
});

/** If the project has asked for events about restrictions. */
export async function sendEvent(tx: Db, event: NewEvent): Promise<void> {
  const { eventReceivers } = await restrictionListeners(tx, [event.gameIndex]);
  if (!eventReceivers.has(event.gameIndex)) return;
  await enqueue(tx, await numberEvents(tx, [event], eventReceivers));
}
