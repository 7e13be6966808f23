// Environment → one frozen value. Every bad value is reported at once; docs/configuration.md is made from this.

interface Setting<T> {
  readonly description: string;
  /** What the manual shows as the default. */
  readonly shown: string;
  readonly fallback: T;
  /** The value, or a sentence that says what is wrong with the text. */
  read(text: string): { readonly value: T } | { readonly problem: string };
}

const port = (description: string, fallback: number): Setting<number | 'off'> => ({
  description: `${description} \`off\` leaves it out.`,
  shown: String(fallback),
  fallback,
  read(text) {
    if (text === 'off') return { value: 'off' };
    const value = Number(text);
    return /^\d{1,5}$/.test(text) && value <= 65_535
      ? { value }
      : { problem: 'must be a port number from 0 to 65535, or off' };
  },
});

const whole = (
  description: string,
  fallback: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): Setting<number> => ({
  description,
  shown: String(fallback),
  fallback,
  read(text) {
    const value = Number(text);
    const range =
      most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
    return /^\d{1,9}$/.test(text) && value >= least && value <= most
      ? { value }
      : { problem: `must be a whole number ${range}` };
  },
});

const flag = (description: string, fallback: boolean): Setting<boolean> => ({
  description,
  shown: String(fallback),
  fallback,
  read: (text) =>
    text === 'true' || text === 'false'
      ? { value: text === 'true' }
      : { problem: 'must be true or false' },
});

const oneOf = <const T extends string>(
  description: string,
  choices: readonly T[],
  fallback: T,
): Setting<T> => ({
  description: `${description} One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`,
  shown: fallback,
  fallback,
  read(text) {
    const value = choices.find((choice) => choice === text);
    return value ? { value } : { problem: `must be one of ${choices.join(', ')}` };
  },
});

const text = (description: string, fallback: string): Setting<string> => ({
  description,
  shown: fallback,
  fallback,
  read: (value) => ({ value }),
});

function urlSetting<T extends string | undefined>(
  description: string,
  fallback: T,
  protocols: readonly string[],
): Setting<string | T> {
  return {
    description,
    shown: fallback ?? '',
    fallback,
    read: (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol)
        ? { value: value.replace(/\/+$/, '') }
        : { problem: `must be a URL that starts with ${protocols.join('// or ')}//` },
  };
}

