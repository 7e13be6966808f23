// Products of an app, with their prices and ids at the markets.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { currencyDigits } from '../base/currencies.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import type { Page, PageQuery } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import { type AppContext, changeOfApp } from './apps.ts';
import { Name } from './projects.ts';

export const ProductId = named(
  'ProductId',
  Type.String({
    pattern: '^[A-Za-z0-9._-]{1,255}$',
    description: 'Product id, as used by the markets and in requests.',
  }),
);

const Price = namedObject(
  'Price',
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
    amount: Type.String({
      pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
      description: 'Decimal number with no more decimals than the currency has.',
    }),
  },
  { additionalProperties: false },
);

const ProductKind = Type.Enum(['consumable', 'permanent', 'subscription'], {
  default: 'consumable',
  description:
    '`consumable` can be bought again, `permanent` is bought once and owned, `subscription` is owned while it runs.',
});
export type ProductKind = Type.Static<typeof ProductKind>;

export const ProductInput = namedObject(
  'ProductInput',
  {
    name: Name,
    kind: Type.Optional(ProductKind),
    after_verify: Type.Optional(
      Type.Enum(['acknowledge', 'consume'], {
        description:
          'For a consumable at markets with the choice: what Tollgate does there after it records the purchase, instead of the setting of the app. Permanent products and subscriptions are always acknowledged.',
      }),
    ),
    prices: Type.Array(Price, { maxItems: 200, description: 'One price per currency.' }),
    steam_item_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'Steam item id.' }),
    ),
    custom_price: Type.Optional(
      Type.Enum(['off', 'opaque', 'signed'], {
        default: 'off',
        description:
          'Whether PG orders may have a custom amount: `off`, `opaque` (any amount that the client sends, with a key of your own) or `signed` (only amounts that the app server signed with a custom price key).',
      }),
    ),
    descriptions: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z]{2}(-[A-Za-z]{2,4})?$' }),
        Type.String({ minLength: 1, maxLength: 1_000 }),
        { description: 'Description per language.' },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ProductInput = Type.Static<typeof ProductInput>;

export const Product = namedObject('Product', {
  appid: Type.String(),
  product_id: ProductId,
  ...ProductInput.properties,
  kind: ProductKind,
  updated_at: Type.String(),
});
export type Product = Type.Static<typeof Product>;

interface ProductKey {
  readonly appid: string;
  readonly product_id: string;
}

const targetOf = ({ product_id }: ProductKey): string => `products/${product_id}`;

const unknownProduct = ({ appid, product_id }: ProductKey): Rejection =>
  notFound(`The app ${appid} has no product ${product_id}.`);

/** Adds the product, or replaces its definition. */
export async function setProduct(
  context: OperationContext,
  actor: Actor,
  { appid, product_id, ...definition }: ProductInput & ProductKey,
): Promise<Product | Rejection> {
  const problem = priceProblem(definition.prices);
  if (problem) return invalid('prices', problem);
  if (definition.kind === 'subscription' && (definition.custom_price ?? 'off') !== 'off') {
    return invalid('custom_price', 'A subscription cannot have custom amounts.');
  }
  if (definition.after_verify === 'consume' && (definition.kind ?? 'consumable') !== 'consumable') {
    return invalid('after_verify', 'Only a consumable is consumed. Leave out after_verify.');
  }
  return changeOfApp(context, actor, appid, async (tx, now) => {
    const old = await tx
      .selectFrom('product')
      .selectAll()
      .where('appid', '=', appid)
      .where('product_id', '=', product_id)
      .executeTakeFirst();
    const row = { appid, product_id, definition: JSON.stringify(definition), updated_at: now };
    await tx
      .insertInto('product')
      .values(row)
      .onConflict((conflict) => conflict.columns(['appid', 'product_id']).doUpdateSet(row))
      .execute();
    const after = viewProduct(row);
    const before = old && viewProduct(old);
    return { value: after, action: 'product.set', target: targetOf(row), before, after };
  });
}

export async function readProduct(
  context: OperationContext,
  key: ProductKey,
): Promise<Product | Rejection> {
  const row = await context.storage.db
    .selectFrom('product')
    .selectAll()
    .where('appid', '=', key.appid)
    .where('product_id', '=', key.product_id)
    .executeTakeFirst();
  return row ? viewProduct(row) : unknownProduct(key);
}

export async function listProducts(
  { context, app }: AppContext,
  query: PageQuery,
): Promise<Page<Product>> {
  const { db } = context.storage;
  const products = db.selectFrom('product').selectAll().where('appid', '=', app.appid);
  return readPage(products, 'product_id', query, viewProduct);
}

/** The ids of the app's permanent products. */
export async function permanentProducts(db: Db, appid: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('product')
    .select(['product_id', 'definition'])
    .where('appid', '=', appid)
    .where('definition', 'like', '%"permanent"%')
    .execute();
  return rows
    .filter(({ definition }) => (JSON.parse(definition) as ProductInput).kind === 'permanent')
    .map(({ product_id }) => product_id);
}

export function removeProduct(
  context: OperationContext,
  actor: Actor,
  key: ProductKey,
): Promise<Product | Rejection> {
  return changeOfApp(context, actor, key.appid, async (tx) => {
    const row = await tx
      .deleteFrom('product')
      .where('appid', '=', key.appid)
      .where('product_id', '=', key.product_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return unknownProduct(key);
    const before = viewProduct(row);
    return { value: before, action: 'product.remove', target: targetOf(key), before };
  });
}

function priceProblem(prices: ProductInput['prices']): string | undefined {
  const seen = new Set<string>();
  for (const { currency, amount } of prices) {
    const digits = currencyDigits(currency);
    if (digits === undefined) return `${currency} is not an ISO 4217 currency code.`;
    if ((amount.split('.')[1] ?? '').length > digits) {
      return `${amount} has more decimals than ${currency} allows (${digits}).`;
    }
    if (seen.has(currency))
      return `There are two prices in ${currency}. Send one price per currency.`;
    seen.add(currency);
  }
  return undefined;
}

const viewProduct = (
  row: ProductKey & { readonly definition: string; readonly updated_at: number },
): Product => ({
  appid: row.appid,
  product_id: row.product_id,
  kind: 'consumable',
  custom_price: 'off',
  ...(JSON.parse(row.definition) as ProductInput),
  updated_at: isoTime(row.updated_at),
});
