// Reads the settings from the environment and reports all invalid values together. Source of docs/configuration.md.
import { readSecretCommand } from './base/secret-command.ts';
import { readSecretFile } from './base/secret-file.ts';
import { resolveFrom } from './configuration/secrets.ts';
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts';
import { type Issuer, readIssuers } from './operators/oidc/issuers.ts';
import { MARKETS } from './payment/markets/markets.ts';

/** Reads a value, or says what is wrong with the text. */
type Read<T> = (text: string) => { readonly value: T } | { readonly problem: string };

interface Options<T> {
  /** The default of `npm start`, if it differs. */
  readonly demo?: NoInfer<T>;
  /** Can also be read from the file in `<NAME>_FILE`. */
  readonly secret?: true;
  /** Can also be what the command in `<NAME>_COMMAND` prints. */
  readonly command?: true;
  /** How to create the value when `npm run serve` requires it. */
  readonly required?: string;
}

export interface Setting<T> extends Options<T> {
  readonly description: string;
  readonly fallback: T;
  readonly read: Read<T>;
}

const setting = <T, const F = T>(
  description: string,
  read: Read<T>,
  fallback: F,
  options?: Options<T>,
): Setting<T | F> => ({ description, read, fallback, ...options });

/** Has no default. */
const optional = <T>(description: string, read: Read<T>, options?: Options<T>) =>
  setting(description, read, undefined, options);

/** Takes what passes the test. */
const textThat =
  (isRight: (text: string) => boolean, problem: string): Read<string> =>
  (text) =>
    isRight(text) ? { value: text } : { problem };

const anyText: Read<string> = (value) => ({ value });
const longText = (least: number) =>
  textThat((text) => text.length >= least, `must have at least ${least} characters`);

const port: Read<number | 'off'> = (text) => {
  if (text === 'off') return { value: 'off' };
  const value = Number(text);
  return /^\d{1,5}$/.test(text) && value <= 65_535
    ? { value }
    : { problem: 'must be a port number from 0 to 65535, or off' };
};

const whole =
  (least: number, most = Number.POSITIVE_INFINITY): Read<number> =>
  (text) => {
    const value = Number(text);
    const range =
      most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
    return /^\d{1,9}$/.test(text) && value >= least && value <= most
      ? { value }
      : { problem: `must be a whole number ${range}` };
  };

/** 0 keeps everything. */
const days =
  (least = 1): Read<number> =>
  (text) => {
    if (text === 'off') return { value: 0 };
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && (value === 0 || value >= least)) return { value };
    const range = least > 1 ? ` of at least ${least}` : '';
    return { problem: `must be a whole number of days${range}, or off to keep everything` };
  };

const flag: Read<boolean> = (text) =>
  text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : { problem: 'must be true or false' };

/** The description ends with the choices. */
function oneOf<const T extends string>(
  description: string,
  choices: readonly T[],
  fallback: NoInfer<T>,
  options?: Options<T>,
): Setting<T> {
  const read: Read<T> = (text) => {
    const value = choices.find((choice) => choice === text);
    return value ? { value } : { problem: `must be one of ${choices.join(', ')}` };
  };
  const listed = choices.map((choice) => `\`${choice}\``).join(', ');
  return setting(`${description} One of ${listed}.`, read, fallback, options);
}

const url =
  (...protocols: readonly string[]): Read<string> =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? { value: text.replace(/\/+$/, '') }
      : { problem: `must be a URL that starts with ${protocols.join('// or ')}//` };

const web = url('https:', 'http:');

