// A market's settings between the admin API and a form.
import { type Body, endpoint, type Schema } from '../../../endpoint.ts';
import type { Market } from '../../../sales/records.ts';
import type { Field, OfGateways, SecretField } from './shape.ts';
import { SHAPES } from './shapes.ts';

export type MarketRecord = Schema<'MarketRecord'>;
export type FormerGateway = Schema<'FormerGateway'>['gateway'];

/** Where the settings of each market are saved. */
export const settingsOf = (appid: string, market: Market) =>
  endpoint(`/apps/{appid}/markets/${market}`, { appid });

type MarketBody = Body<`/apps/{appid}/markets/${Market}`, 'PUT'>;

export const PAY_METHODS = ['CARD', 'EASY_PAY', 'TRANSFER', 'MOBILE', 'VIRTUAL_ACCOUNT'] as const;
type PgSettings = Body<'/apps/{appid}/markets/PG', 'PUT'>['settings'];
type EasyPay = NonNullable<NonNullable<PgSettings['pay_methods']>[number]['easy_pay_provider']>;

/** By what buyers call them; the compiler insists on all that the admin API takes. */
export const EASY_PAY_NAMES: Readonly<Record<EasyPay, string>> = {
  APPLEPAY: 'Apple Pay',
  KAKAOPAY: 'KakaoPay',
  KPAY: 'KPay',
  LGPAY: 'LG Pay',
  LPAY: 'L.Pay',
  NAVERPAY: 'NAVER Pay',
  PAYCO: 'PAYCO',
  PINPAY: 'PINPay',
  SAMSUNGPAY: 'Samsung Pay',
  SKPAY: 'SK pay',
  SMILEPAY: 'Smile Pay',
  SSGPAY: 'SSGPAY',
  TOSSPAY: 'Toss Pay',
};
export const CUSTOMER_FIELDS = ['fullName', 'phoneNumber', 'email'] as const;
export const MOST_PAY_METHODS = 20;

/** A payment method at PortOne. */
export interface PayMethodValues {
  readonly channel_key: string;
  readonly pay_method: (typeof PAY_METHODS)[number];
  readonly customer_fields: readonly (typeof CUSTOMER_FIELDS)[number][];
  /** Empty: the page names the method itself. */
  readonly label: string;
  /** Of easy pay; empty where the channel needs none. */
  readonly easy_pay_provider: '' | EasyPay;
  readonly naverpay_category: string;
}

export const NEW_PAY_METHOD: PayMethodValues = {
  channel_key: '',
  pay_method: 'CARD',
  customer_fields: [],
  label: '',
  easy_pay_provider: '',
  naverpay_category: '',
};

type Value = string | boolean | readonly PayMethodValues[];

export interface MarketValues {
  settings: Record<string, Value>;
  /** Empty: stays as it is; null: to be removed. */
  secrets: Record<string, string | null>;
}

export function toValues(market: Market, record: MarketRecord | undefined): MarketValues {
  const { settings, secrets } = SHAPES[market];
  const present = (field: Field): Value => {
    const value = record ? record.settings[field.name] : field.initial;
    if (field.kind === 'methods') return payMethodsOf(value);
    if (field.kind === 'flag') return field.initial === true ? value !== false : value === true;
    return value === undefined ? '' : String(value);
  };
  return {
    settings: Object.fromEntries(settings.map((field) => [field.name, present(field)])),
    secrets: Object.fromEntries(secrets.map(({ name }) => [name, ''])),
  };
}

export const payMethodsOf = (value: unknown): readonly PayMethodValues[] =>
  Array.isArray(value) ? value.map((method) => ({ ...NEW_PAY_METHOD, ...method })) : [];

/** The fields that the form has now: some belong to one gateway only. */
export function fieldsOf(market: Market, values: MarketValues): readonly Field[] {
  return SHAPES[market].settings.filter((field) => isAt(field, values.settings.gateway));
}

export const secretFieldsOf = (
  market: Market,
  { settings }: MarketValues,
): readonly SecretField[] =>
  SHAPES[market].secrets.filter((field) => isAt(field, settings.gateway));

export const isAt = ({ gateways }: OfGateways, gateway: unknown): boolean =>
  gateways === undefined || gateways.some((each) => each === gateway);

/** The secrets that the service has already; each gateway has its own. */
export function secretsOf(
  { settings }: MarketValues,
  record: MarketRecord | undefined,
): readonly string[] {
  if (record === undefined) return [];
  if (record.settings.gateway === undefined || record.settings.gateway === settings.gateway) {
    return record.secrets_set;
  }
  return record.former?.find(({ gateway }) => gateway === settings.gateway)?.secrets_set ?? [];
}

type Setting = readonly [name: string, value: string | number | boolean | readonly object[]];

/** Settings without a field in the form stay as they are, unless another gateway is chosen. */
function unshown(market: Market, values: MarketValues, record: MarketRecord | undefined): object {
  const before = record?.settings ?? {};
  const shown: ReadonlySet<string> = new Set(SHAPES[market].settings.map(({ name }) => name));
  return before.gateway === values.settings.gateway
    ? Object.fromEntries(Object.entries(before).filter(([name]) => !shown.has(name)))
    : {};
}

export function toBody(
  market: Market,
  values: MarketValues,
  record: MarketRecord | undefined,
): MarketBody {
  const settings = fieldsOf(market, values).flatMap(({ name, kind }): Setting[] => {
    const value = values.settings[name];
    if (typeof value === 'boolean') return [[name, value]];
    if (kind === 'methods') {
      const methods = payMethodsOf(value);
      return methods.length === 0 ? [] : [[name, methods.map(toPayMethod)]];
    }
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '') return [];
    return [[name, kind === 'number' ? Number(text) : text]];
  });
  const asked = new Set(secretFieldsOf(market, values).map(({ name }) => name));
  const secrets = Object.entries(values.secrets).filter(
    ([name, value]) => value !== '' && asked.has(name),
  );
  // The fields are those that the market's shape has; which they are is known only now.
  return {
    settings: { ...unshown(market, values, record), ...Object.fromEntries(settings) },
    secrets: Object.fromEntries(secrets),
  } as MarketBody;
}

const toPayMethod = ({
  channel_key,
  pay_method,
  customer_fields,
  label,
  ...easy
}: PayMethodValues) => ({
  channel_key: channel_key.trim(),
  pay_method,
  ...(pay_method === 'EASY_PAY' && toEasyPay(easy)),
  ...(customer_fields.length > 0 && { customer_fields }),
  ...(label.trim() !== '' && { label: label.trim() }),
});

function toEasyPay({
  easy_pay_provider,
  naverpay_category,
}: Pick<PayMethodValues, 'easy_pay_provider' | 'naverpay_category'>) {
  const category = naverpay_category.trim();
  return {
    ...(easy_pay_provider !== '' && { easy_pay_provider }),
    ...(category !== '' && { naverpay_category: category }),
  };
}

type Problem = 'number' | 'url';

/** What the service would refuse in a sentence that is not for people. */
export function problemOf({ kind }: Field, value: Value | undefined): Problem | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (kind === 'number' && !/^\d+$/.test(value.trim())) return 'number';
  if (kind === 'url' && !/^https?:\/\//.test(value.trim())) return 'url';
  return null;
}
