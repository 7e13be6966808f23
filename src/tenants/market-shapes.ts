// What each market requires of an app: settings, and secrets that are never shown again.
import { createPrivateKey } from 'node:crypto';
import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Market } from '../storage/schema.ts';
import { licenceKeyProblem, serviceAccountProblem } from './google-secrets.ts';

export const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const satisfies readonly Market[];
export const MarketName = named('Market', Type.Enum([...MARKETS]));

/** The requested one, or all. */
export const marketsOf = (market: Market | undefined): readonly Market[] =>
  market === undefined ? MARKETS : [market];

const text = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const optionalText = (description: string) => Type.Optional(text(description));
const url = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^https?://', format: 'uri', maxLength: 2_000, description }),
  );
const secret = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 16_000 }), Type.Null()], {
      description: `${description} Omit it to keep the current value; send null to remove it.`,
    }),
  );
const shape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const AppleSettings = shape({
  bundle_id: text('Bundle id of the app.'),
  app_apple_id: Type.Integer({ minimum: 1, description: 'Apple ID of the app (a number).' }),
  issuer_id: optionalText('Issuer of the App Store Server API key.'),
  key_id: optionalText('Id of the App Store Server API key.'),
  accept_sandbox: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Accepts Apple sandbox receipts in production, as App Review requires.',
    }),
  ),
  answer_refund_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Answers when Apple asks about a refund (CONSUMPTION_REQUEST) with the delivery result of the purchase.',
    }),
  ),
  customer_consented: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Your players have agreed that you send Apple data about their purchases. Without it nothing is answered.',
    }),
  ),
  refund_preference: Type.Optional(
    Type.Enum(['DECLINE', 'GRANT_FULL'], {
      description: 'What you prefer Apple to do with a refund request. Without it, no preference.',
    }),
  ),
  sample_content_provided: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Players can try the content, or learn what it does, before they buy it.',
    }),
  ),
});
const AppleSecrets = shape({ private_key: secret('App Store Server API key (.p8 text).') });

const GoogleSettings = shape({
  package_name: text('Package name of the app.'),
  service_account_email: optionalText('E-mail address of the service account, for display only.'),
  after_verify: Type.Optional(
    Type.Enum(['acknowledge', 'consume'], {
      default: 'acknowledge',
      description: 'What Tollgate does at Google Play after it records a consumable purchase.',
    }),
  ),
  push_audience: optionalText('Audience required in the tokens of Pub/Sub pushes.'),
  push_email: optionalText('Service account that signs Pub/Sub pushes.'),
  answer_refund_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Answers when Google asks about a refund: decline if the game reported the delivery, approve if it was not delivered or taken back, else no preference.',
    }),
  ),
});
const GoogleSecrets = shape({
  service_account: secret('Service account key file (JSON text).'),
  licence_key: secret('Licence key of the app (base64).'),
});

const SteamSettings = shape({
  steam_app_id: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'Steam app id.' }),
  amount_divisor: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: 'Tollgate divides Steam amounts by this number.',
    }),
  ),
});
const SteamSecrets = shape({
  publisher_key: secret(
    'Publisher Web API key. If it is bound to server addresses at Steamworks, include the outgoing address of this server.',
  ),
});

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
  label: optionalText('Name of the method on the payment page.'),
});

const PgSettings = shape({
  gateway: Type.Enum(['STRIPE', 'PORTONE'], { description: 'The payment gateway.' }),
  store_id: optionalText('Store id at the gateway (PortOne).'),
  channel_key: optionalText('Channel key at the gateway (PortOne), for cards only.'),
  pay_methods: Type.Optional(
    Type.Array(PayMethod, {
      maxItems: 20,
      description:
        'Payment methods that the buyer chooses from (PortOne), instead of `channel_key`.',
    }),
  ),
  success_url: url('Page that buyers return to after paying.'),
  cancel_url: url('Page that buyers return to when they cancel.'),
});
const PgSecrets = shape({
  api_secret: secret('API secret of the gateway.'),
  webhook_secret: secret('Secret that signs the webhooks of the gateway.'),
});

export const marketShapes = {
  APPLE: {
    settings: AppleSettings,
    secrets: AppleSecrets,
    defaults: { accept_sandbox: true as boolean },
  },
  GOOGLE: {
    settings: GoogleSettings,
    secrets: GoogleSecrets,
    defaults: {
      after_verify: 'acknowledge' as 'acknowledge' | 'consume',
      answer_refund_requests: false as boolean,
    },
  },
  STEAM: { settings: SteamSettings, secrets: SteamSecrets, defaults: { amount_divisor: 100 } },
  PG: { settings: PgSettings, secrets: PgSecrets, defaults: {} },
} as const satisfies Record<Market, object>;

type Shapes = typeof marketShapes;

/** The request that sets a market. */
export const marketInput = <M extends Market>(market: M) =>
  Type.Object(
    {
      settings: marketShapes[market].settings as Shapes[M]['settings'],
      secrets: Type.Optional(marketShapes[market].secrets as Shapes[M]['secrets']),
    },
    { additionalProperties: false },
  );

/** The stored settings, with defaults filled in. */
export type MarketSettings<M extends Market> = Type.Static<Shapes[M]['settings']> &
  Shapes[M]['defaults'];

export type MarketSecrets<M extends Market> = {
  readonly [Name in keyof Type.Static<Shapes[M]['secrets']>]?: string;
};

/** Checks the format of a secret, because the market would reject it only at the first purchase. */
export function secretProblem(name: string, value: string): string | undefined {
  switch (name) {
    case 'private_key':
      return parses(() => createPrivateKey(value).asymmetricKeyDetails?.namedCurve === 'prime256v1')
        ? undefined
        : 'is not a P-256 private key in PEM form. Send the text of the SubscriptionKey_….p8 file from App Store Connect.';
    case 'service_account':
      return serviceAccountProblem(value);
    case 'licence_key':
      return licenceKeyProblem(value);
    default:
      return undefined;
  }
}

type Environment = 'production' | 'sandbox';

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

function parses(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
