// SQL of purchases that were never reported as delivered, by when they were verified.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { IS_UNDELIVERED } from '../ledger/undelivered.ts';

interface Undelivered extends AppName {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

const undelivered = statement((db, $: Params<Undelivered>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(['verified_at', 'provider'])
    .where('verified_at', '>=', $.from)
    .where('verified_at', '<', $.to)
    .where(sql.raw<boolean>(IS_UNDELIVERED))
    .limit($.limit),
);

/** An app with more does not report deliveries. */
const MOST = 10_000;

/** Undefined when there are too many to be counted. */
export async function readUndelivered(
  db: Db,
  { appid, gameIndex }: AppName,
  { from, to }: { readonly from: number; readonly to: number },
  most = MOST,
) {
  const rows = await undelivered(db, { appid, gameIndex, from, to, limit: most + 1 });
  return rows.length > most ? undefined : rows;
}