/** A problem never repeats the value, which holds a password. */
const smtp: Read<string> = (text) => {
  const parsed = URL.parse(text);
  const isFine = parsed && ['smtp:', 'smtps:'].includes(parsed.protocol) && parsed.hostname !== '';
  if (!isFine)
    return { problem: 'must be a URL that starts with smtp:// or smtps:// and names a host' };
  return canDecode(parsed.username) && canDecode(parsed.password)
    ? { value: text }
    : { problem: 'has a % that begins no escape; write %25 for %' };
};

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** `name=value` pairs, separated by commas, as OpenTelemetry writes headers and attributes. */
const pairs: Read<Readonly<Record<string, string>>> = (text) => {
  const given = text.split(',').filter((each) => each.trim() !== '');
  const read = given.map((each) => /^\s*([^=\s]+)\s*=(.*)$/.exec(each));
  const isFine = read.every((found) => found && canDecode(found[2] ?? ''));
  if (!isFine) return { problem: 'must be name=value, separated by commas, with %2C for a comma' };
  const value = read.map((found) => [found?.[1], decodeURIComponent(found?.[2] ?? '').trim()]);
  return { value: Object.fromEntries(value) };
};

const share: Read<number> = (text) => {
  const value = Number(text);
  return /^[01]?(\.\d{1,9})?$/.test(text) && text !== '' && value <= 1
    ? { value }
    : { problem: 'must be a number from 0 to 1' };
};

const SENDER = /^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function keyIn(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  const exact = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return exact && key.length === 32 ? key : undefined;
}

const MAKE_KEY = 'for example from: openssl rand -base64 32';

const key: Read<Buffer> = (text) => {
  const value = keyIn(text);
  return value ? { value } : { problem: `must be 32 bytes in base64, ${MAKE_KEY}` };
};

const keys: Read<readonly Buffer[]> = (text) => {
  const given = text.split(/[,\s]+/).filter((each) => each !== '');
  const value = given.flatMap((each) => keyIn(each) ?? []);
  if (value.length !== given.length || value.length === 0)
    return { problem: 'must be keys of 32 bytes in base64, separated by commas' };
  const isRepeated = new Set(value.map((each) => each.toString('hex'))).size < value.length;
  return isRepeated ? { problem: 'has the same key twice; remove one' } : { value };
};

const FINGERPRINT = /^[0-9a-f]{64}$/;

const fingerprints: Read<readonly string[]> = (text) => {
  const value = text.split(',').map((each) => each.trim().replaceAll(':', '').toLowerCase());
  return value.every((each) => FINGERPRINT.test(each))
    ? { value }
    : { problem: 'must be SHA-256 fingerprints in hex, separated by commas' };
};

/** Asked by itself, not at all, or elsewhere. */
const responder: Read<string> = (text) => {
  if (text === 'on' || text === 'off') return { value: text };
  const read = web(text);
  return 'value' in read ? read : { problem: 'must be on, off or a URL' };
};

