// What the `tollgate` command says when it cannot: one line, exit code 1; wrong usage is exit code 2.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readVersion } from '../../src/base/version.ts';
import { MARKET_CODES } from '../../src/payment/markets/markets.ts';
import { call, tollgate, tollgateJson, tollgateProcess } from './tollgate.ts';

describe('tollgate errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cli-'));
  const key = randomBytes(32).toString('base64');
  const variables = { TOLLGATE_DATA: folder, TOLLGATE_MASTER_KEY: key };
  before(async () => {
    await tollgateJson(variables, ['migrate', '--env', 'production']);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [args, stderr] of [
    [['xyzzy'], "error: unknown command 'xyzzy'\n"],
    [['projct'], "error: unknown command 'projct'\n(Did you mean project?)\n"],
    [['project', 'lst'], "error: unknown command 'lst'\n(Did you mean list?)\n"],
    [['project', 'show'], "error: missing required argument 'game_index'\n"],
    [['project', 'show', 'seven'], 'error: game_index must be an integer.\n'],
    [['project', 'show', '1', '2'], /^error: too many arguments/],
    [['project', 'list', '--limit', '0'], 'error: limit must be at least 1.\n'],
    [['project', 'list', '--wrong'], "error: unknown option '--wrong'\n"],
    [
      ['project', 'list', '--env', 'staging'],
      /^error: option '--env <environment>' argument 'staging' is invalid/,
    ],
    [['app', 'create', '1', 'com.a'], "error: required option '--name <name>' not specified\n"],
    [
      ['market', 'show', 'com.a', 'XBOX'],
      `error: command-argument value 'XBOX' is invalid for argument 'market'. Allowed choices are ${MARKET_CODES.join(', ')}.\n`,
    ],
  ] as const) {
    test(`wrong usage is exit code 2: ${args.join(' ')}`, async () => {
      const result = await tollgate(variables, args);
      assert.equal(result.code, 2);
      assert.equal(result.stdout, '');
      if (typeof stderr === 'string') assert.equal(result.stderr, stderr);
      else assert.match(result.stderr, stderr);
    });
  }

  const isOneLine = async (
    settings: Record<string, string>,
    args: readonly string[],
    message: string,
    input = '',
  ) => {
    const result = await call({ args, variables: { ...variables, ...settings }, input });
    assert.deepEqual(result, { code: 1, stdout: '', stderr: `error: ${message}\n` });
  };

  test('what is not there is one line', async () => {
    const args = ['project', 'show', '5'];
    await isOneLine({}, args, 'There is no project 5.');
    assert.deepEqual(await tollgateProcess(variables, args), await tollgate(variables, args));
  });

  test('every bad setting is named', () =>
    isOneLine(
      { PORT: 'x', LOG_LEVEL: 'loud' },
      ['project', 'list'],
      'PORT must be a port number from 0 to 65535, or off; LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
    ));

  test('a missing master key is named', () =>
    isOneLine(
      { TOLLGATE_MASTER_KEY: '' },
      ['project', 'list'],
      'TOLLGATE_MASTER_KEY is not set. Set it to the key that the service runs with.',
    ));

  test('another master key is refused before anything is sealed with it', async () => {
    await tollgateJson(variables, ['project', 'list']);
    await isOneLine(
      { TOLLGATE_MASTER_KEY: randomBytes(32).toString('base64') },
      ['token', 'create', 'x'],
      'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.',
    );
  });

  test('a database that is not there is not made by looking', async () => {
    const path = join(folder, 'sandbox.sqlite');
    const args = ['project', 'list', '--env', 'sandbox'];
    await isOneLine(
      {},
      args,
      `There is no database ${path} for sandbox. Run tollgate migrate --env sandbox, or set TOLLGATE_DATA.`,
    );
    assert.equal(existsSync(path), false);
  });

  test('a database without tables is told from one that is missing', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    writeFileSync(join(empty, 'production.sqlite'), '');
    await isOneLine(
      { TOLLGATE_DATA: empty },
      ['project', 'list'],
      'The tables of production are missing or older than this program. Run tollgate migrate --env production.',
    );
  });

  test('a damaged database is one line', async () => {
    const damaged = mkdtempSync(join(folder, 'damaged-'));
    writeFileSync(join(damaged, 'production.sqlite'), 'this is no database'.repeat(1_000));
    await isOneLine({ TOLLGATE_DATA: damaged }, ['project', 'list'], 'file is not a database');
  });

  test('a settings document that is wrong is one line', async () => {
    await tollgateJson(variables, ['project', 'create', 'Game', '--game-index', '77']);
    await tollgateJson(variables, ['app', 'create', '77', 'com.a', '--name', 'Game']);
    await isOneLine({}, ['market', 'set', 'com.a', 'STEAM'], 'standard input is not JSON.', '{');
    await isOneLine(
      {},
      ['market', 'set', 'com.a', 'STEAM'],
      'settings.steam_app_id is required.',
      '{"settings":{}}',
    );
    const missing = join(folder, 'none.json');
    const args = ['product', 'set', 'com.a', 'gem', '--settings-file', missing];
    await isOneLine({}, args, `${missing} cannot be read.`);
  });

  test('the emulator gets its options, and its exit code counts', async () => {
    const result = await tollgateProcess(variables, ['emulator', '--port', 'x']);
    assert.deepEqual(result, {
      code: 1,
      stdout: '',
      stderr: '--port must be a whole number up to 65535, not x.\n',
    });
  });

  test('help is exit code 0', async () => {
    const result = await tollgate(variables, ['key', 'rotate', '--help']);
    assert.equal(result.code, 0);
    assert.match(result.stdout, /Usage: tollgate key rotate \[options\] <appid>/);
    assert.match(result.stdout, /--grace-seconds <grace_seconds>/);
  });

  test('help says which options are required', async () => {
    const { stdout } = await tollgate(variables, ['app', 'create', '--help']);
    assert.match(
      stdout,
      /--name <name> +Display name, without control characters\.\s+\(required\)/,
    );
    assert.equal(stdout.match(/\(required\)/g)?.length, 1);
  });

  test('every command of the help can be called, and says there what it says alone', async () => {
    const { stdout } = await tollgate(variables, ['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    assert.ok(names.length > 25, `${names.length} commands`);
    // These take any option, and pass it on.
    for (const name of names.filter((each) => !['emulator', 'help'].includes(each))) {
      const alone = await tollgate(variables, [name, '--help']);
      assert.deepEqual([alone.code, alone.stderr], [0, '']);
      assert.deepEqual(alone, await tollgate(variables, ['help', name]));
    }
  });

  test('the version is that of the package', async () => {
    const root = join(import.meta.dirname, '../../package.json');
    const { version } = JSON.parse(readFileSync(root, 'utf8'));
    const answer = { code: 0, stdout: `${version}\n`, stderr: '' };
    assert.deepEqual(await tollgate({}, ['--version']), answer);
    assert.deepEqual(await tollgate({}, ['-V']), answer);
  });

  test('compiled files further down find the version too, past other packages', () => {
    const below = join(folder, 'release', 'dist', 'src', 'cli');
    mkdirSync(below, { recursive: true });
    const described = (...path: string[]) => join(folder, 'release', ...path, 'package.json');
    writeFileSync(described(), '{"name":"tollgate","version":"9.8.7"}');
    writeFileSync(described('dist'), '{"type":"module"}');
    assert.equal(readVersion(below), '9.8.7');
  });
});
