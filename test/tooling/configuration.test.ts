// Settings: defaults, secrets from files, every bad value reported together, and a start that stops with all of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Environment, type Purpose, readConfig } from '../../src/config.ts';
import { marketAddresses, publicUrl } from '../../src/start/environments.ts';
import { unknownSettings } from '../../src/start/unknown-settings.ts';
import { PRELOADED } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-settings-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function configOf(env: Environment, purpose?: Purpose) {
  const result = readConfig(env, purpose);
  assert.ok('config' in result);
  return result.config;
}

test('without any variable, the defaults of the manual hold', () => {
  const result = readConfig({});
  assert.ok('config' in result);
  assert.equal(result.config.PORT, 8080);
  assert.equal(result.config.SANDBOX_PORT, 8081);
  assert.equal(result.config.EMULATOR_PORT, 8090);
  assert.equal(result.config.TOLLGATE_DATA, './data');
  assert.equal(result.config.DATABASE_URL, undefined);
  assert.equal(result.config.TOLLGATE_ALLOW_PRIVATE_TARGETS, false);
  assert.equal(marketAddresses(result.config).appleUrl, 'https://api.storekit.apple.com');
});

test('unpaid orders are kept for as long as a payment may arrive', () => {
  assert.equal(configOf({ KEEP_UNPAID_ORDERS_DAYS: '31' }).KEEP_UNPAID_ORDERS_DAYS, 31);
  assert.equal(configOf({ KEEP_UNPAID_ORDERS_DAYS: 'off' }).KEEP_UNPAID_ORDERS_DAYS, 0);
  assert.deepEqual(readConfig({ KEEP_UNPAID_ORDERS_DAYS: '30' }), {
    problems: [
      'KEEP_UNPAID_ORDERS_DAYS must be a whole number of days of at least 31, or off to keep everything',
    ],
  });
});

test('days of retention are a number, or off', () => {
  assert.equal(configOf({}).KEEP_NOTICES_DAYS, 365);
  assert.equal(configOf({ KEEP_NOTICES_DAYS: '30' }).KEEP_NOTICES_DAYS, 30);
  for (const forever of ['off', '0'])
    assert.equal(configOf({ KEEP_NOTICES_DAYS: forever }).KEEP_NOTICES_DAYS, 0);
  assert.deepEqual(readConfig({ KEEP_AUDIT_DAYS: '1.5', KEEP_LOGINS_DAYS: '-1' }), {
    problems: ['KEEP_AUDIT_DAYS', 'KEEP_LOGINS_DAYS'].map(
      (name) => `${name} must be a whole number of days, or off to keep everything`,
    ),
  });
});

test('npm start answers this machine only, may notify it, and logs what is wrong; npm run serve is for the network', () => {
  const defaults = (env: Environment, purpose: Purpose) => {
    const { HOST, TOLLGATE_ALLOW_PRIVATE_TARGETS, LOG_LEVEL } = configOf(env, purpose);
    return [HOST, TOLLGATE_ALLOW_PRIVATE_TARGETS, LOG_LEVEL];
  };
  const key = { TOLLGATE_MASTER_KEY: Buffer.alloc(32).toString('base64') };
  assert.deepEqual(defaults({}, 'demo'), ['127.0.0.1', true, 'warn']);
  assert.deepEqual(defaults(key, 'serve'), ['0.0.0.0', false, 'info']);
  const chosen = { HOST: '::', TOLLGATE_ALLOW_PRIVATE_TARGETS: 'false', LOG_LEVEL: 'debug' };
  assert.deepEqual(defaults(chosen, 'demo'), ['::', false, 'debug']);
});

test('an environment without a public URL is reached at HOST, by a name that works in a link', () => {
  const url = (HOST: string) => publicUrl(configOf({ HOST }), 'sandbox');
  assert.deepEqual(['0.0.0.0', '::', '127.0.0.1', '10.0.0.7', '::1', 'games.example'].map(url), [
    'http://localhost:8081',
    'http://localhost:8081',
    'http://localhost:8081',
    'http://10.0.0.7:8081',
    'http://[::1]:8081',
    'http://games.example:8081',
  ]);
});

