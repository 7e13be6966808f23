// Signs the custom amount of a PG order, for products whose `custom_price` is `signed`.

export interface CustomPrice {
  readonly appid: string;
  /** Of the player who opens the order. */
  readonly accountUuid: string;
  readonly productId: string;
  /** Default: 1. */
  readonly quantity?: number;
  /** Decimal text, such as `12.50`: the amount of the whole order. */
  readonly customPrice: string;
  /** ISO 4217. */
  readonly fixedCurrency: string;
}

export interface SigningOptions {
  /** How long the client may open the order. Default: 600. */
  readonly expiresInSeconds?: number;
  /** Unix epoch milliseconds. Default: the machine's clock. */
  readonly now?: number;
}

/** The `gameServerPriceVerifyKey` for this order: a compact JWS (HS256) under the app's custom price key. */
export async function signCustomPrice(
  priceKey: string,
  price: CustomPrice,
  { expiresInSeconds = 600, now = Date.now() }: SigningOptions = {},
): Promise<string> {
  const exp = Math.floor(now / 1_000) + expiresInSeconds;
  const content = [{ alg: 'HS256' }, { quantity: 1, ...price, exp }].map(encode).join('.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(priceKey), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(content));
  return `${content}.${base64url(new Uint8Array(signature))}`;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const encode = (part: object): string => base64url(bytes(JSON.stringify(part)));

const base64url = (data: Uint8Array): string =>
  btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
