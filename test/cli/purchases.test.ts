// tollgate purchases: the same file and the same records as the admin API.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { progressLine, showProgress } from '../../src/cli/progress.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});
const FROM = ['--from', '2026-11-01T00:00:00Z'];

suite(
  'tollgate purchases',
  (gate) => {
    const folders: string[] = [];
    const newFolder = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tollgate-export-'));
      folders.push(folder);
      return folder;
    };
    after(async () => {
      for (const folder of folders) await rm(folder, { recursive: true });
    });
    const run = (...args: string[]) => tollgate(variables(gate), ['purchases', 'export', ...args]);

    test('writes CSV or NDJSON and says how many', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const { transaction_id } = await ledger.record();
      const folder = await newFolder();
      for (const format of ['csv', 'ndjson']) {
        const file = join(folder, `purchases.${format}`);
        const args = ['purchases', 'export', appid, file, ...FROM, '--format', format];
        const outcome = await tollgateJson(variables(gate), args);
        assert.deepEqual(outcome, { file, format, purchases: 1 });
        const text = await readFile(file, 'utf8');
        assert.equal(text.includes(transaction_id), true);
        assert.equal(text.startsWith(format === 'csv' ? 'transaction_id,' : '{"transaction'), true);
      }
      assert.deepEqual((await readdir(folder)).sort(), ['purchases.csv', 'purchases.ndjson']);
    });

    test('only what was never reported as delivered', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const { transaction_id } = await ledger.record({ market_result: '{}' });
      await ledger.record({ market_result: '{}', delivery: 1, delivery_at: gate.now });
      const file = join(await newFolder(), 'undelivered.ndjson');
      const args = ['purchases', 'export', appid, file, '--undelivered', 'Y', '--format', 'ndjson'];
      const outcome = await tollgateJson(variables(gate), args);
      assert.deepEqual(outcome, { file, format: 'ndjson', purchases: 1 });
      assert.equal(JSON.parse(await readFile(file, 'utf8')).transaction_id, transaction_id);
    });

    test('an unknown app, a wrong window and a folder that is not there are said in one line', async () => {
      const { appid } = await gate.createApp();
      const folder = await newFolder();
      const file = join(folder, 'a.csv');
      assert.deepEqual(await run('nobody', file, ...FROM), {
        code: 1,
        stdout: '',
        stderr: 'error: There is no app nobody.\n',
      });
      assert.equal((await run(appid, file, '--from', 'yesterday')).code, 2);
      const elsewhere = await run(appid, join(folder, 'none', 'a.csv'), ...FROM);
      assert.equal(elsewhere.code, 1);
      assert.match(elsewhere.stderr, /^error: Cannot write .*: ENOENT.*\n$/);
      assert.deepEqual(await readdir(folder), []);
    });
  },
  { kinds: EITHER },
);

suite(
  'tollgate purchases show',
  (gate) => {
    const showAs = (...args: string[]) => tollgateJson(variables(gate), [...args]);
    const run = (...args: string[]) => tollgate(variables(gate), ['purchases', 'show', ...args]);

    test('prints what the admin API answers, by either id', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const { number, store_transaction_id: atMarket } = await ledger.record();
      await ledger.record();
      const id = `AP_${number}`;
      const path = `/apps/${appid}/purchases/${id}`;
      const record = await admin(gate, 'GET', path);
      const timeline = await admin(gate, 'GET', `${path}/timeline`);
      const expected = { ...record.body, timeline: timeline.body.items };
      assert.deepEqual(await showAs('purchases', 'show', appid, id), expected);
      assert.deepEqual(await showAs('purchase', 'show', appid, String(atMarket)), expected);

      const { code, stdout } = await run(appid, id);
      assert.equal(code, 0);
      const [fields = '', happened = ''] = stdout.split('\n\n');
      assert.match(fields, new RegExp(`^service_transaction_id +${id}$`, 'm'));
      assert.match(fields, /^state +valid$/m);
      assert.doesNotMatch(fields, /^(receipt|market_result) /m);
      assert.match(happened, /^at +kind +details$/m);
      assert.equal(happened.trim().split('\n').length, 1 + timeline.body.items.length);
    });

    test('a subscription cycle is named by its UUID', async () => {
      const ledger = await openLedger(gate);
      const { transaction_id } = await ledger.record({ kind: 'subscription' });
      const shown = await showAs('purchases', 'show', ledger.app.appid, transaction_id);
      assert.equal(shown.service_transaction_id, transaction_id);
    });

    test('an id of two markets is not guessed, and an unknown one is said in one line', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const same = { unique_key: 'same', provider_transaction_id: 'same' };
      const apple = await ledger.record(same);
      const google = await ledger.record({ ...same, provider: 'GOOGLE' });
      const several = await run(appid, 'same');
      assert.equal(several.code, 1);
      assert.match(several.stderr, /^error: App \S+ has several purchases same\. Name one: /);
      for (const id of [`AP_${apple.number}`, `GO_${google.number}`]) {
        assert.ok(several.stderr.includes(id));
      }
      for (const id of ['nothing', 'AP_999', 'PG_1', '0198f2a5-0c00-7000-8000-1f2e3d4c5b6a']) {
        const stderr = `error: App ${appid} has no purchase ${id}.\n`;
        assert.deepEqual(await run(appid, id), { code: 1, stdout: '', stderr });
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

test('the bar fills up and never runs over', () => {
  const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(30 - filled);
  assert.equal(progressLine('purchases', 0, 1_000), `${bar(0)}   0 %  0 of 1,000 purchases`);
  assert.equal(progressLine('purchases', 500, 1_000), `${bar(15)}  50 %  500 of 1,000 purchases`);
  assert.equal(progressLine('purchases', 999, 1_000), `${bar(29)}  99 %  999 of 1,000 purchases`);
  assert.equal(
    progressLine('purchases', 1_001, 1_000),
    `${bar(30)} 100 %  1,001 of 1,000 purchases`,
  );
  assert.equal(progressLine('purchases', 0, 0), `${bar(30)} 100 %  0 of 0 purchases`);
});

test('the bar is drawn on a terminal only, and taken away at the end', () => {
  for (const isTTY of [true, false]) {
    let shown = '';
    const write = (text: string | Uint8Array): boolean => {
      shown += text;
      return true;
    };
    const progress = showProgress('purchases', 2, { isTTY, write });
    progress.advance(1);
    progress.end();
    const drawn = `\r\x1b[K${progressLine('purchases', 1, 2)}\r\x1b[K`;
    assert.equal(shown, isTTY ? drawn : '');
  }
});