test('every secret can come from a file, whose last line break does not count', () => {
  const key = Buffer.alloc(32, 5);
  const config = configOf(
    {
      TOLLGATE_MASTER_KEY_FILE: file('key', `${key.toString('base64')}\n`),
      TOLLGATE_ADMIN_TOKEN_FILE: file('token', `${'t'.repeat(31)} \r\n`),
      DATABASE_URL_FILE: file('database', 'postgres://u:p@db.example/x'),
      DATABASE_URL: '',
    },
    'serve',
  );
  assert.deepEqual(config.TOLLGATE_MASTER_KEY, key);
  assert.equal(config.TOLLGATE_ADMIN_TOKEN, `${'t'.repeat(31)} `);
  assert.equal(config.DATABASE_URL, 'postgres://u:p@db.example/x');
});

test('a file that is missing, empty or wrong is reported with the rest, and never its content', () => {
  const missing = join(folder, 'missing');
  const empty = file('empty', '\n');
  const short = file('short', 'a secret');
  assert.deepEqual(
    readConfig(
      {
        PORT: 'x',
        DATABASE_URL_FILE: missing,
        TOLLGATE_MASTER_KEY_FILE: empty,
        TOLLGATE_ADMIN_TOKEN_FILE: short,
      },
      'serve',
    ),
    {
      problems: [
        'PORT must be a port number from 0 to 65535, or off',
        `DATABASE_URL_FILE is ${missing}, which cannot be read (ENOENT: no such file or directory)`,
        `TOLLGATE_MASTER_KEY_FILE is ${empty}, which is empty`,
        `TOLLGATE_ADMIN_TOKEN_FILE: the content of ${short} must have at least 32 characters`,
      ],
    },
  );
  assert.deepEqual(readConfig({ DATABASE_URL_FILE: folder, TOLLGATE_MASTER_KEY_FILE: folder }), {
    problems: [
      `DATABASE_URL_FILE is ${folder}, which cannot be read (EISDIR: illegal operation on a directory)`,
      `TOLLGATE_MASTER_KEY_FILE is ${folder}, which cannot be read (EISDIR: illegal operation on a directory)`,
    ],
  });
});

test('a secret is set once: by its variable or by a file', () => {
  const both = { DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: file('url', 'postgres://a/b') };
  assert.deepEqual(readConfig(both), {
    problems: ['DATABASE_URL and DATABASE_URL_FILE are both set; remove one'],
  });
});

test('the master keys can come from commands, whose output is never shown', () => {
  const [key, old, older] = [5, 6, 7].map((byte) => Buffer.alloc(32, byte));
  const print = (...keys: readonly (Buffer | undefined)[]): string =>
    `printf '%s\\n' '${keys.map((each) => each?.toString('base64')).join(',')}'`;
  const config = configOf(
    {
      PATH: process.env.PATH,
      TOLLGATE_MASTER_KEY_COMMAND: print(key),
      TOLLGATE_MASTER_KEY_PREVIOUS_COMMAND: print(old, older),
    },
    'serve',
  );
  assert.deepEqual(config.TOLLGATE_MASTER_KEY, key);
  assert.deepEqual(config.TOLLGATE_MASTER_KEY_PREVIOUS, [old, older]);
  for (const [command, problem] of [
    [
      'echo a-secret; echo a-secret >&2; exit 3',
      'ended with exit code 3; run it by hand to see why',
    ],
    ['kill -9 $$', 'ended by SIGKILL; run it by hand to see why'],
    ['true', 'printed nothing'],
    ['head -c 100000 /dev/zero', 'cannot be run (ENOBUFS)'],
    ['echo a-secret', 'must be 32 bytes in base64, for example from: openssl rand -base64 32'],
  ] as const) {
    const env = { PATH: process.env.PATH, TOLLGATE_MASTER_KEY_COMMAND: command };
    const subject = command === 'echo a-secret' ? ': the output' : '';
    assert.deepEqual(readConfig(env, 'serve'), {
      problems: [`TOLLGATE_MASTER_KEY_COMMAND${subject} ${problem}`],
    });
  }
});

