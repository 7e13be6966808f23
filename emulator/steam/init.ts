// InitTxn: checks a purchase as Steam does and opens its order.
import { convert, isChargeable, isWalletCurrency } from './currencies.ts';
import { type Answer, failure, ok } from './errors.ts';
import type { Item } from './orders.ts';
import { int16Max, integer, uint32Max, uint64 } from './params.ts';
import { type Space, takeForced } from './space.ts';
import { accountStatuses, type User } from './users.ts';

const mostItems = 64;
const longestDescription = 128;
const mostAmount = 10 ** 15 - 1;

export function initTxn(space: Space, params: URLSearchParams): Answer {
  const orderid = uint64(params.get('orderid'));
  if (!orderid) return failure(3, {}, 'orderid');
  const refuse = (name: string) => failure(3, { orderid }, name);

  const steamid = uint64(params.get('steamid'));
  if (!steamid) return refuse('steamid');
  const appid = integer(params.get('appid'), 1, uint32Max);
  if (!appid) return refuse('appid');
  if (!/^[a-z]{2}$/.test(params.get('language') ?? '')) return refuse('language');
  const currency = params.get('currency') ?? '';
  if (!isWalletCurrency(currency)) return refuse('currency');
  const web = params.get('usersession') === 'web';
  if (!web && (params.get('usersession') ?? 'client') !== 'client') return refuse('usersession');
  if (web && !params.get('ipaddress')) return refuse('ipaddress');
  if (params.has('billingtype[0]')) return refuse('recurring billing is not emulated');
  const lines = readLines(params, currency);
  if (typeof lines === 'string') return refuse(lines);
  if (space.orders.get(orderid)) return refuse('orderid is in use');

  const user = space.users.get(steamid);
  const forced = takeForced(space, 'InitTxn', orderid) ?? refusalOf(user);
  if (forced) return failure(forced, { orderid });
  const items = chargeIn(user.currency, currency, lines, space, space.users.vatRate(user));
  if (!items) return failure(8, { orderid });

  const { country, state: usstate } = user;
  const fields = { orderid, appid, steamid, currency: user.currency, country, usstate, items };
  const { transid } = space.orders.open(fields);
  if (!web) return ok({ orderid, transid });
  return ok({ orderid, transid, steamurl: `${space.baseUrl()}/pay/steam/${transid}` });
}

function refusalOf(user: User) {
  const status = accountStatuses[user.status];
  return 'refusal' in status ? status.refusal : undefined;
}

interface Line {
  itemid: number;
  qty: number;
  total: number;
  description: string;
}

/** The lines of the purchase, or the name of the parameter that is wrong. */
function readLines(params: URLSearchParams, currency: string): Line[] | string {
  const count = integer(params.get('itemcount'), 1, mostItems);
  if (!count) return 'itemcount';
  const lines: Line[] = [];
  for (let index = 0; index < count; index++) {
    const itemid = integer(params.get(`itemid[${index}]`), 1, uint32Max);
    if (!itemid) return `itemid[${index}]`;
    const qty = integer(params.get(`qty[${index}]`), 1, int16Max);
    if (!qty) return `qty[${index}]`;
    const total = integer(params.get(`amount[${index}]`), 1, mostAmount);
    if (!total || !isChargeable(total, currency)) return `amount[${index}]`;
    const description = params.get(`description[${index}]`);
    if (!description || description.length > longestDescription) return `description[${index}]`;
    lines.push({ itemid, qty, total, description });
  }
  return lines;
}

/** In the currency of the wallet; undefined when Steam does not convert. */
function chargeIn(
  wallet: string,
  currency: string,
  lines: readonly Line[],
  { settings }: Space,
  vatRate: number,
): Item[] | undefined {
  const items: Item[] = [];
  for (const { total, ...line } of lines) {
    const charged = wallet === currency ? total : convert(total, currency, wallet, settings.rates);
    if (charged === undefined) return undefined;
    // The price includes the tax; Steam reports the two apart.
    const vat = Math.round((charged * vatRate) / (1 + vatRate));
    items.push({ ...line, amount: charged - vat, vat });
  }
  return items;
}
