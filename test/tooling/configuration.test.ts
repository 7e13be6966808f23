// Settings: defaults, every bad value reported together, and a start that stops with all of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';

test('without any variable, the defaults of the manual hold', () => {
  const result = readConfig({});
  assert.ok('config' in result);
  assert.equal(result.config.PORT, 8080);
  assert.equal(result.config.SANDBOX_PORT, 8081);
  assert.equal(result.config.EMULATOR_PORT, 8090);
  assert.equal(result.config.TOLLGATE_DATA, './data');
  assert.equal(result.config.DATABASE_URL, undefined);
  assert.equal(result.config.TOLLGATE_ALLOW_PRIVATE_TARGETS, false);
  assert.equal(result.config.APPLE_URL, 'https://api.storekit.apple.com');
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
        'TOLLGATE_MASTER_KEY must be 32 bytes in base64, as from: openssl rand -base64 32',
        'TOLLGATE_ALLOW_PRIVATE_TARGETS must be true or false',
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
        'MARKET_TIMEOUT_MS must be a whole number from 100 to 10000',
        'APPLE_ROOT_FINGERPRINTS must be SHA-256 fingerprints in hex, separated by commas',
      ],
    },
  );
});

test('with both environments off there is nothing to serve', () => {
  assert.deepEqual(readConfig({ PORT: 'off', SANDBOX_PORT: 'off' }), {
    problems: ['PORT and SANDBOX_PORT are both off: there is nothing to serve'],
  });
});

test('the service refuses to start without a master key and names every problem', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env.PATH, PORT: 'x', HOST: '127.0.0.1' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(
    stderr,
    'PORT must be a port number from 0 to 65535, or off\nTOLLGATE_MASTER_KEY is required, as from: openssl rand -base64 32\n',
  );
});
