// Products and market settings of the demo app, with the emulator's credentials.
import type { Actor } from '../audit/audit.ts';
import { isRejection, type OperationContext } from '../audit/operation.ts';
import type { DemoApp } from '../payment/markets/description.ts';
import { MARKETS } from '../payment/markets/markets.ts';
import { readMarketSecrets, setMarket } from '../payment/settings/market-settings.ts';
import { type ProductInput, readProduct, setProduct } from '../tenants/products.ts';
import { ask } from './ask.ts';

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
  for (const { code: market, emulator, demo } of MARKETS) {
    const given = demo?.(app, fieldsOf(credentials[emulator]), fieldsOf(trust[emulator]));
    const settings = present(given?.settings ?? {});
    const secrets = present(given?.secrets ?? {}) as Readonly<Record<string, string>>;
    if (Object.keys(secrets).length === 0) continue;
    const known = await readMarketSecrets(context, appid, market);
    if (known && includes(known, { settings, secrets })) continue;
    await setMarket(context, actor, { appid, market, settings, secrets });
  }
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

function includes(
  known: { settings: object; secrets: object },
  values: { settings: Fields; secrets: Fields },
): boolean {
  const within = (all: Fields, some: Fields) =>
    Object.entries(some).every(([name, value]) => all[name] === value);
  return (
    within(fieldsOf(known.settings), values.settings) &&
    within(fieldsOf(known.secrets), values.secrets)
  );
}
