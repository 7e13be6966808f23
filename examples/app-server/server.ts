// An app server: logs players in, verifies purchases, delivers each exactly once, takes refunded goods back.
import { createServer, type IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { createTollgate, type PurchaseInput, verifyEvents } from '@tollgate/server';
import { openStore } from './store.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
};
const port = Number(setting('PORT'));
const eventKey = setting('TOLLGATE_EVENT_KEY');
/** Accounts of App Review and of testers, who buy without money. */
const testers = new Set(process.env.TESTERS?.split(','));
const store = openStore(setting('DATABASE'));
const tollgate = createTollgate({
  url: setting('TOLLGATE_URL'),
  clientId: setting('TOLLGATE_CLIENT_ID'),
  clientSecret: setting('TOLLGATE_CLIENT_SECRET'),
  appId: setting('TOLLGATE_APPID'),
});

const GEMS: Readonly<Record<string, number>> = { gem_100: 100, gem_1200: 1_200 };

interface Answer {
  readonly status: number;
  readonly body: object;
}

async function login(request: IncomingMessage): Promise<Answer> {
  const { playerId, accountUuid } = (await json(request)) as Record<string, string>;
  const result = await tollgate.players.login({
    playerId: playerId ?? '',
    accountUuid: accountUuid ?? '',
  });
  if (!result.ok) return { status: 502, body: { error: result.error.message } };
  const { accessToken, restriction } = result.data;
  if (accessToken !== null) return { status: 200, body: { token: accessToken } };
  const { reason, supportCode } = restriction ?? {};
  return { status: 403, body: { reason, supportCode } };
}

async function buy(request: IncomingMessage): Promise<Answer> {
  const purchase = (await json(request)) as PurchaseInput;
  const verified = await tollgate.purchases.verify(purchase);
  if (!verified.ok) {
    const { code, message } = verified.error;
    switch (code) {
      case 'PAYMENT_PENDING':
      case 'MARKET_UNAVAILABLE':
        // Nothing is decided: the client keeps the receipt and comes back.
        return { status: 503, body: { error: message } };
      case 'INVALID_RECEIPT':
      case 'PRICE_VERIFY_FAIL':
      case 'RECEIPT_VERIFY_FAIL':
        return { status: 400, body: { error: message } };
      default:
        console.error(code, message);
        return { status: 502, body: { error: 'Try again later.' } };
    }
  }
  const { data } = verified;
  if (data.servicePurchaseTest === 'Y' && !testers.has(purchase.accountUuid)) {
    return { status: 403, body: { error: 'Test purchases are for testers.' } };
  }
  if (data.serviceAccountUuidCompare === 2) {
    return { status: 403, body: { error: 'Another account bought this.' } };
  }
  const id = data.serviceTransactionId;
  if (data.servicePurchaseCancelState === 1) {
    store.cancel(id);
    return { status: 409, body: { error: 'This purchase was refunded.' } };
  }
  const account = purchase.accountUuid;
  const gems = (GEMS[data.serviceProductId] ?? 0) * data.serviceQuantity;
  // Not by serviceDuplicated: the first answer may have been lost on its way.
  if (store.deliver({ id, account, gems })) await report(id, 1);
  return { status: 200, body: { gems: store.gemsOf(account) } };
}

async function receiveEvents(request: IncomingMessage): Promise<Answer> {
  const checked = await verifyEvents({
    body: await buffer(request),
    headers: request.headers,
    key: eventKey,
  });
  if (!checked.ok) return { status: 401, body: { error: checked.error.message } };
  for (const { data } of checked.events) {
    // Refunds, disputes and what reverses them say whether the purchase is cancelled now.
    if (!('servicePurchaseCancelState' in data)) continue;
    const { serviceTransactionId: id } = data;
    if (data.servicePurchaseCancelState === 0) store.reinstate(id);
    else if (store.cancel(id)) await report(id, 3);
  }
  return { status: 200, body: {} };
}

/** 1 delivered, 3 clawed back. Only for the records, so a failure stops nothing. */
async function report(serviceTransactionId: string, result: 1 | 3): Promise<void> {
  const reported = await tollgate.purchases.result({ serviceTransactionId, result });
  if (!reported.ok) console.error(reported.error.code, reported.error.message);
}

async function account({ url = '' }: IncomingMessage): Promise<Answer> {
  return { status: 200, body: { gems: store.gemsOf(url.slice('/accounts/'.length)) } };
}

const ROUTES: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> = {
  'POST /login': login,
  'POST /purchases': buy,
  'GET /accounts': account,
  'POST /tollgate-events': receiveEvents,
};

const server = createServer(async (request, response) => {
  const { method, url = '' } = request;
  const path = url.startsWith('/accounts/') ? '/accounts' : url;
  const route = ROUTES[`${method} ${path}`];
  const answer = route
    ? await route(request).catch((error: unknown) => {
        console.error(error);
        return { status: 500, body: { error: 'Try again later.' } };
      })
    : { status: 404, body: {} };
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
});
server.listen(port, '127.0.0.1', () => console.log(`The app server listens on port ${port}.`));
