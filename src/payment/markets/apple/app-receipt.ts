// The app receipt of StoreKit 1: which purchases it names. Its signature is not checked, so what it
// says is good for one thing only: asking the App Store about a transaction.
import { elements, inside, nth, TAGS, unsigned } from './asn1.ts';

export interface AppReceipt {
  readonly bundleId: string | undefined;
  readonly purchases: readonly NamedPurchase[];
}

export interface NamedPurchase {
  readonly transactionId: string;
  readonly originalTransactionId: string | undefined;
  readonly productId: string | undefined;
  readonly purchasedAt: number;
  readonly isSubscription: boolean;
}

const BUNDLE_ID = 2;
const IN_APP = 17;
const PRODUCT_ID = 1702;
const TRANSACTION_ID = 1703;
const PURCHASE_DATE = 1704;
const ORIGINAL_TRANSACTION_ID = 1705;
const EXPIRES_DATE = 1708;

const ID = /^\d{1,20}$/;

/** Undefined when the bytes are no app receipt. */
export function readAppReceipt(bytes: Buffer): AppReceipt | undefined {
  try {
    const attributes = [...attributesOf(payloadOf(bytes))];
    const bundle = attributes.find(({ type }) => type === BUNDLE_ID);
    return {
      bundleId: bundle && textOf(bundle.value),
      purchases: attributes
        .filter(({ type }) => type === IN_APP)
        .map(({ value }) => readPurchase(value))
        .filter((purchase) => purchase !== undefined),
    };
  } catch {
    return undefined;
  }
}

/** PKCS #7: ContentInfo → SignedData → the content that is signed. */
function payloadOf(bytes: Buffer): Buffer {
  const signedData = inside(nth(inside(bytes, TAGS.sequence), 1, TAGS.first), TAGS.sequence);
  const content = nth(nth(signedData, 2, TAGS.sequence), 1, TAGS.first);
  return inside(content, TAGS.octets);
}

interface Attribute {
  readonly type: number;
  readonly value: Buffer;
}

/** A set of `{type, version, value}`. */
function* attributesOf(bytes: Buffer): Generator<Attribute> {
  for (const { content } of elements(inside(bytes, TAGS.set))) {
    const [type, , value] = elements(content);
    if (type?.tag !== TAGS.integer || value?.tag !== TAGS.octets) continue;
    yield { type: unsigned(type.content), value: value.content };
  }
}

function readPurchase(bytes: Buffer): NamedPurchase | undefined {
  const values = new Map([...attributesOf(bytes)].map(({ type, value }) => [type, value]));
  const text = (type: number): string | undefined => {
    const value = values.get(type);
    return value && textOf(value);
  };
  const transactionId = text(TRANSACTION_ID);
  if (transactionId === undefined || !ID.test(transactionId)) return undefined;
  return {
    transactionId,
    originalTransactionId: text(ORIGINAL_TRANSACTION_ID),
    productId: text(PRODUCT_ID),
    purchasedAt: Date.parse(text(PURCHASE_DATE) ?? '') || 0,
    isSubscription: (text(EXPIRES_DATE) ?? '') !== '',
  };
}

const textOf = (value: Buffer): string => inside(value, TAGS.utf8, TAGS.ia5).toString('utf8');