const own = {
  PORT: setting('Port of the production environment. `off` disables it.', port, 8080),
  SANDBOX_PORT: setting('Port of the sandbox environment. `off` disables it.', port, 8081),
  EMULATOR_PORT: setting(
    'Port of the market emulator, which only `npm start` runs. `off` disables it.',
    port,
    8090,
  ),
  ADMIN_PORT: setting(
    'Port of the admin API, the console and `/metrics` of production. `off`: they are on `PORT`. With a port, `PORT` no longer has them, and this port answers only them and the health checks.',
    port,
    'off',
  ),
  SANDBOX_ADMIN_PORT: setting('The same for sandbox.', port, 'off'),
  HOST: setting(
    'Address that every listener binds to. `npm start` binds to `127.0.0.1` by default, because anyone who can reach the emulator can read the secrets of the demo.',
    anyText,
    '0.0.0.0',
    { demo: '127.0.0.1' },
  ),
  TOLLGATE_PUBLIC_URL: optional(
    'Base URL at which callers reach production, and the issuer of its tokens. Default: `HOST` and `PORT`, with `localhost` for `0.0.0.0` and `127.0.0.1`.',
    web,
  ),
  TOLLGATE_SANDBOX_PUBLIC_URL: optional('The same for sandbox.', web),
  TOLLGATE_ADMIN_URL: optional(
    'Base URL at which browsers reach the console of production, if `ADMIN_PORT` is set. Default: `HOST` and `ADMIN_PORT`.',
    web,
  ),
  TOLLGATE_SANDBOX_ADMIN_URL: optional('The same for sandbox.', web),
  TOLLGATE_DATA: setting(
    'Folder for the SQLite databases and the files of `npm start`: `demo.json`, its master key and the emulator state. Created with mode 0700.',
    anyText,
    './data',
  ),
  DATABASE_URL: optional(
    'URL of the PostgreSQL database; each environment has its own schema. Without it, Tollgate uses SQLite in `TOLLGATE_DATA`.',
    url('postgres:', 'postgresql:'),
    { secret: true },
  ),
  DATABASE_POOL: setting(
    'Maximum PostgreSQL connections per environment and process.',
    whole(1),
    10,
  ),
  TOLLGATE_WORKERS: setting(
    'How many processes serve behind the same ports, one for each core at most. Only `npm run serve` with PostgreSQL; SQLite has one writer, and one process is the fastest there. Also `--workers`.',
    whole(1, 64),
    1,
  ),
  TOLLGATE_MASTER_KEY: optional(
    'Key that encrypts stored credentials and receipts: 32 bytes in base64 (`tollgate master-key generate`). `npm run serve` requires it; `npm start` creates one in `TOLLGATE_DATA`.',
    key,
    { secret: true, command: true, required: MAKE_KEY },
  ),
  TOLLGATE_MASTER_KEY_PREVIOUS: setting(
    'Other master keys, separated by commas, that open what was encrypted with them. For [changing the master key](operations.md#change-the-master-key).',
    keys,
    [],
    { secret: true, command: true },
  ),
  TOLLGATE_ADMIN_TOKEN: optional(
    'Bearer token for `/admin/v1` of both environments, at least 32 characters. Tokens from `tollgate token create` work as well.',
    longText(32),
    { secret: true },
  ),
  METRICS_TOKEN: optional(
    'Bearer token that `/metrics` requires, at least 16 characters. Without it `/metrics` is open to everyone who can reach it.',
    longText(16),
    { secret: true },
  ),
  TOLLGATE_ALLOW_PRIVATE_TARGETS: setting(
    'Allows receivers at private, loopback and other special addresses, and at `http` URLs. For local work.',
    flag,
    false,
    { demo: true },
  ),
  TOLLGATE_RELAY: oneOf('Whether this process sends notifications.', ['on', 'off'], 'on'),
  OIDC_ISSUERS: setting(
    'Issuers that operators can sign in by with OpenID Connect, as a JSON list: address, client, and the groups that have roles. Secrets are references (`env:NAME`, `file:path`). See [sign-in](sign-in.md).',
    readIssuers,
    [],
    { secret: true },
  ),
  PASSWORD_SIGN_IN: oneOf(
    'Who can sign in to the console with a password: everybody who has one, only owners of the installation, or nobody. Others need `OIDC_ISSUERS`.',
    ['on', 'owners', 'off'],
    'on',
  ),
  SMTP_URL: optional(
    'SMTP server that sends invitations and alerts: `smtps://user:password@host` (TLS from the start) or `smtp://user:password@host:587` (STARTTLS). Escape special characters of the password, such as `%40` for `@`. Without it, no e-mails are sent.',
    smtp,
    { secret: true },
  ),
  SMTP_FROM: optional(
    'Sender of these e-mails: an address, or a name with an address (`Tollgate <tollgate@example.com>`). Required with `SMTP_URL`.',
    textThat(
      (text) => SENDER.test(text),
      'must be an e-mail address, or a name with <an e-mail address>',
    ),
  ),
  KEEP_NOTICES_DAYS: setting(
    'Days to keep notifications from the stores that were applied. `off` or 0 keeps them for ever; the same for the settings below. See [retention](operations.md#retention).',
    days(),
    365,
  ),
  KEEP_ACTIVITY_DAYS: setting(
    'Days to keep the activity of purchases and subscriptions.',
    days(),
    1_825,
  ),
  KEEP_HISTORY_DAYS: setting(
    'Days to keep the history of restrictions, ended effects of measures and closed flags. The newest entry of a restricted player stays.',
    days(),
    1_825,
  ),
  KEEP_AUDIT_DAYS: setting('Days to keep the audit log.', days(), 1_825),
  KEEP_STATISTICS_DAYS: setting('Days to keep the hours of the overview.', days(), 1_825),
  KEEP_ATTEMPTS_DAYS: setting('Days to keep the log of delivery attempts.', days(), 30),
  KEEP_LOGINS_DAYS: setting('Days to keep logins that have ended.', days(), 30),
  KEEP_DEAD_LETTERS_DAYS: setting(
    'Days to keep dead letters, from when Tollgate stopped sending them. Afterwards they cannot be replayed.',
    days(),
    90,
  ),
  KEEP_UNPAID_ORDERS_DAYS: setting(
    'Days to keep STEAM and PG orders that nobody paid, at least 31: some payments arrive weeks later. Paid orders stay.',
    days(31),
    180,
  ),
  SENT_REQUEST_DAYS: setting(
    'Days for which the bodies of requests to game servers and app servers are kept, from 0 to 365. 0 keeps none and deletes those that were kept.',
    whole(0, 365),
    14,
  ),
  SENT_REQUEST_ROWS: setting(
    'Maximum request bodies kept per project and channel; the oldest are deleted first. A request with 100 players takes about 1.5 KiB.',
    whole(10),
    50_000,
  ),
  TRUST_PROXY: setting<TrustedProxies>(
    "Proxies that may name the caller's address in `X-Forwarded-For`: how many stand in front of Tollgate (`1` for one), or their addresses and networks, separated by commas. `0` ignores the header.",
    readTrustedProxies,
    0,
  ),
  RATE_LIMIT_APP: setting(
    'Maximum requests per second per app, counted once the caller is known, by each process for itself. 0 means no limit.',
    whole(0),
    0,
  ),
  RATE_LIMIT_ADDRESS: setting(
    'Maximum requests per second per caller address (IPv6: per `/64` network), counted before anything else, by each process for itself. 0 means no limit.',
    whole(0),
    0,
  ),
  MEMBER_DOWNLOADS_AT_ONCE: setting(
    'Maximum downloads of the console and the admin API that run at once for a member or admin token, in each process. 0 means no limit.',
    whole(0),
    2,
  ),
  MEMBER_READS_AT_ONCE: setting(
    'Maximum figures, counts, searches, dry runs and starts of replays that run at once for a member or admin token, in each process. 0 means no limit.',
    whole(0),
    8,
  ),
  MEMBER_READS_PER_MINUTE: setting(
    'Maximum downloads, figures, counts, searches, dry runs and starts of replays within a minute for a member or admin token, in each process. 0 means no limit.',
    whole(0),
    240,
  ),
  LOG_LEVEL: oneOf(
    'Minimum level to log.',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'info',
    { demo: 'warn' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'Base URL of an OpenTelemetry collector. Traces are sent to `/v1/traces` there, as JSON. Without it, no traces are recorded. See [traces](operations.md#traces).',
    web,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'Headers for the collector, such as `authorization=Bearer%20…`: `name=value`, separated by commas.',
    pairs,
    {},
    { secret: true },
  ),
  OTEL_SERVICE_NAME: setting('Name of this service in traces.', anyText, 'tollgate'),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    'What else traces say about this service, such as `service.namespace=games`: `name=value`, separated by commas.',
    pairs,
    {},
  ),
  OTEL_TRACES_SAMPLER: oneOf(
    'Which traces are recorded. With `parentbased_…`, the caller decides about traces that it began.',
    [
      'parentbased_traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'traceidratio',
      'always_on',
      'always_off',
    ],
    'parentbased_traceidratio',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'Share of the traces that `…traceidratio` records, from 0 to 1.',
    share,
    1,
  ),
  MARKET_TIMEOUT_MS: setting(
    'Timeout of one request to a market, in milliseconds, from 100 to 10000. A call with its retries takes up to twice as long.',
    // A charge at Steam must time out well before the 30 seconds in which it is not repeated.
    whole(100, 10_000),
    5_000,
  ),
  UNCLAIMED_AFTER: setting(
    'Seconds after which the app server is told about a sale that it has not verified (`purchase.unclaimed`, `subscription.unclaimed`), from 1 to 86400.',
    whole(1, 86_400),
    300,
  ),
  REFUSED_VERIFICATION_DAYS: setting(
    'Days for which refused verifications are kept for support, from 0 to 3650. 0 keeps none and deletes those that were kept.',
    whole(0, 3_650),
    30,
  ),
  REFUSED_VERIFICATION_ROWS: setting(
    'Maximum refused verifications kept per app; the oldest are deleted first. A row takes 0.5 KiB, or up to 6 KiB with a long answer of the market.',
    whole(10),
    10_000,
  ),
} satisfies Record<string, Setting<unknown>>;

