// Consumption information in its two generations, each field judged with its own error code.
import { type ErrorCode, StoreError } from './errors.ts';
import { isFamilyShared, isUuid, subscriptionType, type Transaction } from './transaction.ts';

type Accepts = (value: unknown) => boolean;

const isTrue: Accepts = (value) => value === true;
const isBoolean: Accepts = (value) => typeof value === 'boolean';
const upTo =
  (max: number): Accepts =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
const oneOf =
  (...values: string[]): Accepts =>
  (value) =>
    values.some((known) => known === value);
const tokenOrEmpty: Accepts = (value) => value === '' || isUuid(value);

interface Field {
  code: ErrorCode;
  accepts: Accepts;
  optional?: true;
}

// The customer must have consented; Apple refuses the information otherwise.
const fields: Record<'v1' | 'v2', Record<string, Field>> = {
  v1: {
    customerConsented: { code: 4000035, accepts: isTrue },
    accountTenure: { code: 4000032, accepts: upTo(7) },
    appAccountToken: { code: 4000033, accepts: tokenOrEmpty },
    consumptionStatus: { code: 4000034, accepts: upTo(3) },
    deliveryStatus: { code: 4000036, accepts: upTo(5) },
    lifetimeDollarsPurchased: { code: 4000037, accepts: upTo(7) },
    lifetimeDollarsRefunded: { code: 4000038, accepts: upTo(7) },
    platform: { code: 4000039, accepts: upTo(2) },
    playTime: { code: 4000040, accepts: upTo(7) },
    sampleContentProvided: { code: 4000041, accepts: isBoolean },
    userStatus: { code: 4000042, accepts: upTo(4) },
    refundPreference: { code: 4000044, accepts: upTo(3), optional: true },
  },
  v2: {
    customerConsented: { code: 4000035, accepts: isTrue },
    deliveryStatus: {
      code: 4000036,
      accepts: oneOf(
        'DELIVERED',
        'UNDELIVERED_QUALITY_ISSUE',
        'UNDELIVERED_WRONG_ITEM',
        'UNDELIVERED_SERVER_OUTAGE',
        'UNDELIVERED_OTHER',
      ),
    },
    sampleContentProvided: { code: 4000041, accepts: isBoolean },
    consumptionPercentage: { code: 4000000, accepts: upTo(100_000), optional: true },
    refundPreference: {
      code: 4000044,
      accepts: oneOf('DECLINE', 'GRANT_FULL', 'GRANT_PRORATED'),
      optional: true,
    },
  },
};

export function readConsumption(
  version: 'v1' | 'v2',
  transaction: Transaction,
  body: unknown,
): Record<string, unknown> {
  const { type } = transaction;
  if (version === 'v1' && type !== 'Consumable' && type !== subscriptionType) {
    throw new StoreError(4000047);
  }
  if (version === 'v2' && isFamilyShared(transaction)) throw new StoreError(4000185);
  if (typeof body !== 'object' || body === null) throw new StoreError(4000000);
  const sent = body as Record<string, unknown>;
  for (const [name, { code, accepts, optional }] of Object.entries(fields[version])) {
    const absent = sent[name] === undefined;
    if (absent ? !optional : !accepts(sent[name])) throw new StoreError(code);
  }
  if (version === 'v2') checkPercentage(sent, type === subscriptionType);
  return sent;
}

/** Documented, but without a number: the general code stands for it. */
function checkPercentage(sent: Record<string, unknown>, subscribes: boolean): void {
  const { consumptionPercentage: percentage, deliveryStatus, refundPreference } = sent;
  const isPart = Number(percentage) > 0 && Number(percentage) < 100_000;
  const isWrong = subscribes
    ? percentage !== undefined
    : (deliveryStatus !== 'DELIVERED' && percentage !== 0) ||
      (refundPreference === 'GRANT_PRORATED' && !isPart);
  if (isWrong) throw new StoreError(4000000);
}
