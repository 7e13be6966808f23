// The Google Play that the tests buy at: the emulator behind a gate that counts, holds and changes calls.
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach } from 'node:test';
import { createGoogle } from '../../../emulator/google/market.ts';
import { type Emulator, hostMarkets } from '../../../emulator/host.ts';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { type ProductInput, setProduct } from '../../../src/tenants/products.ts';
import { freshMarkets } from '../../support/fresh-markets.ts';
import {
  type Answer,
  expectDone,
  type Gate,
  NOBODY,
  type SuiteOptions,
  suite,
  type TestApp,
} from '../../support/harness.ts';
import { type Markets, setUpMarket, steer } from '../../support/markets.ts';
import { ACCOUNT, PATH, PRODUCT } from '../shop.ts';

export const PACKAGE = 'com.tollgate.demo';

export interface Bought {
  readonly purchaseToken: string;
  readonly orderId: string;
  readonly purchaseData: string;
  readonly signature: string;
}

/** What the gate answers instead of the emulator; undefined lets the call pass. */
type Instead = { readonly status: number; readonly body: string } | undefined;
type Intercept = (call: string) => Instead | Promise<Instead>;

const pass: Intercept = () => undefined;

export interface GoogleMarket extends Markets {
  /** Every call that the service made since the test began, such as `POST /google/token`. */
  readonly calls: string[];
  intercept: Intercept;
  buy(sale?: object): Promise<Bought>;
  /** The purchase JSON as the device would get it now. */
  onDevice(bought: Bought): Promise<Record<string, unknown>>;
  /** The key file of a new service account. */
  newAccount(rights?: object): Promise<string>;
  revokeAccessTokens(): Promise<void>;
}

/** Google Play lives by the clock of the service. */
export function googleSuite(
  name: string,
  define: (gate: Gate, google: GoogleMarket) => void,
  options: SuiteOptions = {},
): void {
  let emulator: Emulator | undefined;
  let front: Server | undefined;
  const google = { calls: [] as string[], intercept: pass } as unknown as GoogleMarket;

  const prepare = async (gate: Gate) => {
    emulator = await hostMarkets([createGoogle], {
      now: () => gate.now,
      state: await freshMarkets(),
    });
    const behind = await emulator.listen(0);
    front = createServer((request, response) => passOn(request, response, behind, google));
    const url = await listen(front);
    Object.assign(google, steer(behind), steerGoogle(behind));
    return {
      markets: {
        ...NOBODY,
        googleUrl: `${url}/google`,
        googleTokenUrl: `${url}/google/token`,
        googleCertsUrl: `${url}/google/oauth2/v3/certs`,
      },
    };
  };
  const defineWithin = (gate: Gate): void => {
    beforeEach(async () => {
      google.calls.length = 0;
      google.intercept = pass;
      await google.clearFaults();
      await google.control('/google/quota', {});
    });
    after(async () => {
      front?.closeAllConnections();
      front?.close();
      await emulator?.close();
      emulator = undefined;
    });
    define(gate, google);
  };
  suite(name, defineWithin, { ...options, prepare });
}

function steerGoogle(url: string) {
  const { control } = steer(url);
  return {
    buy: (sale: object = {}): Promise<Bought> =>
      control('/google/purchases', {
        productId: PRODUCT,
        obfuscatedExternalAccountId: ACCOUNT,
        ...sale,
      }),
    async onDevice({ purchaseToken }: Bought) {
      return JSON.parse((await control(`/google/purchases/${purchaseToken}`)).purchaseData);
    },
    newAccount: async (rights: object = {}) =>
      JSON.stringify(await control('/google/service-accounts', rights)),
    async revokeAccessTokens() {
      await fetch(`${url}/control/google/access-tokens`, { method: 'DELETE' });
    },
  };
}

export interface GoogleSetup {
  readonly settings?: object;
  readonly secrets?: Readonly<Record<string, string | null>>;
  /** Adds the product to the app. */
  readonly product?: Partial<ProductInput>;
}

/** An app that sells at this Google Play. */
export async function createGoogleApp(
  gate: Gate,
  google: GoogleMarket,
  { settings, secrets, product }: GoogleSetup = {},
): Promise<TestApp> {
  const app = await gate.createApp();
  if (product) {
    const named = { appid: app.appid, product_id: PRODUCT, name: 'Gems', prices: [] };
    expectDone(await setProduct(gate.service.context, SYSTEM, { ...named, ...product }));
  }
  const { google: credentials } = await google.control('/credentials');
  await setUpMarket(
    gate,
    app,
    'GOOGLE',
    { package_name: PACKAGE, ...settings },
    {
      service_account: JSON.stringify(credentials.serviceAccount),
      licence_key: credentials.licenceKey,
      ...secrets,
    },
  );
  return app;
}

export const signedReceipt = ({
  purchaseData,
  signature,
}: Pick<Bought, 'purchaseData' | 'signature'>): string =>
  JSON.stringify({ purchase_data: purchaseData, signature });

/** Verifies a receipt of the usual product; fields replace those of the request. */
export async function verify(
  gate: Gate,
  app: TestApp,
  serviceReceipt: string,
  fields: object = {},
): Promise<Answer> {
  const body = {
    accountUuid: ACCOUNT,
    serviceReceipt,
    productId: PRODUCT,
    providerId: 'GOOGLE',
    requestType: 1,
    ...fields,
  };
  const headers = { 'x-app-id': app.appid, authorization: `Bearer ${await gate.token(app)}` };
  return gate.post(PATH, body, headers);
}

/** The app's purchases as they are kept. */
export function purchasesOf(gate: Gate, { appid }: TestApp) {
  const { db } = gate.service.context.storage;
  return db.selectFrom('purchase').selectAll().where('appid', '=', appid).execute();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  behind: string,
  google: GoogleMarket,
): Promise<void> {
  const { method, headers, url } = request;
  const call = `${method} ${url}`;
  google.calls.push(call);
  const instead = await google.intercept(call);
  if (instead) {
    response.writeHead(instead.status, { 'content-type': 'application/json' });
    response.end(instead.body);
    return;
  }
  const onward = httpRequest(`${behind}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  // When one side hangs up, the gate does so on the other.
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
