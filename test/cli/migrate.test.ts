// `tollgate migrate`: both environments, or the one that is named; a dry run changes nothing.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

/** Each migration is a file; the last one has the newest number. */
const migrations = join(import.meta.dirname, '../../src/storage/migrations');
const newest = Number(readdirSync(migrations).sort().at(-1)?.slice(0, 4));

describe('tollgate migrate', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-migrate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const data = () => ({ TOLLGATE_DATA: join(folder, 'data') });
  const files = () => readdirSync(folder, { recursive: true }).map(String).sort();

  test('both environments are brought up to date, and again without harm', async () => {
    const done = {
      items: [
        { environment: 'production', version: newest },
        { environment: 'sandbox', version: newest },
      ],
    };
    assert.deepEqual(await tollgateJson(data(), ['migrate']), done);
    assert.deepEqual(await tollgateJson(data(), ['migrate']), done);
    assert.deepEqual(files(), ['data', 'data/production.sqlite', 'data/sandbox.sqlite']);
    const modes = files().map((name) => statSync(join(folder, name)).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600, 0o600], 'for their owner alone');
    const { stdout } = await tollgate(data(), ['migrate']);
    const lines = ['environment  version', `production   ${newest}`, `sandbox      ${newest}`];
    assert.equal(stdout, `${lines.join('\n')}\n`);
  });

  test('an environment without a port is left out, unless it is named', async () => {
    const variables = { ...data(), SANDBOX_PORT: 'off' };
    const done = (environment: string) => ({ items: [{ environment, version: newest }] });
    assert.deepEqual(await tollgateJson(variables, ['migrate']), done('production'));
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
    const named = ['migrate', '--env', 'sandbox'];
    assert.deepEqual(await tollgateJson(variables, named), done('sandbox'));
    assert.deepEqual(files(), ['data', 'data/production.sqlite', 'data/sandbox.sqlite']);
  });

  test('a dry run compares the versions and creates nothing', async () => {
    await tollgateJson({ ...data(), SANDBOX_PORT: 'off' }, ['migrate']);
    assert.deepEqual(await tollgateJson(data(), ['migrate', '--dry-run']), {
      items: [
        { environment: 'production', database: newest, program: newest },
        { environment: 'sandbox', database: 0, program: newest },
      ],
    });
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
    const elsewhere = { TOLLGATE_DATA: join(folder, 'none') };
    await tollgateJson(elsewhere, ['migrate', '--dry-run']);
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
  });

  test('when the second one fails, the first is reported and the failure names its environment', async () => {
    writeFileSync(join(folder, 'sandbox.sqlite'), 'this is no database'.repeat(1_000));
    assert.deepEqual(await tollgate({ TOLLGATE_DATA: folder }, ['migrate', '--json']), {
      code: 1,
      stdout: `{"items":[{"environment":"production","version":${newest}}]}\n`,
      stderr: 'error: sandbox: file is not a database\n',
    });
  });
});

suite('tollgate migrate beside a running service', (gate) => {
  test('the environment that is missing is added, after a dry run that leaves it out', async () => {
    const { variables } = gate.database;
    const { db, kind } = gate.service.context.storage;
    // A fresh PostgreSQL database of the tests has the tables of both.
    if (kind === 'postgres') await sql`drop schema sandbox cascade`.execute(db);
    const compare = async () => (await tollgateJson(variables, ['migrate', '--dry-run'])).items;
    const compared = (sandbox: number) => [
      { environment: 'production', database: newest, program: newest },
      { environment: 'sandbox', database: sandbox, program: newest },
    ];
    assert.deepEqual(await compare(), compared(0));
    assert.deepEqual(await compare(), compared(0));
    await tollgateJson(variables, ['migrate']);
    assert.deepEqual(await compare(), compared(newest));
  });
});