/** Where the markets are reached. */
const ofMarkets = MARKETS.flatMap(({ addresses }) => Object.values(addresses)).map(
  ({ variable, kind, description, fallback }) =>
    [
      variable,
      kind === 'fingerprints'
        ? setting(description, fingerprints, [])
        : setting(description, kind === 'url' ? web : responder, fallback),
    ] as const,
);

/** Every setting, in the order of the documentation. */
export const settings: Readonly<Record<string, Setting<unknown>>> = {
  ...own,
  ...Object.fromEntries(ofMarkets),
};

export type Config = Readonly<{
  [Name in keyof typeof own]: (typeof own)[Name] extends Setting<infer T> ? T : never;
}>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** `npm start`, `npm run serve`, or a command, which needs no settings that only a service requires. */
export type Purpose = 'demo' | 'serve' | 'command';

/** The configuration, or one message per invalid value. */
export function readConfig(
  env: Environment,
  purpose: Purpose = 'command',
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const result = readSetting(name, setting, env, purpose);
    if ('problem' in result) problems.push(result.problem);
    else values[name] = result.value;
  }
  if (values.OIDC_ISSUERS) {
    const issuers = values.OIDC_ISSUERS as readonly Issuer[];
    values.OIDC_ISSUERS = withSecrets(issuers, env, purpose, problems);
  }
  problems.push(...conflictsIn(values, purpose));
  return problems.length > 0 ? { problems } : { config: Object.freeze(values as Config) };
}

