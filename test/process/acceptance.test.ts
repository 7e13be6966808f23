// The acceptance suite against a real process: all of it passes, and it leaves nothing behind.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { DemoFile } from '../../src/demo/project.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const data = mkdtempSync(join(tmpdir(), 'tollgate-acceptance-'));
let running: RunningProcess | undefined;
after(async () => {
  await running?.stop();
  rmSync(data, { recursive: true });
});

interface Run {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** `node --test test/acceptance/`, with these variables and no others. */
const runSuite = (variables: Record<string, string>, args: readonly string[] = []): Promise<Run> =>
  new Promise((resolve) => {
    const env = { PATH, NODE_COMPILE_CACHE, ...variables };
    const all = [...args, 'test/acceptance/'];
    execFile(
      process.execPath,
      all,
      { cwd: ROOT, env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr }),
    );
  });

test('a started service passes the acceptance suite, which removes what it made', async () => {
  const emulator = String(await freePort());
  const variables = { TOLLGATE_DATA: data, EMULATOR_PORT: emulator };
  // A busy machine is not a market that is down.
  running = await startProcess({ ...variables, MARKET_TIMEOUT_MS: '10000' }, ['--demo']);
  await running.prints('Tollgate is running.');
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Required<DemoFile>;
  const { url, appid } = demo.production;
  const left = () =>
    Promise.all(
      ['projects', `apps/${appid}/types`, `apps/${appid}/restrictions`].map(async (path) => {
        const headers = { authorization: `Bearer ${demo.admin_token}` };
        return (await fetch(`${url}/admin/v1/${path}`, { headers })).text();
      }),
    );
  const before = await left();
  const settings = { ACCEPTANCE_DEMO: join(data, 'demo.json') };
  const { failed, stdout, stderr } = await runSuite(settings, ['--test']);
  assert.ok(!failed, stdout + stderr);
  const unset = /ACCEPTANCE_\w+ is not set/.exec(stdout)?.[0];
  assert.equal(unset, undefined, 'nothing is skipped for want of a setting');
  assert.deepEqual(await left(), before);
});

test('without settings the suite says in one line what is missing', async () => {
  const { failed, stdout, stderr } = await runSuite({ ACCEPTANCE_URL: 'http://localhost:8080' });
  assert.ok(failed);
  assert.equal(stdout, '');
  assert.equal(
    stderr,
    'Set ACCEPTANCE_APPID, ACCEPTANCE_CERTIFICATION_KEY, ACCEPTANCE_CLIENT_ID, ACCEPTANCE_CLIENT_SECRET, or ACCEPTANCE_DEMO to the demo.json of npm start.\n',
  );
});
