// Records which purchases and subscriptions have changed: the feed that figures and measures follow.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { PurchaseChangeTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { reserveNumbers } from './numbers.ts';

/** Sent to this process after a commit that may have recorded purchases. */
export const PURCHASES_RECORDED = 'purchases-recorded';
/** Sent after a commit that has recorded changes. */
export const PURCHASES_CHANGED = 'purchases-changed';

/** A purchase by its `unique_key`, a subscription by its id, or an account whose player became known. */
export type Changed = Pick<PurchaseChangeTable, 'provider' | 'kind' | 'subject'>;

/** Their numbers are of the same sequence as those of purchases, so that all follow the order of commits. */
export async function recordChanges(
  tx: Db,
  { appid, gameIndex }: AppName,
  changes: readonly Changed[],
  now: number,
): Promise<void> {
  if (changes.length === 0) return;
  const { number } = await reserveNumbers(tx, { appid, gameIndex }, changes.length, now);
  await insertRows(
    tx,
    'purchase_change',
    changes.map((change, index) => ({
      game_index: gameIndex,
      appid,
      number: number + index,
      at: now,
      ...change,
    })),
  );
}