test('the master key has one source, and previous keys are other keys', () => {
  const [key = '', old = ''] = [5, 6].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const path = file('master', key);
  const name = 'TOLLGATE_MASTER_KEY';
  for (const [env, problems] of [
    [
      { [name]: key, [`${name}_FILE`]: path, [`${name}_COMMAND`]: 'x' },
      [`${name}, ${name}_FILE and ${name}_COMMAND are all set; keep one`],
    ],
    [
      { [`${name}_FILE`]: path, [`${name}_COMMAND`]: 'x' },
      [`${name}_FILE and ${name}_COMMAND are both set; remove one`],
    ],
    [
      { [name]: key, [`${name}_PREVIOUS`]: old, [`${name}_PREVIOUS_FILE`]: path },
      [`${name}_PREVIOUS and ${name}_PREVIOUS_FILE are both set; remove one`],
    ],
    [
      { [name]: key, [`${name}_PREVIOUS`]: `${old},short` },
      [`${name}_PREVIOUS must be keys of 32 bytes in base64, separated by commas`],
    ],
    [
      { [name]: key, [`${name}_PREVIOUS`]: `${old}, ${old}` },
      [`${name}_PREVIOUS has the same key twice; remove one`],
    ],
    [
      { [name]: key, [`${name}_PREVIOUS`]: `${old},${key}` },
      [`${name}_PREVIOUS contains the key of ${name}; list only other keys`],
    ],
    [
      { PORT: 'x', [name]: 'short', [`${name}_PREVIOUS`]: ',' },
      [
        'PORT must be a port number from 0 to 65535, or off',
        `${name} must be 32 bytes in base64, for example from: openssl rand -base64 32`,
        `${name}_PREVIOUS must be keys of 32 bytes in base64, separated by commas`,
      ],
    ],
  ] as const) {
    assert.deepEqual(readConfig(env, 'serve'), { problems });
  }
  const lines = { [name]: old, [`${name}_PREVIOUS_FILE`]: file('lines', `${key}\n`) };
  assert.deepEqual(configOf(lines).TOLLGATE_MASTER_KEY_PREVIOUS, [Buffer.alloc(32, 5)]);
});

test('variables that look like settings and are none are named', () => {
  assert.deepEqual(
    unknownSettings({
      TOLLGATE_DATA: './data',
      TOLLGATE_MASTER_KEY_FILE: '/run/secrets/key',
      TOLLGATE_MASTER_KEY_PREVIOUS_COMMAND: 'true',
      TOLLGATE_MASTERKEY: 'x',
      TOLLGATE_ADMIN_TOKEN_FIEL: 'x',
      TOLLGATE_PORT: '9000',
      TOLLGATE_COLOUR: 'green',
      TOLGATE_COLOUR: 'green',
      TOLGATE_RELAY: 'off',
      PORTS: '9000',
      SMPT_URL: 'smtp://…',
      DATABASE_URI: 'postgres://…',
      PATH: '/bin',
      HOME: '/root',
      PORTAL: 'x',
    }),
    [
      'TOLLGATE_MASTERKEY is not a setting of Tollgate. Did you mean TOLLGATE_MASTER_KEY?',
      'TOLLGATE_ADMIN_TOKEN_FIEL is not a setting of Tollgate. Did you mean TOLLGATE_ADMIN_TOKEN_FILE?',
      'TOLLGATE_PORT is not a setting of Tollgate; check the spelling.',
      'TOLLGATE_COLOUR is not a setting of Tollgate; check the spelling.',
      'TOLGATE_COLOUR is not a setting of Tollgate; check the spelling.',
      'TOLGATE_RELAY is not a setting of Tollgate. Did you mean TOLLGATE_RELAY?',
      'PORTS is not a setting of Tollgate. Did you mean PORT?',
      'SMPT_URL is not a setting of Tollgate. Did you mean SMTP_URL?',
      'DATABASE_URI is not a setting of Tollgate. Did you mean DATABASE_URL?',
    ],
  );
});

test('a name close to a setting that is set is a variable of its own', () => {
  assert.deepEqual(unknownSettings({ PORT: '80', PORTS: '80,81' }), []);
});

