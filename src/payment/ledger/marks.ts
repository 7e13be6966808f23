// What the figures follow: steps of subscriptions, and marks on records that have changed.
import { timeOrderedId } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { FigureMarkTable } from '../../storage/schema.ts';
import { type Changes, keyOf, type UnitOfWork } from './unit-of-work.ts';

type Subject = Pick<FigureMarkTable, 'provider' | 'kind' | 'subject'>;

/** New purchases need no mark, nor do their subscriptions: they are found by their numbers. */
export async function markChanges(
  tx: Db,
  { appid, gameIndex, now }: UnitOfWork,
  { added, changed, cancellations, steps }: Changes,
): Promise<void> {
  const isAdded = new Set(added.map(keyOf));
  const hasNewCycle = new Set(added.map((row) => row.subscription_id));
  const purchases = new Map([...changed, ...cancellations].map((row) => [keyOf(row), row]));
  const subjects: Subject[] = [
    ...[...purchases]
      .filter(([key]) => !isAdded.has(key))
      .map(([, { provider, unique_key: subject }]) => ({
        provider,
        kind: 'purchase' as const,
        subject,
      })),
    ...steps
      .filter((step) => !hasNewCycle.has(step.subscription_id))
      .map(({ provider, subscription_id: subject }) => ({
        provider,
        kind: 'subscription' as const,
        subject,
      })),
  ];
  await insertRows(
    tx,
    'subscription_step',
    steps,
    `on conflict (game_index, appid, provider, subscription_id, at, cycle_key) do update set
      status = excluded.status, renews = excluded.renews, expires_at = excluded.expires_at,
      grace_until = excluded.grace_until`,
  );
  await insertRows(
    tx,
    'figure_mark',
    subjects.map((subject) => ({
      game_index: gameIndex,
      appid,
      mark_id: timeOrderedId(now),
      ...subject,
    })),
  );
}
