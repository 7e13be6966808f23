// Steering Steam: accounts, tickets, and what the user or Valve does to an order.
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import { ControlError } from '../world.ts';
import { isChargeable } from './currencies.ts';
import { errorTexts, isErrorCode } from './errors.ts';
import { initTxn } from './init.ts';
import { type Order, refundKinds, showOrder } from './orders.ts';
import { rfc3339, uint32Max, uint64 } from './params.ts';
import { readSettings } from './settings.ts';
import { type Environment, environments, failOrder, forcibleMethods, type Space } from './space.ts';
import { isOpen } from './transactions.ts';
import { type AccountStatus, accountStatuses, type Ticket, type User } from './users.ts';

type Spaces = Record<Environment, Space>;

const shownOrders = 100;
const someSteamid = '76561197960287930';

export function steamControl(scope: FastifyInstance, spaces: Spaces): void {
  const { users } = spaces.production;

  scope.post('/steam/users', async (request) => {
    const user = readUser(readInput(request.body), users.get);
    users.put(user);
    return { ...user, vatRate: users.vatRate(user) };
  });
  scope.post('/steam/countries', async (request) => {
    const input = readInput(request.body);
    input.only('country', 'vatRate');
    const country = required(code(input, 'country', 2), 'country');
    const vatRate = required(input.number('vatRate', { min: 0, max: 1 }), 'vatRate');
    users.setCountryVat(country, vatRate);
    return { country, vatRate };
  });
  scope.get('/steam/settings', async () => spaces.production.settings);
  scope.post('/steam/settings', async (request) => {
    const { settings } = spaces.production;
    return Object.assign(settings, readSettings(readInput(request.body), settings));
  });
  scope.post('/steam/tickets', async (request) => {
    const ticket = readTicket(readInput(request.body));
    return { ticket: users.mintTicket(ticket), ...ticket };
  });

  scope.get('/steam/orders', async () => ({
    orders: environments.flatMap((environment) =>
      [...spaces[environment].orders.newestFirst().take(shownOrders)].map((order) =>
        show(spaces[environment], order),
      ),
    ),
  }));
  scope.post('/steam/orders', async (request) => openOrder(spaces, readInput(request.body)));
  scope.get<OrderPath>('/steam/orders/:orderid', async (request) => {
    const { space, order } = find(spaces, request.params.orderid, readInput(request.query));
    return show(space, order);
  });

  function act(name: string, change: (space: Space, order: Order, input: Input) => void) {
    scope.post<OrderPath>(`/steam/orders/:orderid/${name}`, async (request) => {
      const input = readInput(request.body);
      const { space, order } = find(spaces, request.params.orderid, input);
      change(space, order, input);
      return show(space, order);
    });
  }
  act('approve', (space, order) => {
    if (order.status !== 'Init') throw conflict(order, 'approved');
    space.orders.change(order, 'Approved');
  });
  act('deny', (space, order) => {
    if (!isOpen(order)) throw conflict(order, 'denied');
    failOrder(space, order, 10);
  });
  act('expire', (space, order) => {
    if (!isOpen(order)) throw conflict(order, 'expired');
    failOrder(space, order, 101);
  });
  act('refund', refund);

  scope.post<OrderPath>('/steam/orders/:orderid/fail', async (request) => {
    const input = readInput(request.body);
    input.only('errorcode', 'method', 'environment');
    const errorcode = required(input.integer('errorcode'), 'errorcode');
    if (!isErrorCode(errorcode)) {
      throw new ControlError(`errorcode must be one of ${Object.keys(errorTexts).join(', ')}.`);
    }
    const orderid = readOrderid(request.params.orderid);
    const method = input.oneOf('method', forcibleMethods) ?? 'any';
    // Without an environment: where the order is, and in both spaces while there is none.
    const wanted = among(spaces, input);
    const holding = wanted.filter((space) => space.orders.get(orderid));
    for (const space of holding.length > 0 ? holding : wanted) {
      space.forced.push({ orderid, errorcode, method });
    }
    return { orderid, errorcode, method };
  });
}

interface OrderPath {
  Params: { orderid: string };
}

function refund(space: Space, order: Order, input: Input): void {
  input.only('kind', 'itemids', 'environment');
  const kind = input.oneOf('kind', refundKinds) ?? 'Refunded';
  if (order.status !== 'Succeeded' && order.status !== 'PartialRefund') {
    throw conflict(order, 'refunded');
  }
  if (kind !== 'PartialRefund') {
    for (const item of order.items) delete item.status;
  } else {
    const itemids = input.fields.itemids ?? [order.items[0]?.itemid];
    const chosen = order.items.filter(
      ({ itemid }) => Array.isArray(itemids) && itemids.includes(itemid),
    );
    if (chosen.length === 0) throw new ControlError('itemids must list items of the order.');
    for (const item of order.items) {
      item.status = chosen.includes(item) ? 'Refunded' : (item.status ?? 'Succeeded');
    }
  }
  space.orders.change(order, kind);
}

