// Verifications that Tollgate itself failed, per app: since when and how many, until none fails any more.
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofApp } from '../storage/tenancy.ts';
import type { AppName } from './directory.ts';

/** After this long without another one, it is over. */
const QUIET_MS = 10 * 60_000;

interface Failures extends AppName {
  readonly since: number;
  readonly count: number;
  readonly now: number;
  readonly quietSince: number;
}

const keep = statement((db, $: Params<Failures>) =>
  ofApp(db, $)
    .updateTable('purchase_sequence')
    .set((row) => ({
      failing_since: row
        .case()
        .when('failed_at', '>', $.quietSince)
        .then(row.ref('failing_since'))
        .else($.since)
        .end(),
      failures: row
        .case()
        .when('failed_at', '>', $.quietSince)
        .then(row('failures', '+', $.count))
        .else($.count)
        .end(),
      failed_at: $.now,
    })),
);

/** Of an app that was deleted, nothing is kept. */
export const keepFailures = (
  db: Parameters<typeof keep>[0],
  failures: Omit<Failures, 'quietSince'>,
): Promise<unknown> => keep(db, { ...failures, quietSince: failures.now - QUIET_MS });

const listSince = statement((db, $: Params<{ quietSince: number; least: number }>) =>
  acrossProjects(db)
    .selectFrom('purchase_sequence')
    .select(['game_index as gameIndex', 'appid', 'failing_since', 'failures'])
    .where('failed_at', '>', $.quietSince)
    .where('failures', '>=', $.least)
    .orderBy('appid'),
);

/** The apps of all projects with at least so many failures, the last of them recently. */
export const listFailing = (
  db: Parameters<typeof listSince>[0],
  { now, least }: { readonly now: number; readonly least: number },
) => listSince(db, { quietSince: now - QUIET_MS, least });
