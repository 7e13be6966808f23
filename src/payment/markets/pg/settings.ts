// Settings of an app at a payment gateway, and whether its keys fit the environment.
import { Type } from 'typebox';
import { GATEWAYS } from '../../../base/market.ts';
import type { MarketApp } from '../market.ts';
import { optionalText, secret, shape, text, url } from '../shapes.ts';

const EASY_PAY_PROVIDERS = [
  'APPLEPAY',
  'KAKAOPAY',
  'KPAY',
  'LGPAY',
  'LPAY',
  'NAVERPAY',
  'PAYCO',
  'PINPAY',
  'SAMSUNGPAY',
  'SKPAY',
  'SMILEPAY',
  'SSGPAY',
  'TOSSPAY',
] as const;

const PayMethod = shape({
  channel_key: text('Channel key at PortOne.'),
  pay_method: Type.Enum(['CARD', 'EASY_PAY', 'TRANSFER', 'MOBILE', 'VIRTUAL_ACCOUNT'], {
    description: 'Payment method of the channel. KakaoPay, for example, is `EASY_PAY`.',
  }),
  customer_fields: Type.Optional(
    Type.Array(Type.Enum(['fullName', 'phoneNumber', 'email']), {
      uniqueItems: true,
      description:
        'What the channel must know of the buyer; KG Inicis needs all three. Sent with the order, or asked on the payment page.',
    }),
  ),
  easy_pay_provider: Type.Optional(
    Type.Enum(EASY_PAY_PROVIDERS, {
      description:
        'Whose easy pay it is, for `EASY_PAY` at a channel that takes cards, such as KG Inicis or Toss Payments.',
    }),
  ),
  naverpay_category: Type.Optional(
    Type.String({
      pattern: '^[A-Z_]{1,50}/[A-Z_]{1,50}$',
      examples: ['ETC/ETC'],
      description:
        "Required at a channel of NaverPay: category type and id of the goods in NaverPay's list, such as `ETC/ETC`.",
    }),
  ),
  label: optionalText('Name of the method on the payment page.'),
});

const PgSettings = shape({
  gateway: Type.Enum(GATEWAYS, { description: 'The payment gateway.' }),
  store_id: optionalText('Store id at the gateway (PortOne).'),
  channel_key: optionalText('Channel key at the gateway (PortOne), for cards only.'),
  pay_methods: Type.Optional(
    Type.Array(PayMethod, {
      maxItems: 20,
      description:
        'Payment methods that the buyer chooses from (PortOne), instead of `channel_key`.',
    }),
  ),
  client_id: optionalText('Client ID of the REST app at the gateway (PayPal).'),
  webhook_id: optionalText(
    'ID of the webhook at the gateway (PayPal). Without it, Tollgate rejects every webhook.',
  ),
  success_url: url('Page that buyers return to after paying.'),
  cancel_url: url('Page that buyers return to when they cancel.'),
});
const PgSecrets = shape({
  api_secret: secret('API secret of the gateway.'),
  webhook_secret: secret('Secret that signs the webhooks of the gateway (Stripe, PortOne).'),
});

export const pgShapes = { settings: PgSettings, secrets: PgSecrets, defaults: {} };

export type PgApp = MarketApp<typeof pgShapes>;

/** The app at one of its gateways, the present or a former one; undefined without credentials there. */
export function atGateway(app: PgApp, gateway: string | null): PgApp | undefined {
  if (app.settings.gateway === gateway) return app;
  const former = app.former?.find(({ settings }) => settings.gateway === gateway);
  return former && { ...app, ...former, isFormer: true };
}

/** The app at each of its gateways. */
export const atGateways = (app: PgApp): readonly PgApp[] => [
  app,
  ...(app.former ?? []).map((former) => ({ ...app, ...former, isFormer: true as const })),
];

type Environment = PgApp['environment'];