test("what Kubernetes tells pods about a service named tollgate is nobody's mistake", () => {
  const told = {
    TOLLGATE_SERVICE_HOST: '10.0.0.1',
    TOLLGATE_SERVICE_PORT_HTTP: '8080',
    TOLLGATE_PORT: 'tcp://10.0.0.1:8080',
    TOLLGATE_PORT_8080_TCP_ADDR: '10.0.0.1',
  };
  assert.deepEqual(unknownSettings(told), []);
});

test('an empty variable is an absent one', () => {
  const result = readConfig({ PORT: '', DATABASE_URL: '' });
  assert.ok('config' in result);
  assert.equal(result.config.PORT, 8080);
});

test('every bad value is reported, each with what it should be', () => {
  assert.deepEqual(
    readConfig({
      PORT: '70000',
      SANDBOX_PORT: 'no',
      DATABASE_URL: 'mysql://x',
      TOLLGATE_MASTER_KEY: 'c2hvcnQ=',
      TOLLGATE_ALLOW_PRIVATE_TARGETS: 'yes',
      LOG_LEVEL: 'loud',
      DATABASE_POOL: '0',
      MARKET_TIMEOUT_MS: '20000',
      APPLE_ROOT_FINGERPRINTS: 'abc',
    }),
    {
      problems: [
        'PORT must be a port number from 0 to 65535, or off',
        'SANDBOX_PORT must be a port number from 0 to 65535, or off',
        'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
        'DATABASE_POOL must be a whole number of at least 1',
        'TOLLGATE_MASTER_KEY must be 32 bytes in base64, for example from: openssl rand -base64 32',
        'TOLLGATE_ALLOW_PRIVATE_TARGETS must be true or false',
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
        'MARKET_TIMEOUT_MS must be a whole number from 100 to 10000',
        'APPLE_ROOT_FINGERPRINTS must be SHA-256 fingerprints in hex, separated by commas',
      ],
    },
  );
});

test('settings that do not fit together are reported beside bad values', () => {
  const bad = [
    'DATABASE_POOL must be a whole number of at least 1',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
  ];
  assert.deepEqual(
    readConfig(
      {
        PORT: 'off',
        SANDBOX_PORT: 'off',
        DATABASE_POOL: '0',
        TOLLGATE_WORKERS: '2',
        SMTP_FROM: 'a@b',
        PASSWORD_SIGN_IN: 'off',
        LOG_LEVEL: 'loud',
      },
      'serve',
    ),
    {
      problems: [
        bad[0],
        'TOLLGATE_MASTER_KEY is required, for example from: openssl rand -base64 32',
        bad[1],
        'PORT and SANDBOX_PORT are both off; set at least one',
        'TOLLGATE_WORKERS is above 1 and DATABASE_URL is not set; several processes need PostgreSQL',
        'SMTP_FROM is set and SMTP_URL is not; set both, or neither',
        'PASSWORD_SIGN_IN is off and OIDC_ISSUERS is not set; others could not sign in at all',
      ],
    },
  );
});

test('a value that cannot be read is not taken for one that is missing', () => {
  assert.deepEqual(
    readConfig(
      {
        PORT: 'x',
        SANDBOX_PORT: 'off',
        DATABASE_URL: 'mysql://x',
        TOLLGATE_WORKERS: '2',
        OIDC_ISSUERS: '{',
        PASSWORD_SIGN_IN: 'off',
        SMTP_URL: 'https://a',
        SMTP_FROM: 'a@b',
        TOLLGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
      },
      'serve',
    ),
    {
      problems: [
        'PORT must be a port number from 0 to 65535, or off',
        'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
        'OIDC_ISSUERS must be JSON: a list of issuers',
        'SMTP_URL must be a URL that starts with smtp:// or smtps:// and names a host',
      ],
    },
  );
});

