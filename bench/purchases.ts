// A fast way to have many purchases beforehand, evenly spread over the last days.
import { assumedAccountUuid } from '../src/identity/logins.ts';
import type { Service } from '../src/service.ts';
import { query } from '../src/storage/rows.ts';
import type { BenchApp } from './case.ts';

const CHUNK = 20_000;
/** Ten million of them fit into the window. */
const APART_MS = 200;
const ACCOUNTS = 5_000;
/** Whoever bought these, the oldest of all, bought nothing since. */
const OLD_PURCHASES = 3;
export const OLD_PLAYER = 4_711;

const padded = (number: string): string => `substr(cast(1000000000000 + ${number} as text), 2)`;
const uuid = (number: string): string => `'00000000-0000-4000-8000-' || ${padded(number)}`;

const INSERT = `insert into purchase (game_index, appid, provider, unique_key, number, transaction_id,
    provider_transaction_id, store_transaction_id, product_id, quantity, price, currency,
    cancel_state, test, account_uuid, account_compare, receipt, receipt_hash, purchased_at,
    purchase_date_source, verified_at, request_type)
  with recursive sale(i) as (
    select cast(? as bigint) union all select i + 1 from sale where i + 1 < cast(? as bigint))
  select ?, ?, 'APPLE', cast(i as text), i + 1, ${uuid('i')}, cast(i as text), cast(i as text),
    'gems.100', 1, '9.99', 'USD', 0, 0,
    case when i < ${OLD_PURCHASES} then ? else ${uuid(`i % ${ACCOUNTS}`)} end, 1,
    cast(i as text), cast(i as text), cast(? as bigint) + i * ${APART_MS}, 'STORE_PAYMENT',
    cast(? as bigint) + i * ${APART_MS}, 1
  from sale`;

/** Sells until `count` are sold; says when the first was verified. */
export async function sellMany(
  { context, directory }: Service,
  { appid }: BenchApp,
  count: number,
): Promise<number> {
  const app = await directory.app(appid);
  if (!app) throw new Error('the app is not there');
  const oldAccount = assumedAccountUuid(app, BigInt(OLD_PLAYER));
  const begun = context.clock() - count * APART_MS;
  for (let first = 0; first < count; first += CHUNK) {
    const end = Math.min(first + CHUNK, count);
    await query(context.storage.db, INSERT, [
      first,
      end,
      app.gameIndex,
      appid,
      oldAccount,
      begun,
      begun,
    ]);
  }
  return begun;
}
