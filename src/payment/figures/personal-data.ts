// What the sums keep of a player: the days on which an account paid. An erasure moves them to the pseudonym, as in the ledger.

import { type Calendar, createCalendar } from '../../base/calendar.ts';
import { addPaid, type Paid, type PaidDays } from '../../figures/paid.ts';
import { changePayer } from '../../figures/payers.ts';
import { createSums } from '../../figures/sums.ts';
import {
  addSums,
  findCounted,
  findPaidDays,
  saveCounted,
  savePaidDays,
} from '../../figures/sums-store.ts';
import { type ErasedPlayer, personalTable } from '../../identity/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import type { Market } from '../../storage/schema.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { MARKET_CODES } from '../markets/markets.ts';
import { readLinked, type SubscriptionName } from './ledger-store.ts';
import { holdPosition } from './positions.ts';

/** After the ledger. Whatever is followed meanwhile was read before, and is not written. */
export const payerTable = personalTable({
  table: 'figure_payer',
  by: 'account_uuid',
  key: ['day'],
  async erase(tx, player) {
    const timeZone = await holdPosition(tx, player);
    if (timeZone === undefined) return;
    await renamePayers(tx, player, createCalendar(timeZone));
    await renameCounted(tx, player);
  },
});

/** Several accounts of a player become one payer. */
async function renamePayers(tx: Db, player: ErasedPlayer, calendar: Calendar): Promise<void> {
  const { gameIndex, appid, accounts, pseudonym } = player;
  const known = await findPaidDays(tx, player, [...accounts, pseudonym]);
  const own = accounts.flatMap((account) => known.get(account) ?? []);
  if (own.length === 0) return;
  const sums = createSums(calendar);
  const moved = new Map<number, Paid>();
  for (const days of own) {
    for (const [day, paid] of days) moved.set(day, addPaid(moved.get(day), paid));
    changePayer(sums, calendar, days, negative(days));
  }
  const after = changePayer(sums, calendar, known.get(pseudonym) ?? new Map(), moved);
  await ofApp(tx, { gameIndex, appid })
    .deleteFrom('figure_payer')
    .where('account_uuid', 'in', accounts)
    .execute();
  const rows = [...after].map(([day, paid]) => ({ account_uuid: pseudonym, day, paid }));
  await savePaidDays(tx, player, rows);
  await addSums(tx, player, sums.moneyRows(), sums.countRows());
}

const negative = (days: PaidDays): PaidDays =>
  new Map(
    [...days].map(([day, paid]) => [
      day,
      Object.fromEntries(Object.entries(paid).map(([currency, count]) => [currency, -count])),
    ]),
  );

/** What was counted of subscriptions, and of sales that were not verified yet, names the account, too. */
async function renameCounted(tx: Db, player: ErasedPlayer): Promise<void> {
  const { gameIndex, appid, pseudonym } = player;
  const sales = await ofApp(tx, { gameIndex, appid })
    .selectFrom('purchase')
    .select(['provider', 'unique_key'])
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', '=', pseudonym)
    .where('subscription_id', 'is', null)
    .where((row) => row.or([row('claimed', '=', 0), row('price', 'is', null)]))
    .execute();
  for (const [provider, group] of Map.groupBy(sales, (sale) => sale.provider)) {
    const subjects = group.map(({ unique_key }) => unique_key);
    await renameIn(tx, player, { provider, kind: 'purchase', subjects });
  }
  const subscriptions = await ofApp(tx, { gameIndex, appid })
    .selectFrom('subscription')
    .select(['provider', 'subscription_id as id'])
    .where('account_uuid', '=', pseudonym)
    .execute();
  const groups = await readLinked(tx, player, subscriptions as SubscriptionName[]);
  for (const [provider, group] of Map.groupBy(groups, (linked) => linked.provider)) {
    const subjects = group.flatMap(({ ids }) => ids);
    await renameIn(tx, player, { provider, kind: 'subscription', subjects });
  }
}

interface Counted {
  readonly provider: Market;
  readonly kind: 'purchase' | 'subscription';
  readonly subjects: readonly string[];
}

async function renameIn(
  tx: Db,
  { gameIndex, appid, accounts, pseudonym }: ErasedPlayer,
  { provider, kind, subjects }: Counted,
): Promise<void> {
  const names = new RegExp(accounts.join('|'), 'gi');
  const rows = await findCounted(tx, { appid, gameIndex, provider, kind, subjects });
  const renamed = rows.map(({ subject, facts }) => ({
    provider,
    kind,
    subject,
    facts: facts.replaceAll(names, pseudonym),
  }));
  await saveCounted(tx, { appid, gameIndex }, renamed);
}