/** Buys without a game: the same checks as the real InitTxn. */
function openOrder(spaces: Spaces, input: Input) {
  input.only(
    ...['orderid', 'steamid', 'appid', 'itemid', 'qty', 'amount', 'currency', 'description'],
    ...['language', 'environment'],
  );
  const space = spaces[input.oneOf('environment', environments) ?? 'production'];
  const steamid = input.string('steamid') ?? someSteamid;
  const currency = code(input, 'currency', 3) ?? space.users.get(steamid).currency;
  // Nobody in particular buys: whoever it is has a wallet in that currency.
  if (steamid === someSteamid) space.users.put({ ...space.users.get(steamid), currency });
  const params = new URLSearchParams({
    orderid: input.string('orderid') ?? String(randomInt(1, 2 ** 47)),
    steamid,
    appid: String(input.integer('appid') ?? 480),
    itemcount: '1',
    language: input.string('language') ?? 'en',
    currency,
    'itemid[0]': String(input.integer('itemid') ?? 1),
    'qty[0]': String(input.integer('qty') ?? 1),
    'amount[0]': String(input.integer('amount') ?? (isChargeable(199, currency) ? 199 : 50_000)),
    'description[0]': input.string('description') ?? 'An item',
  });
  const { response } = initTxn(space, params);
  if (response.result === 'Failure') throw new ControlError(`${response.error.errordesc}.`);
  const order = space.orders.get(params.get('orderid') ?? '');
  return show(space, required(order, 'order'));
}

function readUser(input: Input, existing: (steamid: string) => User): User {
  input.only('steamid', 'country', 'currency', 'status', 'state', 'vatRate');
  const before = existing(readSteamid(input, 'steamid'));
  const country = code(input, 'country', 2) ?? before.country;
  const vatRate = input.number('vatRate', { min: 0, max: 1 }) ?? before.vatRate;
  const statuses = Object.keys(accountStatuses) as AccountStatus[];
  return {
    steamid: before.steamid,
    state: input.string('state') ?? (country === 'US' ? 'WA' : ''),
    country,
    currency: code(input, 'currency', 3) ?? before.currency,
    status: input.oneOf('status', statuses) ?? before.status,
    ...(vatRate !== undefined && { vatRate }),
  };
}

function readTicket(input: Input): Ticket {
  input.only('steamid', 'ownersteamid', 'identity', 'appid');
  const steamid = readSteamid(input, 'steamid');
  const appid = input.integer('appid', { min: 1, max: uint32Max });
  const identity = input.string('identity');
  return {
    steamid,
    ownersteamid: input.string('ownersteamid') ? readSteamid(input, 'ownersteamid') : steamid,
    ...(appid !== undefined && { appid }),
    ...(identity !== undefined && { identity }),
  };
}

function readSteamid(input: Input, name: string): string {
  const steamid = uint64(required(input.string(name), name));
  if (!steamid) throw new ControlError(`${name} must be a 64-bit number in decimal text.`);
  return steamid;
}

function readOrderid(text: string): string {
  const orderid = uint64(text);
  if (!orderid) throw new ControlError('The order id must be a 64-bit decimal number.');
  return orderid;
}

function code(input: Input, name: string, length: number): string | undefined {
  const text = input.string(name);
  if (text === undefined || (/^[A-Z]+$/.test(text) && text.length === length)) return text;
  throw new ControlError(`${name} must be a code of ${length} capital letters.`);
}

function among(spaces: Spaces, input: Input): Space[] {
  const environment = input.oneOf('environment', environments);
  return environment ? [spaces[environment]] : [spaces.production, spaces.sandbox];
}

function find(spaces: Spaces, text: string, input: Input): { space: Space; order: Order } {
  const orderid = readOrderid(text);
  for (const space of among(spaces, input)) {
    const order = space.orders.get(orderid);
    if (order) return { space, order };
  }
  throw new ControlError(`There is no Steam order ${orderid}.`, 404);
}

function show({ environment }: Space, order: Order) {
  return {
    environment,
    appid: order.appid,
    ...showOrder(order),
    timecreated: rfc3339(order.created),
    charges: order.charges,
    ...(order.failure !== undefined && { failure: order.failure }),
  };
}

function conflict(order: Order, verb: string): ControlError {
  return new ControlError(`Order ${order.orderid} is ${order.status} and cannot be ${verb}.`);
}
