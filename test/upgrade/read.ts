// Reads back everything that public interfaces show of a world, as `request → answer`. It knows no code of
// the service, so that it stays valid whatever changes inside. A second reading gives the same.
//
// The clock of a reader goes on where the writer's stopped (clock.ts), so that nothing has to be left out
// because time passed. What is not compared, and why:
// - `next` and `nextCursor`: opaque by contract; all pages are walked instead.
// - `seen_at` of sessions: reading is what moves it.
// - problem details but `status` and `code`: their sentences are for people and may be reworded.
// - the overview as a list: it is turned into a map, because a later release may count more.
// Texts of more than 200 characters (receipts, notices) are told by their hash.
import { hash } from 'node:crypto';
import { accessToken, appServer, bearer, type EnvironmentName } from './gate.ts';
import { type Answer, type Headers, id, isRawNumber, type Json, send } from './wire.ts';
import type { Buyer, Handles, World } from './world.ts';
import { session } from './write-people.ts';

export type Answers = Record<string, Json>;
export type Urls = Readonly<Record<EnvironmentName, string>>;

const LONG = 200;
/** Small enough that long lists take several. */
const PAGE = 20;
const PROVIDERS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'];
/** One that every type has, and one that none has. */
const LANGUAGES = ['ko', 'de'];

const ENVIRONMENTS: readonly EnvironmentName[] = ['production', 'sandbox'];

/** In these environments at the same time. */
async function inEach<T>(
  names: readonly EnvironmentName[],
  work: (name: EnvironmentName) => Promise<T>,
): Promise<Record<string, T>> {
  const each = names.map(async (name) => [name, await work(name)] as const);
  return Object.fromEntries(await Promise.all(each));
}

export const readWorld = (
  world: World,
  urls: Urls,
  names = ENVIRONMENTS,
): Promise<Record<string, Answers>> =>
  inEach(names, (name) => readEnvironment(urls[name], world.environments[name]));

/** Sends every verified request once more, which is counted as a repeat: not a part of reading. */
export const verifyAgain = (
  world: World,
  urls: Urls,
  names = ENVIRONMENTS,
): Promise<Record<string, Json[]>> =>
  inEach(names, async (name) => {
    const { sales, tokens } = world.environments[name];
    const answers: Json[] = [];
    for (const { appid, path, body } of sales) {
      const headers = appServer(appid, tokens.after[appid] ?? '');
      const answer = await send('POST', `${urls[name]}/payment/v1/${path}`, body, headers);
      answers.push(withoutSignatureDates(comparable(answer)));
    }
    return answers;
  });

interface Reader {
  /** Records the answer under its request, or under another name. */
  ask(path: string, body?: object, headers?: Headers, name?: string): Promise<Json>;
  /** All pages of a list of the admin API. */
  list(path: string): Promise<readonly Json[]>;
  /** What one thing of the admin API says of itself. */
  look(path: string): Promise<Json>;
}

async function readEnvironment(url: string, handles: Handles): Promise<Answers> {
  const answers: Answers = {};
  const admin = bearer(handles.adminToken);
  const ask: Reader['ask'] = async (path, body, headers = admin, name) => {
    const answer = await send(body ? 'POST' : 'GET', `${url}${path}`, body, headers);
    answers[name ?? [path, body && JSON.stringify(body)].join(' ').trimEnd()] = comparable(answer);
    return answer.body;
  };
  const list = async (path: string): Promise<readonly Json[]> => {
    const items: Json[] = [];
    let next: string | null = '';
    while (next !== null) {
      const query: string = `limit=${PAGE}${next && `&after=${encodeURIComponent(next)}`}`;
      const join = path.includes('?') ? '&' : '?';
      const { status, body } = await send(
        'GET',
        `${url}/admin/v1${path}${join}${query}`,
        undefined,
        admin,
      );
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...body.items);
      next = body.next ?? null;
    }
    answers[`/admin/v1${path} (all pages)`] = shorten(items);
    return items;
  };
  const reader: Reader = { ask, list, look: (path) => ask(`/admin/v1${path}`) };
  await readInstallation(reader, handles);
  for (const { game_index } of await list('/projects')) {
    await readProject(reader, handles, game_index);
  }
  await readTypes(reader, handles);
  for (const player of handles.players) await readPlayer(reader, handles, player);
  for (const buyer of handles.buyers) await readBuyer(reader, handles, buyer);
  return answers;
}

