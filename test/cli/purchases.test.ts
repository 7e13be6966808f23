// tollgate purchases export: the same file as the admin API, whole or not at all.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { progressLine, showProgress } from '../../src/cli/progress.ts';
import { openLedger } from '../payment/queries/records.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});
const FROM = ['--from', '2026-11-01T00:00:00Z'];

suite('tollgate purchases', (gate) => {
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

  test('an unknown app, a missing window and a folder that is not there are said in one line', async () => {
    const { appid } = await gate.createApp();
    const folder = await newFolder();
    const file = join(folder, 'a.csv');
    assert.deepEqual(await run('nobody', file, ...FROM), {
      code: 1,
      stdout: '',
      stderr: 'error: There is no app nobody.\n',
    });
    assert.equal((await run(appid, file)).code, 2);
    assert.equal((await run(appid, file, '--from', 'yesterday')).code, 2);
    const elsewhere = await run(appid, join(folder, 'none', 'a.csv'), ...FROM);
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.stderr, /^error: Cannot write .*: ENOENT.*\n$/);
    assert.deepEqual(await readdir(folder), []);
  });
});

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
