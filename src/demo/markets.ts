// Products and market settings of the demo app, with the emulator's credentials.
import type { Actor } from '../audit/audit.ts';
import { isRejection, type OperationContext } from '../audit/operation.ts';
import type { EnvironmentName } from '../start/environments.ts';
import type { Market } from '../storage/schema.ts';
import { readMarketSecrets, setMarket } from '../tenants/market-settings.ts';
import { type ProductInput, readProduct, setProduct } from '../tenants/products.ts';
import { ask } from './ask.ts';

/** The emulator's default Steam app. */
const STEAM_APP_ID = 480;

const PRODUCTS: Readonly<Record<string, ProductInput>> = {
  gem_100: {
    name: '100 gems',
    kind: 'consumable',
    custom_price: 'opaque',
    prices: [
      { currency: 'USD', amount: '0.99' },
      { currency: 'EUR', amount: '0.99' },
      { currency: 'KRW', amount: '1200' },
    ],
    steam_item_id: 1001,
    descriptions: { en: '100 gems', ko: '보석 100개' },
  },
  gem_1200: {
    name: '1,200 gems',
    kind: 'consumable',
    prices: [
      { currency: 'USD', amount: '9.99' },
      { currency: 'EUR', amount: '9.99' },
      { currency: 'KRW', amount: '12000' },
    ],
    steam_item_id: 1002,
    descriptions: { en: '1,200 gems', ko: '보석 1,200개' },
  },
  pass_monthly: {
    name: 'Monthly pass',
    kind: 'subscription',
    prices: [
      { currency: 'USD', amount: '4.99' },
      { currency: 'KRW', amount: '6500' },
    ],
    descriptions: { en: 'Monthly pass', ko: '월간 패스' },
  },
};

/** Leaves existing products unchanged. */
export async function ensureProducts(
  context: OperationContext,
  actor: Actor,
  appid: string,
): Promise<void> {
  for (const [product_id, product] of Object.entries(PRODUCTS)) {
    const known = await readProduct(context, { appid, product_id });
    if (isRejection(known)) await setProduct(context, actor, { appid, product_id, ...product });
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface DemoApp {
  readonly appid: string;
  readonly environment: EnvironmentName;
}

interface MarketValues {
  readonly settings: Fields;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Sets the markets whose emulator credentials differ from the stored ones. */
export async function ensureMarkets(
  context: OperationContext,
  actor: Actor,
  app: DemoApp,
  emulatorUrl: string,
): Promise<void> {
  const { appid } = app;
  const [credentials = {}, trust = {}] = await Promise.all(
    ['credentials', 'trust'].map((what) => readFields(`${emulatorUrl}/control/${what}`)),
  );
  for (const [market, values] of Object.entries(marketValues(app, credentials, trust))) {
    const known = await readMarketSecrets(context, appid, market as Market);
    if (values && !(known && includes(known, values))) {
      await setMarket(context, actor, { appid, market: market as Market, ...values });
    }
  }
}

function marketValues(
  { appid, environment }: DemoApp,
  credentials: Fields,
  trust: Fields,
): Partial<Record<Market, MarketValues | undefined>> {
  const apple = fieldsOf(credentials.apple);
  const google = fieldsOf(credentials.google);
  const steam = fieldsOf(credentials.steam);
  const stripe = fieldsOf(credentials.stripe);
  const account = fieldsOf(google.serviceAccount);
  const secrets = {
    APPLE: { private_key: apple.privateKey },
    GOOGLE: {
      service_account: google.serviceAccount && JSON.stringify(google.serviceAccount),
      licence_key: google.licenceKey,
    },
    STEAM: { publisher_key: steam.key },
    PG: {
      api_secret: environment === 'production' ? stripe.liveSecretKey : stripe.secretKey,
      webhook_secret: stripe.webhookSecret,
    },
  };
  const settings = {
    APPLE: {
      bundle_id: apple.bundleId ?? appid,
      app_apple_id: apple.appAppleId ?? 1,
      issuer_id: apple.issuerId,
      key_id: apple.keyId,
    },
    GOOGLE: {
      package_name: appid,
      service_account_email: account.client_email,
      push_email: fieldsOf(trust.google).pushEmail,
    },
    STEAM: { steam_app_id: STEAM_APP_ID },
    PG: { gateway: 'STRIPE' },
  };
  const values = (market: Market): MarketValues | undefined => {
    const given = present(secrets[market]);
    if (Object.keys(given).length === 0) return undefined;
    return { settings: present(settings[market]), secrets: given as Record<string, string> };
  };
  return {
    APPLE: values('APPLE'),
    GOOGLE: values('GOOGLE'),
    STEAM: values('STEAM'),
    PG: values('PG'),
  };
}

/** Returns nothing when the emulator does not answer or answers something else. */
export async function readFields(url: string, headers = {}): Promise<Fields> {
  try {
    return fieldsOf(await ask(url, { headers }));
  } catch {
    return {};
  }
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function includes(known: { settings: object; secrets: object }, values: MarketValues): boolean {
  const within = (all: Fields, some: Fields) =>
    Object.entries(some).every(([name, value]) => all[name] === value);
  return (
    within(fieldsOf(known.settings), values.settings) &&
    within(fieldsOf(known.secrets), values.secrets)
  );
}