async function readInstallation({ ask, list, look }: Reader, handles: Handles): Promise<void> {
  for (const path of ['/admin-tokens', '/owners', '/invitations', '/audit']) await list(path);
  for (const filter of [
    'action=key',
    'actor=operations',
    'game_index=2001',
    'target=apps/racers',
  ]) {
    await list(`/audit?${filter}`);
  }
  await look('/environment');
  await ask('/.well-known/jwks.json');
  const signedIn = session(handles.people.owner);
  await ask('/admin/v1/session', undefined, signedIn);
  await ask('/admin/v1/session/list', undefined, signedIn);
}

async function readProject(reader: Reader, handles: Handles, project: number): Promise<void> {
  const { list, look } = reader;
  const path = `/projects/${project}`;
  await look(path);
  await look(`${path}/receivers/restriction`);
  await look(`${path}/receivers/purchase`);
  await list(`${path}/members`);
  await list(`${path}/invitations`);
  for (const { client_id } of await list(`${path}/clients`)) await look(`/clients/${client_id}`);
  for (const channel of ['restriction', 'purchase']) {
    const line = `${path}/outbox/${channel}`;
    await look(line);
    await list(`${line}/attempts`);
    for (const { batch_id } of await list(`${line}/dead-letters`)) {
      await look(`${line}/dead-letters/${batch_id}`);
    }
  }
  for (const { appid } of await list(`${path}/apps`)) await readApp(reader, handles, appid);
}

async function readApp(reader: Reader, handles: Handles, appid: string): Promise<void> {
  const { list, look } = reader;
  const path = `/apps/${appid}`;
  await look(path);
  await look(`${path}/keys`);
  await look(`${path}/types`);
  for (const { market } of (await look(`${path}/markets`)).items) {
    await look(`${path}/markets/${market}`);
  }
  for (const { product_id } of await list(`${path}/products`)) {
    await look(`${path}/products/${product_id}`);
  }
  await list(`${path}/servers`);
  for (const filter of [
    '',
    '?status=P',
    '?status=B',
    '?block_type=2',
    '?to=2030-01-01T00:00:00Z',
  ]) {
    await list(`${path}/restrictions${filter}`);
  }
  for (const { job_id } of await list(`${path}/bulk`)) {
    await look(`${path}/bulk/${job_id}`);
    await list(`${path}/bulk/${job_id}/rows`);
  }
  await readSales(reader, handles, path);
  for (const { provider, notice_id } of await list(`${path}/notices`)) {
    await look(`${path}/notices/${provider}/${encodeURIComponent(notice_id)}`);
  }
}

async function readSales({ list, look }: Reader, { open }: Handles, path: string): Promise<void> {
  // Its life goes on by itself as soon as the service runs.
  const { appid, serviceTransactionId } = open.unacknowledged;
  const moving = `/apps/${appid}/purchases/${serviceTransactionId}`;
  for (const { service_transaction_id } of await list(`${path}/purchases`)) {
    const one = `${path}/purchases/${service_transaction_id}`;
    await look(one);
    if (one !== moving) await look(`${one}/timeline`);
  }
  await list(`${path}/purchases?state=refunded`);
  await list(`${path}/purchases?provider=APPLE&state=valid`);
  await list(`${path}/refunds`);
  await look(`${path}/purchases/file?from=2026-11-01T00:00:00Z&format=ndjson`);
  for (const each of await list(`${path}/subscriptions`)) {
    const one = `${path}/subscriptions/${each.provider}/${encodeURIComponent(each.subscription_id)}`;
    await look(one);
    await look(`${one}/timeline`);
  }
  for (const step of ['hour', 'day']) {
    await look(`${path}/overview?from=2026-11-01T00:00:00Z&to=2026-11-09T11:00:00Z&step=${step}`);
  }
}