const web = (description: string, fallback: string): Setting<string> =>
  urlSetting(description, fallback, ['https:', 'http:']);

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** Every setting, in the order of the manual. */
export const settings = {
  PORT: port('Listener of the production environment.', 8080),
  SANDBOX_PORT: port('Listener of the sandbox environment.', 8081),
  EMULATOR_PORT: port('Market emulator; only `npm start` runs it.', 8090),
  HOST: text('Address the listeners bind to.', '0.0.0.0'),
  TOLLGATE_PUBLIC_URL: urlSetting(
    "Base URL under which callers reach production; the issuer of its tokens. Default: the listener's own address.",
    undefined,
    ['https:', 'http:'],
  ),
  TOLLGATE_SANDBOX_PUBLIC_URL: urlSetting('The same for sandbox.', undefined, ['https:', 'http:']),
  TOLLGATE_DATA: text('Folder of the embedded databases, `demo.json` and local keys.', './data'),
  DATABASE_URL: urlSetting(
    'PostgreSQL, one schema per environment. Without it: embedded SQLite in `TOLLGATE_DATA`.',
    undefined,
    ['postgres:', 'postgresql:'],
  ),
  DATABASE_POOL: whole('Connections per environment to PostgreSQL.', 10, 1),
  TOLLGATE_MASTER_KEY: {
    description:
      'Encrypts stored credentials and seals receipts: 32 bytes in base64 (`openssl rand -base64 32`). Required by `npm run serve`; `npm start` keeps one of its own in `TOLLGATE_DATA`.',
    shown: '',
    fallback: undefined,
    read(value) {
      const key = Buffer.from(value, 'base64');
      const exact = key.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '');
      return exact && key.length === 32
        ? { value: key }
        : { problem: 'must be 32 bytes in base64, as from: openssl rand -base64 32' };
    },
  } satisfies Setting<Buffer | undefined> as Setting<Buffer | undefined>,
  TOLLGATE_ADMIN_TOKEN: {
    description:
      'A bearer token for `/admin/v1` of both environments, at least 32 characters, beside those made with `tollgate token create`.',
    shown: '',
    fallback: undefined,
    read: (value) =>
      value.length >= 32 ? { value } : { problem: 'must have at least 32 characters' },
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
  TOLLGATE_ALLOW_PRIVATE_TARGETS: flag(
    'Lets notifications go to private, loopback and other special addresses. `npm start` sets it.',
    false,
  ),
  TOLLGATE_RELAY: oneOf('Whether this process sends notifications.', ['on', 'off'], 'on'),
  TRUST_PROXY: flag('Takes the caller address from `X-Forwarded-For`.', false),
  RATE_LIMIT_APP: whole('Requests per second and app; 0 is no limit.', 0, 0),
  RATE_LIMIT_ADDRESS: whole('Requests per second and caller address; 0 is no limit.', 0, 0),
  LOG_LEVEL: oneOf(
    'What is logged.',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  MARKET_TIMEOUT_MS: whole(
    'Milliseconds that a market may take for an answer, from 100 to 10000. A call with its retries may take twice as long.',
    5_000,
    100,
    // A charge at Steam must be given up long before its thirty quiet seconds are over.
    10_000,
  ),
  APPLE_URL: web('App Store Server API, production.', 'https://api.storekit.apple.com'),
  APPLE_SANDBOX_URL: web(
    'App Store Server API, sandbox.',
    'https://api.storekit-sandbox.apple.com',
  ),
  APPLE_ROOT_FINGERPRINTS: {
    description:
      'SHA-256 fingerprints (hex, comma-separated) of further root certificates to trust beside Apple Root CA - G3.',
    shown: '',
    fallback: [],
    read(value) {
      const list = value.split(',').map((each) => each.trim().replaceAll(':', '').toLowerCase());
      return list.every((each) => FINGERPRINT.test(each))
        ? { value: list }
        : { problem: 'must be SHA-256 fingerprints in hex, separated by commas' };
    },
  } satisfies Setting<readonly string[]> as Setting<readonly string[]>,
  GOOGLE_URL: web('Google Play Developer API.', 'https://androidpublisher.googleapis.com'),
  GOOGLE_TOKEN_URL: web('Google OAuth token endpoint.', 'https://oauth2.googleapis.com/token'),
  GOOGLE_CERTS_URL: web(
    "Google's keys for push tokens (JWKS).",
    'https://www.googleapis.com/oauth2/v3/certs',
  ),
  STEAM_URL: web('Steam publisher Web API.', 'https://partner.steam-api.com'),
  STRIPE_URL: web('Stripe API.', 'https://api.stripe.com'),
  PORTONE_URL: web('PortOne API.', 'https://api.portone.io'),
} satisfies Record<string, Setting<unknown>>;

export type Config = Readonly<{
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
}>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration, or one sentence per problem. */
export function readConfig(
  env: Environment,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = env[name];
    if (given === undefined || given === '') {
      values[name] = setting.fallback;
      continue;
    }
    const result = setting.read(given);
    if ('problem' in result) problems.push(`${name} ${result.problem}`);
    else values[name] = result.value;
  }
  const config = values as Config;
  if (problems.length === 0 && config.PORT === 'off' && config.SANDBOX_PORT === 'off') {
    problems.push('PORT and SANDBOX_PORT are both off: there is nothing to serve');
  }
  return problems.length > 0 ? { problems } : { config: Object.freeze(config) };
}