/** What does not fit together, among the settings that could be read. */
function conflictsIn(values: Readonly<Record<string, unknown>>, purpose: Purpose): string[] {
  const config = values as Config;
  const areRead = (...names: readonly (keyof Config)[]) => names.every((name) => name in values);
  const problems: string[] = [];
  if (config.PORT === 'off' && config.SANDBOX_PORT === 'off') {
    problems.push('PORT and SANDBOX_PORT are both off; set at least one');
  }
  problems.push(...sharedPorts(config, purpose));
  if (
    purpose === 'serve' &&
    areRead('DATABASE_URL') &&
    config.TOLLGATE_WORKERS > 1 &&
    config.DATABASE_URL === undefined
  ) {
    problems.push(
      'TOLLGATE_WORKERS is above 1 and DATABASE_URL is not set; several processes need PostgreSQL',
    );
  }
  if (
    areRead('SMTP_URL', 'SMTP_FROM') &&
    (config.SMTP_URL === undefined) !== (config.SMTP_FROM === undefined)
  ) {
    const [set, missing] = config.SMTP_URL ? ['SMTP_URL', 'SMTP_FROM'] : ['SMTP_FROM', 'SMTP_URL'];
    problems.push(`${set} is set and ${missing} is not; set both, or neither`);
  }
  if (
    areRead('PASSWORD_SIGN_IN', 'OIDC_ISSUERS') &&
    config.PASSWORD_SIGN_IN !== 'on' &&
    config.OIDC_ISSUERS.length === 0
  ) {
    problems.push(
      `PASSWORD_SIGN_IN is ${config.PASSWORD_SIGN_IN} and OIDC_ISSUERS is not set; others could not sign in at all`,
    );
  }
  const { TOLLGATE_MASTER_KEY: key, TOLLGATE_MASTER_KEY_PREVIOUS: previous } = config;
  if (key && previous?.some((each) => each.equals(key))) {
    problems.push(
      'TOLLGATE_MASTER_KEY_PREVIOUS contains the key of TOLLGATE_MASTER_KEY; list only other keys',
    );
  }
  return problems;
}

