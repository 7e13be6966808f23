// The service that is fuzzed: an app that sells in every market, one stranger's app, and callers of every kind.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SYSTEM } from '../../src/audit/audit.ts';
import { SCOPES } from '../../src/operators/scopes.ts';
import { LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import { setProduct } from '../../src/tenants/products.ts';
import { newOwner, PASSWORD, signIn, type Visitor } from '../admin/visitor.ts';
import { debtToken } from '../measures/debtor.ts';
import { ACCOUNT, APP_APPLE_ID, BUNDLE_ID, PRODUCT, PATH as VERIFY } from '../payment/shop.ts';
import { PUSH_EMAIL } from '../payment/subscription-shop.ts';
import { dateText, logIn, POLICY_TYPE, registerType } from '../restriction/players.ts';
import { expectDone, type Gate, type TestApp } from '../support/harness.ts';
import { type Markets, setUpMarket } from '../support/markets.ts';

/** What a caller sends, wherever the operation takes it. */
export interface Credential {
  readonly key?: string;
  readonly bearer?: string;
  readonly cookie?: string;
  readonly csrf?: string;
}

export interface World {
  readonly app: TestApp;
  /** Those who may call something. */
  readonly callers: Readonly<Record<string, Credential>>;
  /** Those who may call nothing that needs a caller. */
  readonly strangers: Readonly<Record<string, Credential>>;
  /** Good values of fields and parameters, by name. */
  readonly known: Readonly<Record<string, unknown>>;
  /** What no answer and no line of the log may contain. */
  readonly secrets: readonly string[];
}

const PLAYER = 10_000_000_123;
const HOUR = 3_600_000;

export async function createWorld(gate: Gate, markets: Markets): Promise<World> {
  const app = await gate.createApp();
  const other = await gate.createApp();
  const ended = await gate.token(app);
  await gate.service.tokens.keys.rotate(SYSTEM, { end_now: true });
  const expired = await earlierToken(gate, app);
  const revoked = await gate.token(app);
  const { clientId: client_id, clientSecret: client_secret } = app;
  await gate.post('/oauth/revoke', { token: revoked, client_id, client_secret });
  const secrets = await openShop(gate, markets, app);
  await registerType(gate, app);
  const player = await logIn(gate, app, PLAYER, { account_uuid: ACCOUNT });
  const debtor = await debtToken(gate, app);
  const owner = await signIn(gate, await newOwner(gate));
  const token = await gate.token(app);
  const receipt = await genuineReceipt(gate, markets, app, token);
  const bearer = { bearer: token };
  return {
    app,
    callers: {
      'the certification key': { key: app.key, ...bearer },
      'an app-server token': { key: app.key, ...bearer },
      'a user token': { bearer: player.access_token },
      'a debt token': { bearer: debtor },
      'an owner': { cookie: owner.cookie, csrf: owner.csrf },
      ...(await scopedTokens(owner)),
    },
    strangers: {
      nobody: {},
      garbage: { key: 'garbage', bearer: 'garbage', cookie: 'tollgate_production=garbage' },
      'an unsigned token': { bearer: 'eyJhbGciOiJub25lIn0.e30.' },
      "another app's key": { key: other.key },
      "another project's token": { bearer: await gate.token(other) },
      'an expired token': { bearer: expired },
      'a revoked token': { bearer: revoked },
      'a token of an ended signing key': { bearer: ended },
    },
    known: {
      ...KNOWN,
      ...POLICY_TYPE,
      appid: app.appid,
      game_index: app.gameIndex,
      client_id,
      start_date: dateText(gate.now),
      end_date: dateText(gate.now + HOUR),
      serviceReceipt: receipt,
    },
    secrets: [
      ...secrets,
      app.key,
      client_secret,
      PASSWORD,
      owner.cookie,
      player.access_token,
      debtor,
      token,
    ],
  };
}

const KNOWN = {
  player_id: PLAYER,
  status: 'B',
  block_type: 1,
  accountUuid: ACCOUNT,
  account_uuid: ACCOUNT,
  productId: PRODUCT,
  product_id: PRODUCT,
  providerId: 'APPLE',
  provider: 'APPLE',
  market: 'STEAM',
  gateway: 'stripe',
  channel: 'restriction',
  requestType: 1,
  orderId: 'H1',
  language: 'en',
  server_id: 's1',
  batch_id: 'msg_00000000-0000-0000-0000-000000000000',
  email: 'somebody@example.com',
  role: 'viewer',
  url: 'http://127.0.0.1:9/hook',
  users: [{ player_id: PLAYER }],
};

async function earlierToken(gate: Gate, app: TestApp): Promise<string> {
  gate.now -= 2 * HOUR;
  const token = await gate.token(app);
  gate.now += 2 * HOUR;
  return token;
}

async function scopedTokens(owner: Visitor): Promise<Record<string, Credential>> {
  const tokens: Record<string, Credential> = {};
  for (const scope of Object.keys(SCOPES)) {
    const { body } = await owner.send('POST', '/admin-tokens', { name: scope, scope });
    tokens[`an admin token of scope ${scope}`] = { bearer: body.token };
  }
  return tokens;
}

/** Answers the secrets of the markets. */
async function openShop(gate: Gate, markets: Markets, app: TestApp): Promise<string[]> {
  const { appid } = app;
  const { apple, google, steam, stripe } = await markets.control('/credentials');
  const prices = [{ currency: 'USD', amount: '9.99' }];
  const product = { name: 'Gems', kind: 'consumable', steam_item_id: 1, prices } as const;
  expectDone(
    await setProduct(gate.service.context, SYSTEM, { appid, product_id: PRODUCT, ...product }),
  );
  const identity = { bundle_id: BUNDLE_ID, app_apple_id: APP_APPLE_ID };
  const keys = { issuer_id: apple.issuerId, key_id: apple.keyId };
  const push = { push_audience: 'https://example.com/google', push_email: PUSH_EMAIL };
  const webhook_secret = `whsec_${randomBytes(24).toString('base64')}`;
  const settings = [
    ['APPLE', { ...identity, ...keys }, { private_key: apple.privateKey }],
    [
      'GOOGLE',
      { package_name: 'com.tollgate.demo', ...push },
      { service_account: JSON.stringify(google.serviceAccount) },
    ],
    ['STEAM', { steam_app_id: 480 }, { publisher_key: steam.key }],
    ['PG', { gateway: 'STRIPE' }, { api_secret: stripe.liveSecretKey, webhook_secret }],
  ] as const;
  for (const [market, open, sealed] of settings) {
    await setUpMarket(gate, app, market, open, sealed);
  }
  return [
    apple.privateKey.split('\n')[1],
    google.serviceAccount.private_key.split('\n')[1],
    steam.key,
    stripe.liveSecretKey,
    webhook_secret,
  ];
}

/** Verified once, so that a request that changes something else about it is a duplicate. */
async function genuineReceipt(gate: Gate, markets: Markets, app: TestApp, token: string) {
  const { signedTransaction } = await markets.control('/apple/transactions', {
    environment: 'Production',
    productId: PRODUCT,
    type: 'Consumable',
    price: 9_990,
    currency: 'USD',
  });
  await gate.post(
    VERIFY,
    {
      accountUuid: ACCOUNT,
      serviceReceipt: signedTransaction,
      productId: PRODUCT,
      providerId: 'APPLE',
      requestType: 1,
    },
    { 'x-app-id': app.appid, authorization: `Bearer ${token}` },
  );
  // Otherwise they follow the purchase later, and it would look as if strangers had left rows.
  await gate.service.payment.figures.turn();
  return signedTransaction;
}

/** How many rows each table has. */
export async function countRows(gate: Gate): Promise<Record<string, number>> {
  const { db } = gate.service.context.storage;
  const counts: Record<string, number> = {};
  for (const name of Object.keys(LAYOUT)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
