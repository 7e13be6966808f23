// InitTxn: checks a purchase as Steam does and opens its order.
import { type Answer, failure, ok } from './errors.ts';
import type { Item } from './orders.ts';
import { int16Max, int32Max, integer, uint32Max, uint64 } from './params.ts';
import { type Space, takeForced } from './space.ts';
import { accountStatuses, type User } from './users.ts';

const mostItems = 64;

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
  if (!/^[A-Z]{3}$/.test(currency)) return refuse('currency');
  const web = params.get('usersession') === 'web';
  if (!web && (params.get('usersession') ?? 'client') !== 'client') return refuse('usersession');
  if (web && !params.get('ipaddress')) return refuse('ipaddress');
  if (params.has('billingtype[0]')) return refuse('recurring billing is not emulated');
  const user = space.users.get(steamid);
  const items = readItems(params, space.users.vatRate(user));
  if (typeof items === 'string') return refuse(items);
  if (space.orders.get(orderid)) return refuse('orderid is in use');

  const refusal = takeForced(space, 'InitTxn', orderid) ?? refusalOf(user, currency);
  if (refusal) return failure(refusal, { orderid });

  const { country, state: usstate } = user;
  const order = space.orders.open({ orderid, appid, steamid, currency, country, usstate, items });
  const { transid } = order;
  if (!web) return ok({ orderid, transid });
  return ok({ orderid, transid, steamurl: `${space.baseUrl()}/pay/steam/${transid}` });
}

function refusalOf(user: User, currency: string) {
  const status = accountStatuses[user.status];
  if ('refusal' in status) return status.refusal;
  return user.currency === currency ? undefined : 8;
}

/** The lines of the purchase, or the name of the parameter that is wrong. */
function readItems(params: URLSearchParams, vatRate: number): Item[] | string {
  const count = integer(params.get('itemcount'), 1, mostItems);
  if (!count) return 'itemcount';
  const items: Item[] = [];
  for (let index = 0; index < count; index++) {
    const itemid = integer(params.get(`itemid[${index}]`), 1, uint32Max);
    if (!itemid) return `itemid[${index}]`;
    const qty = integer(params.get(`qty[${index}]`), 1, int16Max);
    if (!qty) return `qty[${index}]`;
    const total = integer(params.get(`amount[${index}]`), 1, int32Max);
    if (!total) return `amount[${index}]`;
    const description = params.get(`description[${index}]`);
    if (!description) return `description[${index}]`;
    // The price includes the tax; Steam reports the two apart.
    const vat = Math.round((total * vatRate) / (1 + vatRate));
    items.push({ itemid, qty, amount: total - vat, vat, description });
  }
  return items;
}
