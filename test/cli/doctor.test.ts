// `tollgate doctor`: one sentence per finding, exit code 1 when something is wrong.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createApp } from '../../src/tenants/apps.ts';
import { expectDone, type Gate, MASTER_KEY, suite } from '../support/harness.ts';
import { startIssuer } from '../support/issuer.ts';
import { tollgate } from './tollgate.ts';

async function examine(gate: Gate, settings: Record<string, string> = {}) {
  const variables = {
    ...gate.database.variables,
    TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
    SANDBOX_PORT: 'off',
    ...settings,
  };
  const { code, stdout } = await tollgate(variables, ['doctor', '--json']);
  return { code, ...JSON.parse(stdout) };
}

const texts = (findings: { ok: boolean; text: string }[], ok: boolean) =>
  findings.filter((finding) => finding.ok === ok).map((finding) => finding.text);

suite('tollgate doctor', (gate) => {
  test('a sound installation has nothing wrong', async () => {
    gate.now = Date.now();
    const app = await gate.createApp();
    await gate.token(app);
    const { code, healthy, findings } = await examine(gate);
    assert.deepEqual(texts(findings, false), []);
    assert.deepEqual([code, healthy], [0, true]);
    const [settings, tables, ...rest] = texts(findings, true);
    assert.equal(settings, 'All settings are valid.');
    assert.match(tables ?? '', /^The tables are at version \d+\.$/);
    assert.deepEqual(rest, [
      'The clock is consistent with the data.',
      ...(process.env.TEST_CITUS_URL ? ['The tables are distributed over the cluster.'] : []),
      'The master key matches the data.',
      'There is a signing key for access tokens.',
      'Apps with a valid key and time zone: 1.',
      'No table has rows beyond their retention.',
    ]);
  });

  test('an issuer is asked for its addresses and keys, and one that is wrong is found', async () => {
    const issuer = await startIssuer({ consoleUrl: 'http://tollgate.test', roles: [] });
    const settings = (url: string) => ({
      OIDC_ISSUERS: JSON.stringify([
        { name: 'corp', issuer: url, client_id: 'tollgate', client_secret: 'env:CORP', roles: [] },
      ]),
    });
    try {
      const sound = await examine(gate, { ...settings(issuer.url), CORP: 'secret' });
      assert.ok(
        texts(sound.findings, true).includes(
          `Issuer corp: ${issuer.url} answers with its addresses and keys.`,
        ),
      );
      issuer.outage = 500;
      const wrong = texts((await examine(gate, settings(issuer.url))).findings, false);
      assert.equal(wrong[0], 'Issuer corp: its secret is env:CORP, where nothing lies.');
      assert.match(
        String(wrong[1]),
        /^Issuer corp: http:.* cannot be used: unexpected HTTP response/,
      );
    } finally {
      await issuer.close();
    }
  });

  test('rows beyond their retention are found, two days after they should be gone', async () => {
    const { db } = gate.service.context.storage;
    const day = 24 * 60 * 60_000;
    const { appid, gameIndex } = await gate.createApp();
    const now = Date.now();
    const notice = (state: 'applied' | 'failed', days: number) => ({
      game_index: gameIndex,
      appid,
      provider: 'APPLE' as const,
      notice_id: `${state}-${days}`,
      kind: 'TEST',
      state,
      body: '{}',
      said_at: now,
      received_at: now - days * day,
      subject: null,
      account_uuid: null,
    });
    const wrong = async (settings = {}) => texts((await examine(gate, settings)).findings, false);
    await insertRows(db, 'market_notice', [notice('applied', 366), notice('failed', 400)]);
    assert.deepEqual(await wrong(), []);
    await insertRows(db, 'market_notice', [notice('applied', 368)]);
    assert.deepEqual(await wrong(), [
      'Table market_notice has rows that are older than the 365 days of KEEP_NOTICES_DAYS. A running service deletes them within a day; if it does not, its log says why ("background work failed", worker retention).',
    ]);
    assert.deepEqual(await wrong({ KEEP_NOTICES_DAYS: 'off' }), []);
    await db.deleteFrom('market_notice').execute();
  });

  test('an app without a key is found', async () => {
    const { context } = gate.service;
    const app = await gate.createApp();
    const bare = { game_index: app.gameIndex, appid: 'bare', name: 'Bare' };
    expectDone(await createApp(context, SYSTEM, bare));
    const { code, healthy, findings } = await examine(gate);
    assert.deepEqual([code, healthy], [1, false]);
    assert.deepEqual(texts(findings, false), [
      'App bare has no valid certification key. Run tollgate key create bare.',
    ]);
    await context.storage.db.deleteFrom('app').where('appid', '=', 'bare').execute();
  });

  test('a clock behind the data is found', async () => {
    gate.now = Date.now() + 3_600_000;
    await gate.createApp();
    gate.now = Date.now();
    const { code, findings } = await examine(gate);
    assert.equal(code, 1);
    assert.deepEqual(texts(findings, false), [
      'The newest change in the audit log is in the future. Check the clock of this machine.',
    ]);
    await gate.service.context.storage.db.deleteFrom('audit_log').execute();
  });

  test('another master key is found, and a missing one', async () => {
    const other = await examine(gate, { TOLLGATE_MASTER_KEY: randomBytes(32).toString('base64') });
    assert.deepEqual(texts(other.findings, false), [
      'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.',
    ]);
    const none = await examine(gate, { TOLLGATE_MASTER_KEY: '' });
    assert.deepEqual(texts(none.findings, false), [
      'TOLLGATE_MASTER_KEY is not set. Set it to the key that the service runs with.',
    ]);
  });

  test('secrets under a previous master key are found, and those that were moved', async () => {
    const { storage, vault } = gate.service.context;
    const { db } = storage;
    const next = randomBytes(32).toString('base64');
    const changing = {
      TOLLGATE_MASTER_KEY: next,
      TOLLGATE_MASTER_KEY_PREVIOUS: MASTER_KEY.toString('base64'),
    };
    const before = await examine(gate, changing);
    assert.deepEqual(texts(before.findings, false), [
      `Secrets still sealed under the previous master key ${vault.masters[0]?.id}: 1. Run tollgate master-key rotate, and keep that key until then.`,
    ]);
    const { kid, sealed_private_jwk } = await db
      .selectFrom('signing_key')
      .selectAll()
      .executeTakeFirstOrThrow();
    const place = { table: 'signing_key', column: 'sealed_private_jwk', key: ['another'] };
    const moved = vault.seal('{}', place);
    await db.updateTable('signing_key').set({ sealed_private_jwk: moved }).execute();
    const { code, findings } = await examine(gate);
    assert.equal(code, 1);
    assert.deepEqual(texts(findings, false), [
      `signing_key.sealed_private_jwk of ${kid} was sealed for another place, or was changed. Set it again.`,
    ]);
    await db.updateTable('signing_key').set({ sealed_private_jwk }).execute();
  });

  test('every bad setting is found', async () => {
    const { code, findings } = await examine(gate, { PORT: 'x', DATABASE_POOL: '0' });
    assert.equal(code, 1);
    assert.deepEqual(texts(findings, false), [
      'PORT must be a port number from 0 to 65535, or off.',
      'DATABASE_POOL must be a whole number of at least 1.',
    ]);
  });

  test('a database that cannot be reached is found', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const { code, findings } = await examine(gate, { DATABASE_URL: url });
    assert.equal(code, 1);
    const [finding, ...others] = texts(findings, false);
    assert.match(finding ?? '', /^The database cannot be used: .*ECONNREFUSED/);
    assert.deepEqual(others, []);
  });

  test('without --json each finding is a line', async () => {
    const variables = { ...gate.database.variables, PORT: 'x' };
    const { code, stdout } = await tollgate(variables, ['doctor']);
    assert.equal(code, 1);
    assert.equal(stdout, 'WRONG settings: PORT must be a port number from 0 to 65535, or off.\n');
  });
});