/** Both generations, with every key that is valid. */
async function readTypes({ ask }: Reader, { tokens, keys }: Handles): Promise<void> {
  for (const [at, { appid, key, valid }] of keys.entries()) {
    if (!valid) continue;
    const caller = { appid, service_certification_key: key };
    const second = { iscrypt: '0', ...accessToken(tokens.after[appid] ?? '') };
    for (const language of LANGUAGES) {
      const name = `/game/block/type/get ${language}, key ${at}`;
      await ask('/game/block/type/get', { ...caller, language }, { iscrypt: '0' }, name);
      await ask('/v2/game/block/type/get', { appid, language }, second);
    }
  }
}

async function readPlayer(
  { ask, list, look }: Reader,
  { tokens }: Handles,
  { appid, player_id }: Handles['players'][number],
): Promise<void> {
  const path = `/apps/${appid}/players/${player_id}`;
  await look(path);
  await list(`${path}/history`);
  const second = { iscrypt: '0', ...accessToken(tokens.after[appid] ?? '') };
  const who = { appid, player_id: id(player_id) };
  for (const language of LANGUAGES) {
    await ask('/v2/game/block/get', { ...who, language }, second);
  }
  await ask('/v2/game/block/history', { ...who, size: 100 }, second);
}

async function readBuyer({ ask }: Reader, { tokens }: Handles, buyer: Buyer): Promise<void> {
  const { appid, player_id, account, token } = buyer;
  const server = appServer(appid, tokens.after[appid] ?? '');
  const window = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-09T10:59:59Z', size: 2 };
  const history = async (headers: Headers, who: string, request: object): Promise<void> => {
    let cursor: string | undefined;
    for (let page = 1; page === 1 || cursor; page++) {
      const name = `/payment/v1/transactions ${appid} ${JSON.stringify(request)} by ${who}, page ${page}`;
      const body = { ...window, ...request, ...(cursor && { cursor }) };
      const { meta } = await ask('/payment/v1/transactions', body, headers, name);
      cursor = meta?.page.nextCursor;
    }
  };
  for (const providerId of PROVIDERS) {
    await history(server, 'app server', { providerId });
    await history(server, 'app server', { providerId, targetPlayerId: id(player_id) });
    await history(appServer(appid, token), `player ${player_id}`, { providerId });
  }
  await ask('/payment/v1/subscription/status', { accountUuid: account }, server);
  const restore = '/payment/v1/purchase/restore';
  await ask(restore, {}, appServer(appid, token), `${restore} by player ${player_id}`);
}

function comparable({ status, body }: Answer): Json {
  if (status >= 300) return { status, code: body?.code ?? null };
  const answer = shorten(body);
  if (Array.isArray(body?.series)) {
    answer.series = byName(answer.series);
    answer.now = byName(answer.now);
  }
  if (body?.meta?.page) answer.meta.page.nextCursor = body.meta.page.nextCursor && 'opaque';
  return answer;
}

/** The App Store signs anew whatever it is asked for. */
function withoutSignatureDates(answer: Json): Json {
  const { transaction, renewalInfo } = answer.data?.serviceReceiptVerifyResult ?? {};
  for (const signed of [transaction, renewalInfo]) if (signed) delete signed.signedDate;
  return answer;
}

const byName = (figures: readonly Json[]): Json =>
  Object.fromEntries(figures.map((each) => [`${each.metric} ${each.dimension}`, each]));

function shorten(value: Json): Json {
  if (typeof value === 'string') {
    return value.length > LONG ? `sha256 ${hash('sha256', value)}` : value;
  }
  if (Array.isArray(value)) return value.map(shorten);
  if (value === null || typeof value !== 'object' || isRawNumber(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'seen_at');
  return Object.fromEntries(fields.map(([name, each]) => [name, shorten(each)]));
}
