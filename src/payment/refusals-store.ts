// SQL of refused verifications: write them in batches, and delete what is too old or too many.
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { RefusedVerificationTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { lockApp } from '../tenants/apps.ts';
import type { AppName } from '../tenants/directory.ts';

export type Refusal = RefusedVerificationTable;

/** Those of a deleted app are dropped, so that a later app of the same name starts empty. */
export async function writeRefusals(tx: Db, rows: readonly Refusal[]): Promise<void> {
  const present: Refusal[] = [];
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

/** The first one that is too many, counted from the newest. */
const findSurplus = statement((db, $: Params<AppName & { most: number }>) =>
  db
    .selectFrom('refused_verification')
    .select('first_at')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .orderBy('first_at', 'desc')
    .orderBy('refused_id', 'desc')
    .limit(1)
    .offset($.most),
).first;

const removeUntil = statement((db, $: Params<AppName & { until: number }>) =>
  db
    .deleteFrom('refused_verification')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('first_at', '<=', $.until),
);

/** Deletes the rows of an app until `until`, and all but the newest `most`. */
export async function pruneRefusals(
  db: Db,
  { gameIndex, appid }: AppName,
  { until, most }: { readonly until: number; readonly most: number },
): Promise<void> {
  const surplus = await findSurplus(db, { gameIndex, appid, most });
  await removeUntil(db, { gameIndex, appid, until: Math.max(until, surplus?.first_at ?? 0) });
}

export const allApps = statement((db) =>
  db.selectFrom('app').select(['game_index as gameIndex', 'appid']).orderBy('appid'),
);

/** What an app leaves behind goes with it. */
export async function forgetApp(tx: Db, { gameIndex, appid }: AppName): Promise<void> {
  await removeUntil(tx, { gameIndex, appid, until: Number.MAX_SAFE_INTEGER });
}
