// A newcomer's way: clone, `npm start`, then the first page of the documents, to a ban and a purchase verified by the SDK, in less than five minutes.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { blocksOf, paste } from '../support/documents.ts';
import { freePort } from '../support/postgres.ts';
import { until } from '../support/process.ts';

const root = resolve(import.meta.dirname, '../..');
const FIVE_MINUTES_MS = 300_000;
/** The machine's own Node and npm: a newcomer has nothing else. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

const folder = mkdtempSync(join(tmpdir(), 'tollgate-newcomer-'));
const home = join(folder, 'tollgate');
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

test('from the clone to a ban and a purchase verified by the SDK in less than five minutes', async () => {
  const began = performance.now();
  mkdirSync(home);
  // What a commit of this moment would hold, changes and new files included.
  execFileSync('bash', [
    '-c',
    `git -C '${root}' ls-files -z --cached --others --exclude-standard |
      tar --create --null --files-from - --directory '${root}' --ignore-failed-read 2>> '${folder}/tar.log' |
      tar --extract --directory '${home}'`,
  ]);
  const [production, sandbox, emulator] = [await freePort(), await freePort(), await freePort()];
  const npm = spawn('npm', ['start'], {
    cwd: home,
    // A group of its own: npm, and all that it starts.
    detached: true,
    env: {
      ...process.env,
      PATH,
      PORT: String(production),
      SANDBOX_PORT: String(sandbox),
      EMULATOR_PORT: String(emulator),
    },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk));
  try {
    await until(
      () => output.includes('Tollgate is running.'),
      () => assert.equal(npm.exitCode, null, output),
    );
    const started = performance.now();
    const blocks = blocksOf('docs/README.md');
    const printed = await paste(
      home,
      blocks.map(({ code }) => code),
    );
    assert.deepEqual(
      printed.map((text) => text.trim()),
      blocks.map(({ output: expected }) => expected?.trim() ?? ''),
    );
    const ended = performance.now();
    const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(1);
    process.stdout.write(
      `from the clone to npm start: ${seconds(began, started)} s, its commands: ${seconds(started, ended)} s\n`,
    );
    assert.ok(ended - began < FIVE_MINUTES_MS, `${seconds(began, ended)} s`);
    // The documentation of a new clone is built in the background.
    const docs = `http://127.0.0.1:${production}/docs/`;
    assert.match(
      await (await fetch(docs)).text(),
      /The documentation is being built|What Tollgate is/,
    );
    await until(async () => (await fetch(docs)).ok);
    process.stdout.write(`its documentation: ${seconds(began, performance.now())} s\n`);
  } finally {
    process.kill(-(npm.pid as number), 'SIGTERM');
    await new Promise((done) => npm.once('close', done));
  }
});