/** Stripe's keys name their mode; PortOne's secrets do not. */
const STRIPE_KEY = /^[sr]k_(live|test)_/;
const KEY_MODES = { production: 'live', sandbox: 'test' } as const;

/** The mode of a Stripe key that cannot work in this environment; undefined when nothing is wrong with it. */
export function wrongKeyMode(
  environment: Environment,
  gateway: string | undefined,
  key: string | undefined,
): 'live' | 'test' | undefined {
  const mode = gateway === 'STRIPE' ? STRIPE_KEY.exec(key ?? '')?.[1] : undefined;
  return mode === KEY_MODES[environment] ? undefined : (mode as 'live' | 'test' | undefined);
}

/** What is wrong with such a key, and what to do. */
export const keyModeProblem = (environment: Environment, mode: 'live' | 'test'): string =>
  `is a ${mode} key of Stripe, but this environment is ${environment}. Use a ${KEY_MODES[environment]} key (sk_${KEY_MODES[environment]}_… or rk_${KEY_MODES[environment]}_…).`;

/** PortOne's own channel keys end in a UUID; keys that were named end in their mode. */
const NAMED_CHANNEL = /^channel-key-(?:.*-)?(live|test)$/i;

/** A channel of PortOne whose key says that it cannot work in this environment, and what to do. */
export function wrongChannelMode(
  environment: Environment,
  settings: Partial<Type.Static<typeof PgSettings>>,
):
  | { readonly field: string; readonly mode: 'live' | 'test'; readonly problem: string }
  | undefined {
  if (settings.gateway !== 'PORTONE') return undefined;
  const channels = [
    ['channel_key', settings.channel_key] as const,
    ...(settings.pay_methods ?? []).map(
      (each, at) => [`pay_methods.${at}.channel_key`, each.channel_key] as const,
    ),
  ];
  const right = KEY_MODES[environment];
  for (const [field, key] of channels) {
    const mode = NAMED_CHANNEL.exec(key?.trim() ?? '')?.[1]?.toLowerCase();
    if (mode === undefined || mode === right) continue;
    const problem = `${field} is a ${mode} channel of PortOne, but this environment is ${environment}. Use the key of a ${right} channel.`;
    return { field, mode: mode as 'live' | 'test', problem };
  }
  return undefined;
}

interface SettingsProblem {
  readonly field: string;
  readonly problem: string;
}

/** What only easy pay has, on another method. */
function payMethodProblem({
  pay_methods = [],
}: Partial<PgApp['settings']>): SettingsProblem | undefined {
  for (const [at, method] of pay_methods.entries()) {
    const name = EASY_PAY_FIELDS.find((field) => method[field] !== undefined);
    if (name === undefined || method.pay_method === 'EASY_PAY') continue;
    const field = `settings.pay_methods.${at}.${name}`;
    return { field, problem: `${name} needs pay_method EASY_PAY, not ${method.pay_method}.` };
  }
  return undefined;
}

const EASY_PAY_FIELDS = ['easy_pay_provider', 'naverpay_category'] as const;

/** Test money must not buy in production, nor real money in sandbox. Settings stored earlier are not refused. */
export function settingsProblem(
  environment: Environment,
  settings: Partial<PgApp['settings']>,
  { api_secret: key }: PgApp['secrets'],
): SettingsProblem | undefined {
  const mode = wrongKeyMode(environment, settings.gateway, key);
  if (mode) {
    return {
      field: 'secrets.api_secret',
      problem: `api_secret ${keyModeProblem(environment, mode)}`,
    };
  }
  if (settings.gateway === 'PAYPAL' && settings.client_id === undefined) {
    const problem = 'PayPal needs client_id: the client ID of the REST app that api_secret is of.';
    return { field: 'settings.client_id', problem };
  }
  const channel = wrongChannelMode(environment, settings);
  return channel
    ? { field: `settings.${channel.field}`, problem: channel.problem }
    : payMethodProblem(settings);
}
