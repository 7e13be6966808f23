// Writes projects, apps, keys, OAuth clients, products, server ids, admin tokens and receivers.
import { accessToken, type Client, type Gate } from './gate.ts';
import { expectStatus, send } from './wire.ts';
import type { Handles } from './world.ts';

export const KR = 'dragons.kr';
export const US = 'dragons.us';
export const RACERS = 'racers';
export const CHESS = 'chess';
export const DRAGONS_PROJECT = 2001;
export const RACERS_PROJECT = 2002;
export const CHESS_PROJECT = 2003;
const EMPTY_PROJECT = 2004;

export const GEMS = 'gem_100';
export const PLAN = 'pass_monthly';

export interface Apps {
  readonly keys: Handles['keys'][number][];
  readonly clients: Handles['clients'][number][];
  /** The key and the client that the writer works with. */
  readonly key: (appid: string) => string;
  readonly client: (appid: string) => Client;
}

export async function writeApps(gate: Gate): Promise<Apps> {
  for (const [game_index, name] of [
    [DRAGONS_PROJECT, 'Dragons & 드래곤'],
    [RACERS_PROJECT, 'Racers'],
    [CHESS_PROJECT, 'Chess'],
    [EMPTY_PROJECT, 'Not begun'],
    [2005, 'Given up'],
  ] as const) {
    await gate.admin('POST', '/projects', { game_index, name });
  }
  await gate.admin('PATCH', `/projects/${EMPTY_PROJECT}`, { name: 'Not begun “yet”' });
  await gate.admin('DELETE', '/projects/2005');
  for (const [project, appid, time_zone] of [
    [DRAGONS_PROJECT, KR, 'Asia/Seoul'],
    [DRAGONS_PROJECT, US, 'America/New_York'],
    [DRAGONS_PROJECT, 'dragons.gone', 'UTC'],
    [RACERS_PROJECT, RACERS, 'UTC'],
    [CHESS_PROJECT, CHESS, 'Europe/Berlin'],
  ] as const) {
    const app = { appid, name: `App ${appid}`, time_zone };
    await gate.admin('POST', `/projects/${project}/apps`, app);
  }
  await gate.admin('PATCH', `/apps/${CHESS}`, { name: 'Chess mobile' });
  const keys: Apps['keys'] = [];
  const clients: Apps['clients'] = [];
  for (const appid of [KR, US, RACERS, CHESS]) {
    const made = await gate.admin('POST', `/apps/${appid}/keys`);
    keys.push({ appid, key: made.service_certification_key, valid: true });
    const { game_index } = await gate.admin('GET', `/apps/${appid}`);
    const client = await gate.admin('POST', `/projects/${game_index}/clients`, {
      name: `Server of ${appid}`,
    });
    clients.push({ appid, ...secretsOf(client), valid: true });
    await writeCatalogue(gate, appid);
  }
  const of = <T extends { appid: string }>(list: readonly T[], appid: string): T => {
    const found = list.findLast((each) => each.appid === appid);
    if (!found) throw new Error(`nothing is known of ${appid}`);
    return found;
  };
  await writeDeletedApp(gate);
  return {
    keys,
    clients,
    key: (appid) => of(keys, appid).key,
    client: (appid) => secretsOf(of(clients, appid)),
  };
}

const secretsOf = ({ client_id, client_secret }: Client): Client => ({ client_id, client_secret });

async function writeCatalogue(gate: Gate, appid: string): Promise<void> {
  await gate.admin('PUT', `/apps/${appid}/products/${GEMS}`, {
    name: '100 gems',
    kind: 'consumable',
    prices: [
      { currency: 'USD', amount: '9.90' },
      { currency: 'KRW', amount: '12000' },
      { currency: 'KWD', amount: '3.250' },
    ],
    steam_item_id: 1001,
    descriptions: { en: 'A bag of gems', ko: '보석 주머니' },
  });
  await gate.admin('PUT', `/apps/${appid}/products/${PLAN}`, {
    name: 'Monthly pass',
    kind: 'subscription',
    prices: [{ currency: 'USD', amount: '4.99' }],
  });
  await gate.admin('PUT', `/apps/${appid}/products/retired`, {
    name: 'No longer sold',
    kind: 'consumable',
    prices: [],
  });
  await gate.admin('DELETE', `/apps/${appid}/products/retired`);
  await gate.admin('PUT', `/apps/${appid}/servers/kr-1`, { name: 'Seoul 1' });
  await gate.admin('PUT', `/apps/${appid}/servers/eu-1`, { name: 'Frankfurt' });
  await gate.admin('PUT', `/apps/${appid}/servers/eu-1`, { name: 'Frankfurt 1' });
}

