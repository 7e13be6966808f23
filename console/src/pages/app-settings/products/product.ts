// A product as the admin API has it, and as a form edits it.
import type { Schema } from '../../../endpoint.ts';

export type Product = Schema<'Product'>;

export interface ProductValues {
  product_id: string;
  name: string;
  kind: Product['kind'];
  after_verify: 'app' | 'acknowledge' | 'consume';
  custom_price: 'off' | 'opaque' | 'signed';
  prices: Schema<'Price'>[];
  steam_item_id: string;
  descriptions: { language: string; text: string }[];
}

export function toValues(product: Product | undefined): ProductValues {
  return {
    product_id: product?.product_id ?? '',
    name: product?.name ?? '',
    kind: product?.kind ?? 'consumable',
    after_verify: product?.after_verify ?? 'app',
    custom_price: product?.custom_price ?? 'off',
    prices: [...(product?.prices ?? [{ currency: 'USD', amount: '' }])],
    steam_item_id: String(product?.steam_item_id ?? ''),
    descriptions: Object.entries(product?.descriptions ?? {}).map(([language, text]) => ({
      language,
      text,
    })),
  };
}

/** Lines that were left empty are left out. */
export function toBody(values: ProductValues): Schema<'ProductInput'> {
  const descriptions = values.descriptions
    .map(({ language, text }) => [language.trim(), text.trim()] as const)
    .filter(([language, text]) => language !== '' || text !== '');
  return {
    name: values.name.trim(),
    kind: values.kind,
    ...(values.kind === 'consumable' &&
      values.after_verify !== 'app' && { after_verify: values.after_verify }),
    custom_price: values.kind === 'subscription' ? 'off' : values.custom_price,
    prices: values.prices
      .map(({ currency, amount }) => ({
        currency: currency.trim().toUpperCase(),
        amount: amount.trim(),
      }))
      .filter(({ amount }) => amount !== ''),
    ...(values.steam_item_id.trim() !== '' && {
      steam_item_id: Number(values.steam_item_id),
    }),
    ...(descriptions.length > 0 && { descriptions: Object.fromEntries(descriptions) }),
  };
}
