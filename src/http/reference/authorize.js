// Proves who calls: fetches the token that an operation needs, with the credentials of this tab.
import { credentials } from './credentials.js';

const PLAYER = 20001;
const RENEW_BEFORE_MS = 60_000;
const kept = new Map();

class Missing extends Error {}
export const isMissing = (error) => error instanceof Missing;

const need = (...names) => {
  const missing = names.filter((name) => !credentials[name]);
  if (missing.length > 0)
    throw new Missing(`Enter ${missing.join(' and ').replaceAll('_', ' ')} first.`);
};

async function post(path, body, headers = {}) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok || !answer.access_token) {
    throw new Error(answer.error_description ?? answer.message ?? 'No token was issued.');
  }
  return answer;
}

async function remembered(name, ask) {
  const key = JSON.stringify([name, credentials]);
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.token;
  const { access_token: token, expires_in } = await ask();
  kept.set(key, { token, until: performance.now() + expires_in * 1000 - RENEW_BEFORE_MS });
  return token;
}

function appToken() {
  need('client_id', 'client_secret');
  const { client_id, client_secret } = credentials;
  return remembered('app', () =>
    post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret }),
  );
}

async function userToken() {
  need('appid');
  const authorization = `Bearer ${await appToken()}`;
  const { appid } = credentials;
  return remembered('user', () =>
    post('/auth/v1/login', { appid, player_id: PLAYER }, { authorization }),
  );
}

/** With a token, or with the session of the console in this browser. */
async function operator(verb, isOnlySession) {
  if (credentials.admin_token && !isOnlySession) {
    return { Authorization: `Bearer ${credentials.admin_token}` };
  }
  const session = await fetch('/admin/v1/session');
  if (!session.ok) throw new Missing('Enter an admin token, or sign in to the console first.');
  return verb === 'get' ? {} : { 'X-Tollgate-CSRF': (await session.json()).csrf };
}

/** The headers for an operation. */
export async function authorize({ security = [], method }) {
  const schemes = security.flatMap((each) => Object.keys(each));
  const isOfClient = schemes[0] === 'userToken' && schemes.includes('debtToken');
  if (schemes.includes('appServerToken') && !isOfClient)
    return { Authorization: `Bearer ${await appToken()}` };
  if (schemes.includes('userToken')) return { Authorization: `Bearer ${await userToken()}` };
  if (schemes.includes('accessToken')) return { 'X-Access-Token': await appToken() };
  if (schemes.includes('adminToken')) return operator(method, false);
  if (schemes.includes('session')) return operator(method, true);
  return {};
}
