// What the page does as the demo's app server: it verifies and delivers, and shows what a refund leads to.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Input, readInput } from './input.ts';
import { ControlError } from './world.ts';

const WITHIN_MS = 10_000;
const MOST_PLAYERS = 20;
const FIRST_PLAYER = 20_000_000_000;

const RULE = 'Refund after delivery';
const TYPE = { name: 'refund_abuse', title: 'Refund abuse' };

type Fields = Readonly<Record<string, unknown>>;

interface Settings {
  readonly url: string;
  readonly appid: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly admin_url: string;
  readonly admin_token: string;
}

interface Player {
  readonly player_id: number;
  readonly account: string;
  readonly product: string;
}

export function demoRoutes(scope: FastifyInstance): void {
  let demo: Fields = {};
  let players: Player[] = [];

  // Who reads the page needs no admin token.
  const shown = (): Fields => {
    const { admin_token: _secret, ...rest } = demo;
    return rest;
  };
  scope.get('/demo', async () => shown());
  scope.put('/demo', async (request) => {
    demo = readInput(request.body).fields;
    players = [];
    return shown();
  });

  scope.post('/demo/deliveries', async (request) => {
    const service = serviceOf(demo);
    await ensureRule(service);
    const input = readInput(request.body);
    const account = input.string('account') ?? randomUUID();
    const known = players.find((each) => each.account === account);
    const player_id = known?.player_id ?? FIRST_PLAYER + Math.floor(Math.random() * 1e9);
    const product = await deliver(service, { account, player_id, input });
    const others = players.filter((each) => each.account !== account);
    players = [{ player_id, account, product }, ...others].slice(0, MOST_PLAYERS);
    return { player_id };
  });

  scope.get('/demo/players', async () => ({
    players:
      players.length === 0
        ? []
        : await Promise.all(players.map((each) => withMeasure(serviceOf(demo), each))),
  }));
}

type Service = ReturnType<typeof serviceOf>;

function serviceOf(demo: Fields) {
  const settings = demo as unknown as Settings;
  const { url, appid, admin_url, admin_token } = settings;
  if (!url || !appid || !admin_url || !admin_token) {
    throw new ControlError('This works while `npm start` runs, with its demo project.');
  }
  const base = `/apps/${appid}`;
  return {
    ...settings,
    /** Calls the service as an app server. */
    call: (token: string, path: string, body: object) =>
      send('POST', url + path, { authorization: `Bearer ${token}`, 'x-app-id': appid }, body),
    admin: (method: 'GET' | 'POST', path: string, body?: object) =>
      send(
        method,
        `${admin_url}/admin/v1${base}${path}`,
        { authorization: `Bearer ${admin_token}` },
        body,
      ),
  };
}

async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Fields> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => {
    throw new ControlError(`Tollgate does not answer at ${new URL(url).origin}.`, 502);
  });
  const answer = (await response.json()) as Fields;
  if (response.ok) return answer;
  throw new ControlError(String(answer.detail ?? answer.error ?? `HTTP ${response.status}`), 502);
}

/** With the first delivery; who deletes the rule afterwards keeps it deleted. */
async function ensureRule({ admin }: Service): Promise<void> {
  const { items } = (await admin('GET', '/types')) as { items: { type_en_name: string }[] };
  if (items.some(({ type_en_name }) => type_en_name === TYPE.title)) return;
  const { block_type } = await admin('POST', `/measures/ready-types/${TYPE.name}/adopt`);
  const { rule_id } = await admin('POST', '/measures/rules', {
    name: RULE,
    when: { causes: ['undone_after_delivery'] },
    measure: { action: 'restrict', block_type, steps: [{ period_days: 7 }] },
    until: { paid_again: true },
  });
  await admin('POST', `/measures/rules/${rule_id}/switch`, { state: 'on' });
}

/** Logs the player in, verifies the receipt and reports the delivery. */
async function deliver(
  { url, appid, client_id, client_secret, call }: Service,
  purchase: { readonly account: string; readonly player_id: number; readonly input: Input },
): Promise<string> {
  const { account, player_id, input } = purchase;
  const { access_token } = await send(
    'POST',
    `${url}/oauth/token`,
    {},
    {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    },
  );
  const token = String(access_token);
  await call(token, '/auth/v1/login', { appid, player_id, account_uuid: account });
  const isSubscribed = input.boolean('subscribed') ?? false;
  const { data } = (await call(
    token,
    `/payment/v1/${isSubscribed ? 'subscription' : 'purchase'}/verify`,
    {
      providerId: input.string('providerId'),
      serviceReceipt: input.string('serviceReceipt'),
      accountUuid: account,
      requestType: 1,
      ...(isSubscribed
        ? { country: 'US', language: 'en' }
        : { productId: input.string('productId') }),
    },
  )) as { data: Readonly<Record<'serviceTransactionId' | 'serviceProductId', string>> };
  const { serviceTransactionId, serviceProductId } = data;
  await call(token, '/payment/v1/item/result', { serviceTransactionId, result: 1 });
  return serviceProductId;
}

/** With what a measure did last about the player, if anything. */
async function withMeasure({ admin, admin_url, appid }: Service, player: Player) {
  const { player_id, product } = player;
  const path = `/measures/effects?player_id=${player_id}&limit=1`;
  const { items } = (await admin('GET', path)) as { items: Fields[] };
  const [effect] = items;
  return {
    player_id,
    product,
    page: `${admin_url}/console/a/${appid}/players/${player_id}`,
    measure: effect ? { rule: effect.rule_name, status: effect.status, until: effect.until } : null,
  };
}
