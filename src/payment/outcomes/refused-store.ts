// SQL of refused verifications: written in batches, deleted with their app.
import { personalTable } from '../../identity/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { RefusedVerificationTable } from '../../storage/schema.ts';
import { lockApp } from '../../tenants/apps.ts';

export type RefusedVerification = RefusedVerificationTable;

/** Those of a deleted app are dropped, so that a later app of the same name starts empty. */
export async function writeRefused(tx: Db, rows: readonly RefusedVerification[]): Promise<void> {
  const present: RefusedVerification[] = [];
  const byApp = Map.groupBy(rows, ({ appid }) => appid);
  // In the same order everywhere, so that transactions cannot deadlock.
  for (const appid of [...byApp.keys()].sort()) {
    const app = await lockApp(tx, appid);
    const own = byApp.get(appid) ?? [];
    present.push(...own.filter((row) => row.game_index === app?.game_index));
  }
  await insertRows(
    tx,
    'refused_verification',
    present,
    `on conflict (game_index, appid, refused_id) do update set
      times = refused_verification.times + excluded.times,
      last_at = case when excluded.last_at > refused_verification.last_at
        then excluded.last_at else refused_verification.last_at end`,
  );
}

/** Kept for support only. */
export const refusedTable = personalTable({
  table: 'refused_verification',
  by: 'account_uuid',
  key: ['refused_id'],
  section: 'refused_verifications',
  erase: 'delete',
});