/** An app that took everything with it: nothing of it may come back. */
async function writeDeletedApp(gate: Gate): Promise<void> {
  await gate.admin('POST', '/apps/dragons.gone/keys');
  await writeCatalogue(gate, 'dragons.gone');
  await gate.admin('DELETE', '/apps/dragons.gone');
}

/** Receivers that take everything, that are paused, and that take nothing. */
export async function writeReceivers(gate: Gate, url: string): Promise<void> {
  for (const [project, kind] of [
    [DRAGONS_PROJECT, 'accept'],
    [RACERS_PROJECT, 'accept'],
    [CHESS_PROJECT, 'refuse'],
  ] as const) {
    const at = `${url}/${kind}/${gate.name}/${project}`;
    const key = `key-of-the-game-server-${project}`;
    const skip_test = kind === 'refuse';
    const path = `/projects/${project}`;
    await gate.admin('PUT', `${path}/receivers/restriction`, {
      url: `${at}/restriction`,
      key,
      skip_test,
    });
    await gate.admin('PUT', `${path}/receivers/purchase`, { url: `${at}/purchase`, key });
  }
  for (const channel of ['restriction', 'purchase']) {
    const path = `/projects/${RACERS_PROJECT}/outbox/${channel}/pause`;
    await gate.admin('POST', path, undefined, 200);
  }
}

/** A key that has ended; one with a day left beside its successor; two of which one was taken back. */
export async function rotateEarly(gate: Gate, { keys }: Apps): Promise<void> {
  await rotateKey(gate, keys, US, 3_600, false);
  const second = await gate.admin('POST', `/apps/${RACERS}/keys`);
  keys.unshift({ appid: RACERS, key: second.service_certification_key, valid: false });
  await gate.admin('DELETE', `/apps/${RACERS}/keys/${second.key_id}`);
}

async function rotateKey(
  gate: Gate,
  keys: Apps['keys'],
  appid: string,
  grace_seconds: number,
  valid: boolean,
): Promise<void> {
  const made = await gate.admin('POST', `/apps/${appid}/keys/rotate`, { grace_seconds });
  for (const [at, each] of keys.entries()) if (each.appid === appid) keys[at] = { ...each, valid };
  keys.push({ appid, key: made.service_certification_key, valid: true });
}

export async function rotateLate(gate: Gate, apps: Apps): Promise<Handles['tokens']> {
  await rotateKey(gate, apps.keys, KR, 86_400, true);
  const { client_id, client_secret } = apps.client(KR);
  const rotated = await gate.admin('POST', `/clients/${client_id}/rotate`, {
    grace_seconds: 86_400,
  });
  apps.clients.push({ appid: KR, client_id, client_secret: rotated.client_secret, valid: true });
  const gone = await gate.admin('POST', `/projects/${CHESS_PROJECT}/clients`, { name: 'Gone' });
  apps.clients.unshift({ appid: CHESS, ...secretsOf(gone), valid: false });
  await gate.admin('DELETE', `/clients/${gone.client_id}`);
  const before = await gate.token({ client_id, client_secret });
  const revoked = await gate.token({ client_id, client_secret });
  await gate.admin('POST', '/signing-keys/rotate');
  const after: Record<string, string> = {};
  for (const appid of [KR, US, RACERS, CHESS]) after[appid] = await gate.token(apps.client(appid));
  const ending = { token: revoked, client_id, client_secret };
  await expectStatus(200, send('POST', `${gate.url}/oauth/revoke`, ending));
  await gate.restrict('type/get', accessToken(revoked), { appid: KR }, 2499);
  return { before, after, revoked };
}

export async function writeAdminTokens(
  gate: Gate,
): Promise<Pick<Handles, 'adminToken' | 'endedAdminToken'>> {
  await gate.admin('POST', '/admin-tokens', { name: 'for a month', expires_in_days: 30 });
  const ended = await gate.admin('POST', '/admin-tokens', { name: 'ended' });
  const lasting = await gate.admin('POST', '/admin-tokens', { name: 'operations' });
  await gate.admin('DELETE', `/admin-tokens/${ended.token_id}`);
  return { adminToken: lasting.token, endedAdminToken: ended.token };
}