/** Of listeners that this start would open. 0 is another port each time. */
function sharedPorts(config: Config, purpose: Purpose): string[] {
  const { PORT, SANDBOX_PORT, ADMIN_PORT, SANDBOX_ADMIN_PORT, EMULATOR_PORT } = config;
  const wanted = Object.entries({
    PORT,
    SANDBOX_PORT,
    ADMIN_PORT: PORT === 'off' ? 'off' : ADMIN_PORT,
    SANDBOX_ADMIN_PORT: SANDBOX_PORT === 'off' ? 'off' : SANDBOX_ADMIN_PORT,
    EMULATOR_PORT: purpose === 'demo' ? EMULATOR_PORT : 'off',
  }).filter(([, value]) => Number(value) > 0);
  return [...Map.groupBy(wanted, ([, value]) => value)]
    .filter(([, group]) => group.length > 1)
    .map(([value, group]) => {
      const names = group.map(([name]) => name);
      const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
      const all = names.length > 2 ? 'all' : 'both';
      return `${listed} are ${all} ${value}; set each to a port of its own`;
    });
}

/** Reads what the references name. A command does without what is missing. */
function withSecrets(
  issuers: readonly Issuer[],
  env: Environment,
  purpose: Purpose,
  problems: string[],
): readonly Issuer[] {
  const resolve = resolveFrom(env, '.');
  return issuers.map((issuer) => {
    const { name, secretReference: reference } = issuer;
    const clientSecret = reference === undefined ? undefined : resolve(reference);
    if (reference !== undefined && clientSecret === undefined && purpose !== 'command') {
      problems.push(`OIDC_ISSUERS: the secret of ${name} is ${reference}, where nothing lies`);
    }
    return { ...issuer, clientSecret };
  });
}

function readSetting<T>(
  name: string,
  setting: Setting<T>,
  env: Environment,
  purpose: Purpose,
): { readonly value: T } | { readonly problem: string } {
  const given = env[name];
  const path = setting.secret && env[`${name}_FILE`];
  const command = setting.command && env[`${name}_COMMAND`];
  const sources = [given && name, path && `${name}_FILE`, command && `${name}_COMMAND`];
  const [first, second, third] = sources.filter((source) => source);
  if (third) return { problem: `${first}, ${second} and ${third} are all set; keep one` };
  if (second) return { problem: `${first} and ${second} are both set; remove one` };
  if (command) {
    const printed = readSecretCommand(command, env);
    if ('problem' in printed) return { problem: `${name}_COMMAND ${printed.problem}` };
    return about(`${name}_COMMAND: the output`, setting.read(printed.text));
  }
  if (path) {
    const file = readSecretFile(path);
    if ('problem' in file) return { problem: `${name}_FILE ${file.problem}` };
    return about(`${name}_FILE: the content of ${path}`, setting.read(file.text));
  }
  if (given) return about(name, setting.read(given));
  if (setting.required !== undefined && purpose === 'serve') {
    return { problem: `${name} is required, ${setting.required}` };
  }
  const { fallback, demo = fallback } = setting;
  return { value: purpose === 'demo' ? demo : fallback };
}

const about = <T extends object>(subject: string, result: T): T =>
  'problem' in result ? { ...result, problem: `${subject} ${result.problem}` } : result;
