// An app of a running service for the proofs: set up through the admin API, with callers that outlive the service.
import assert from 'node:assert/strict';

export const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
export const PRODUCT = 'gems';
export const ACCOUNT = '0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01';
export const APPID = 'proof';

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

interface Answer {
  readonly status: number;
  readonly body: Body;
}

type Headers = Record<string, string>;

export interface ProofApp {
  /** A call of the app server; undefined when the service was gone. */
  asServer(path: string, body: object): Promise<Answer | undefined>;
  /** A call of the app client; undefined when the service was gone, or the call had no success. */
  asPlayer(player: Headers, path: string, body: object): Promise<Body | undefined>;
  /** The headers of a player who has logged in; undefined when the service was gone. */
  login(playerId: number): Promise<Headers | undefined>;
}

export type MarketInput = { readonly settings: object; readonly secrets: object };

export async function openProofApp(
  url: string,
  markets: Readonly<Record<string, MarketInput>>,
): Promise<ProofApp> {
  const asAdmin = async (method: string, path: string, body: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await call(method, `${url}/admin/v1${path}`, body, headers);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
    return answer.body;
  };
  const { game_index } = await asAdmin('POST', '/projects', { name: APPID });
  await asAdmin('POST', `/projects/${game_index}/apps`, { appid: APPID, name: APPID });
  const prices = [{ currency: 'USD', amount: '0.99' }];
  const product = { name: PRODUCT, kind: 'consumable', steam_item_id: 1, prices };
  await asAdmin('PUT', `/apps/${APPID}/products/${PRODUCT}`, product);
  for (const [market, input] of Object.entries(markets)) {
    await asAdmin('PUT', `/apps/${APPID}/markets/${market}`, input);
  }
  const client = await asAdmin('POST', `/projects/${game_index}/clients`, { name: APPID });
  const { client_id, client_secret } = client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const { body: token } = await call('POST', `${url}/oauth/token`, grant);
  const headersOf = (access_token: string): Headers => ({
    'x-app-id': APPID,
    authorization: `Bearer ${access_token}`,
  });
  const server = headersOf(token.access_token);
  return {
    asServer: (path, body) => tryCall(url + path, body, server),
    async asPlayer(player, path, body) {
      const answer = await tryCall(url + path, body, player);
      const isWhole = answer?.status === 200 && !answer.body.meta?.incomplete;
      return isWhole ? answer.body.data : undefined;
    },
    async login(player_id) {
      const login = { appid: APPID, player_id, account_uuid: ACCOUNT };
      const answer = await tryCall(`${url}/auth/v1/login`, login, server);
      return answer?.status === 200 ? headersOf(answer.body.access_token) : undefined;
    },
  };
}

/** fetch says TypeError when there is nobody, or nobody any more. */
async function tryCall(url: string, body: object, headers: Headers): Promise<Answer | undefined> {
  try {
    return await call('POST', url, body, headers);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function call(
  method: string,
  url: string,
  body: object,
  headers: Headers = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
