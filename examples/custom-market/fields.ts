// What is wrong with the fields of an answer, in the words of docs/custom-market.md.

type Fields = Readonly<Record<string, unknown>>;
type Rule = readonly [expected: string, isRight: (value: unknown) => boolean];

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

const orNull = ([expected, isRight]: Rule): Rule => [
  `${expected}, or null`,
  (value) => value === null || isRight(value),
];
const ifThere = ([expected, isRight]: Rule): Rule => [
  `${expected}, or missing`,
  (value) => value === undefined || value === null || isRight(value),
];
const oneOf = (...values: readonly string[]): Rule => [
  `one of ${values.join(', ')}`,
  (value) => values.includes(value as string),
];
const object = (rules: Readonly<Record<string, Rule>>): Rule => [
  'an object with the documented fields',
  (value) => isFields(value) && problemsIn(value, rules).length === 0,
];

const TEXT: Rule = ['a text that is not empty', matches(/./)];
const FLAG: Rule = ['true or false', (value) => typeof value === 'boolean'];
const COUNT: Rule = [
  'a whole number from 1',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
];
const AMOUNT: Rule = ['an amount as text, such as "9.90"', matches(/^\d{1,12}(\.\d{1,6})?$/)];
const CURRENCY: Rule = ['a currency of ISO 4217, such as "USD"', matches(/^[A-Z]{3}$/)];
const TIME: Rule = [
  'a time such as "2026-09-10T00:26:40Z"',
  (value) =>
    matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)(value) &&
    !Number.isNaN(Date.parse(String(value))),
];
const ACCOUNT: Rule = [
  'the accountUuid of the buyer',
  matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
];
const REFUND = object({
  state: oneOf('pending', 'partial', 'full', 'reversed'),
  amount: ifThere(AMOUNT),
  at: ifThere(TIME),
  reason: ifThere(TEXT),
});
const DISPUTE = object({ id: TEXT, state: oneOf('open', 'won', 'lost'), amount: ifThere(AMOUNT) });

export const PURCHASE: Readonly<Record<string, Rule>> = {
  appid: TEXT,
  transactionId: TEXT,
  productId: TEXT,
  quantity: COUNT,
  price: orNull(AMOUNT),
  currency: orNull(CURRENCY),
  purchasedAt: orNull(TIME),
  state: oneOf('paid', 'pending', 'failed'),
  test: FLAG,
  account: orNull(ACCOUNT),
  acknowledged: FLAG,
  permanent: ifThere(FLAG),
  refund: ifThere(REFUND),
  disputes: ifThere([
    'a list of disputes',
    (value) => Array.isArray(value) && value.every((each) => DISPUTE[1](each)),
  ]),
};

export const SUBSCRIPTION: Readonly<Record<string, Rule>> = {
  appid: TEXT,
  subscriptionId: TEXT,
  account: orNull(ACCOUNT),
  test: FLAG,
  status: oneOf('active', 'grace', 'hold', 'paused', 'expired', 'revoked'),
  renewsAs: orNull(TEXT),
  graceUntil: ifThere(TIME),
  beganAt: TIME,
  cycle: object({
    transactionId: TEXT,
    number: COUNT,
    productId: TEXT,
    price: orNull(AMOUNT),
    currency: orNull(CURRENCY),
    purchasedAt: TIME,
    expiresAt: TIME,
    refund: ifThere(REFUND),
  }),
};

export const NOTICE: Readonly<Record<string, Rule>> = {
  id: TEXT,
  number: COUNT,
  type: ['purchase.… or subscription.…', matches(/^(purchase|subscription)\../)],
  appid: TEXT,
  receipt: TEXT,
  at: TIME,
};

/** One sentence for each. */
export const problemsIn = (fields: Fields, rules: Readonly<Record<string, Rule>>): string[] =>
  Object.entries(rules).flatMap(([name, [expected, isRight]]) =>
    isRight(fields[name])
      ? []
      : `${name} must be ${expected}, not ${JSON.stringify(fields[name]) ?? 'missing'}.`,
  );