test('each listener has a port of its own', () => {
  for (const [env, purpose, problems] of [
    [
      { SANDBOX_PORT: '8080' },
      'command',
      ['PORT and SANDBOX_PORT are both 8080; set each to a port of its own'],
    ],
    [
      { PORT: '9000', ADMIN_PORT: '9000', SANDBOX_ADMIN_PORT: '8081', LOG_LEVEL: 'loud' },
      'command',
      [
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
        'PORT and ADMIN_PORT are both 9000; set each to a port of its own',
        'SANDBOX_PORT and SANDBOX_ADMIN_PORT are both 8081; set each to a port of its own',
      ],
    ],
    [
      { PORT: '8090', SANDBOX_PORT: '8090' },
      'demo',
      ['PORT, SANDBOX_PORT and EMULATOR_PORT are all 8090; set each to a port of its own'],
    ],
  ] as const) {
    assert.deepEqual(readConfig(env, purpose), { problems });
  }
  for (const [env, purpose] of [
    [{ PORT: '0', SANDBOX_PORT: '0', EMULATOR_PORT: '0' }, 'demo'],
    [{ PORT: 'off', ADMIN_PORT: '8081' }, 'demo'],
    [{ SANDBOX_PORT: 'off', SANDBOX_ADMIN_PORT: '8080' }, 'demo'],
    [{ PORT: '8090' }, 'command'],
  ] as const) {
    assert.ok('config' in readConfig(env, purpose));
  }
});

test('with both environments off there is nothing to serve', () => {
  assert.deepEqual(readConfig({ PORT: 'off', SANDBOX_PORT: 'off' }), {
    problems: ['PORT and SANDBOX_PORT are both off; set at least one'],
  });
});

test('the service refuses to start without a master key and names every problem', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PRELOADED, 'src/main.ts'], {
    env: { PATH: process.env.PATH, PORT: 'x', HOST: '127.0.0.1' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(
    stderr,
    'PORT must be a port number from 0 to 65535, or off\nTOLLGATE_MASTER_KEY is required, for example from: openssl rand -base64 32\n',
  );
});

test('SMTP is set with its sender or not at all, and a problem never shows the password', () => {
  const url = 'smtps://tollgate:p%40ss@smtp.example.com:465';
  const from = 'Tollgate <tollgate@example.com>';
  const config = configOf({ SMTP_URL: url, SMTP_FROM: from });
  assert.deepEqual([config.SMTP_URL, config.SMTP_FROM], [url, from]);
  assert.deepEqual([configOf({}).SMTP_URL, configOf({}).SMTP_FROM], [undefined, undefined]);
  for (const [env, problems] of [
    [
      { PORT: 'x', SMTP_URL: 'https://a:secret@b', SMTP_FROM: 'nobody' },
      [
        'PORT must be a port number from 0 to 65535, or off',
        'SMTP_URL must be a URL that starts with smtp:// or smtps:// and names a host',
        'SMTP_FROM must be an e-mail address, or a name with <an e-mail address>',
      ],
    ],
    [
      { SMTP_URL: 'smtp://a:secret%zz@b', SMTP_FROM: from },
      ['SMTP_URL has a % that begins no escape; write %25 for %'],
    ],
    [{ SMTP_URL: url }, ['SMTP_URL is set and SMTP_FROM is not; set both, or neither']],
    [{ SMTP_FROM: from }, ['SMTP_FROM is set and SMTP_URL is not; set both, or neither']],
  ] as const) {
    assert.deepEqual(readConfig(env), { problems });
  }
});

test('settings of OpenTelemetry are written as everywhere', () => {
  const config = configOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D, x-tenant = games',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.25',
  });
  assert.equal(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'http://collector:4318');
  assert.deepEqual(config.OTEL_EXPORTER_OTLP_HEADERS, {
    authorization: 'Bearer abc=',
    'x-tenant': 'games',
  });
  assert.equal(config.OTEL_TRACES_SAMPLER_ARG, 0.25);
  assert.deepEqual(
    readConfig({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%E0',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    }),
    {
      problems: [
        'OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas, with %2C for a comma',
        'OTEL_RESOURCE_ATTRIBUTES must be name=value, separated by commas, with %2C for a comma',
        'OTEL_TRACES_SAMPLER must be one of parentbased_traceidratio, parentbased_always_on, parentbased_always_off, traceidratio, always_on, always_off',
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
      ],
    },
  );
});
