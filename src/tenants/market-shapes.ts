// What each market needs to know of an app: public settings, and secrets that are never shown again.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Market } from '../storage/schema.ts';

export const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const satisfies readonly Market[];
export const MarketName = named('Market', Type.Enum([...MARKETS]));

/** The one that was asked for, or all. */
export const marketsOf = (market: Market | undefined): readonly Market[] =>
  market === undefined ? MARKETS : [market];

const text = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const optionalText = (description: string) => Type.Optional(text(description));
const url = (description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://', maxLength: 2_000, description }));
const secret = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 16_000 }), Type.Null()], {
      description: `${description} Absent: stays as it is; null: removed.`,
    }),
  );
const shape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const AppleSettings = shape({
  bundle_id: text('Bundle id of the app.'),
  app_apple_id: Type.Integer({ minimum: 1, description: 'App Apple ID (the number).' }),
  issuer_id: optionalText('Issuer of the App Store Server API key.'),
  key_id: optionalText('Id of the App Store Server API key.'),
  accept_sandbox: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether production takes receipts signed by the Apple sandbox (App Review).',
    }),
  ),
});
const AppleSecrets = shape({ private_key: secret('App Store Server API key (.p8 text).') });

const GoogleSettings = shape({
  package_name: text('Package name of the app.'),
  service_account_email: optionalText('Account that asks Google Play; for people to recognise.'),
  after_verify: Type.Optional(
    Type.Enum(['acknowledge', 'consume'], {
      default: 'acknowledge',
      description: 'What Google is told once a consumable purchase is recorded.',
    }),
  ),
  push_audience: optionalText('Audience that tokens of Pub/Sub pushes must have.'),
  push_email: optionalText('Service account that signs Pub/Sub pushes.'),
});
const GoogleSecrets = shape({
  service_account: secret('Service account key file (JSON text).'),
  licence_key: secret('Licence key of the app (base64).'),
});

const SteamSettings = shape({
  steam_app_id: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'App id.' }),
  amount_divisor: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: 'Steam amounts are divided by this.',
    }),
  ),
});
const SteamSecrets = shape({ publisher_key: secret('Publisher Web API key.') });

const PgSettings = shape({
  gateway: Type.Enum(['STRIPE', 'PORTONE'], { description: 'The payment gateway.' }),
  store_id: optionalText('Store id at the gateway (PortOne).'),
  channel_key: optionalText('Channel key at the gateway (PortOne).'),
  success_url: url('Where buyers return to after paying.'),
  cancel_url: url('Where buyers return to without paying.'),
});
const PgSecrets = shape({
  api_secret: secret('Secret of the gateway API.'),
  webhook_secret: secret('Secret that signs the notices of the gateway.'),
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
    defaults: { after_verify: 'acknowledge' as 'acknowledge' | 'consume' },
  },
  STEAM: { settings: SteamSettings, secrets: SteamSecrets, defaults: { amount_divisor: 100 } },
  PG: { settings: PgSettings, secrets: PgSecrets, defaults: {} },
} as const satisfies Record<Market, object>;

type Shapes = typeof marketShapes;

/** What is sent to set a market. */
export const marketInput = <M extends Market>(market: M) =>
  Type.Object(
    {
      settings: marketShapes[market].settings as Shapes[M]['settings'],
      secrets: Type.Optional(marketShapes[market].secrets as Shapes[M]['secrets']),
    },
    { additionalProperties: false },
  );

/** The settings as they are kept: defaults filled in. */
export type MarketSettings<M extends Market> = Type.Static<Shapes[M]['settings']> &
  Shapes[M]['defaults'];

export type MarketSecrets<M extends Market> = {
  readonly [Name in keyof Type.Static<Shapes[M]['secrets']>]?: string;
};

/** Why a secret cannot be what it should be; a market would only say so at the first purchase. */
export function secretProblem(name: string, value: string): string | undefined {
  switch (name) {
    case 'private_key':
      return parses(() => createPrivateKey(value).asymmetricKeyType === 'ec')
        ? undefined
        : 'is not an EC private key in PEM form, as in the .p8 file of App Store Connect.';
    case 'service_account':
      return parses(() => {
        const account = JSON.parse(value);
        return typeof account.client_email === 'string' && typeof account.private_key === 'string';
      })
        ? undefined
        : 'is not the JSON key file of a service account (client_email, private_key).';
    case 'licence_key':
      return parses(() => {
        const key = Buffer.from(value, 'base64');
        return createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType === 'rsa';
      })
        ? undefined
        : 'is not a licence key: an RSA public key in base64, as the Play Console shows it.';
    default:
      return undefined;
  }
}

function parses(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
