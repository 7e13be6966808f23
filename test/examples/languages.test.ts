// The samples in other languages, each run where its tool is installed: a ban, a purchase, a webhook.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type GameServer, startGameServer } from '../outbox/game-server.ts';
import { PLAYER } from '../sdk/running.ts';
import { type Demo, startDemo } from './demo.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const KEY = 'a-long-random-key';
const folder = mkdtempSync(join(tmpdir(), 'tollgate-languages-'));
const [binary, assembly] = [join(folder, 'sample'), join(folder, 'sample.exe')];

interface Language {
  readonly name: string;
  readonly tools: readonly string[];
  /** Compiles once, where that is a step of its own. */
  readonly build?: readonly [string, ...string[]];
  readonly run: readonly [string, ...string[]];
}

const MONO_LIBRARIES = ['System.Net.Http', 'System.Runtime.Serialization', 'System.Xml.Linq'];

const LANGUAGES: readonly Language[] = [
  { name: 'curl', tools: ['bash', 'curl', 'sed', 'openssl'], run: ['bash', 'curl/tollgate.sh'] },
  { name: 'python', tools: ['python3'], run: ['python3', 'python/tollgate.py'] },
  {
    name: 'go',
    tools: ['go'],
    build: ['go', 'build', '-o', binary, 'go/main.go'],
    run: [binary],
  },
  {
    name: 'java',
    tools: ['java', 'javac'],
    build: ['javac', '-d', folder, 'java/Tollgate.java'],
    run: ['java', '-cp', folder, 'Tollgate'],
  },
  {
    name: 'csharp',
    tools: ['mcs', 'mono'],
    build: [
      'mcs',
      `-out:${assembly}`,
      ...MONO_LIBRARIES.map((each) => `-r:${each}`),
      'csharp/Tollgate.cs',
    ],
    run: ['mono', assembly],
  },
];

const isInstalled = (tool: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((each) => existsSync(join(each, tool)));

const present = LANGUAGES.filter(({ tools }) => tools.every(isInstalled));
let demo: Demo;
let receiver: GameServer;

before(async () => {
  if (present.length === 0) return;
  demo = await startDemo();
  receiver = await startGameServer();
  await demo.register('restriction', receiver.url, KEY);
});
after(async () => {
  await receiver?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function execute([program, ...args]: readonly string[], more: object = {}): Promise<string> {
  const env = { ...process.env, ...demo.settings, ...more };
  const options = { cwd: EXAMPLES, env: { ...env, GOCACHE: join(folder, 'go'), GOFLAGS: '' } };
  return (await promisify(execFile)(program as string, args, options)).stdout;
}

for (const { name, tools, build, run } of LANGUAGES) {
  const missing = tools.filter((tool) => !isInstalled(tool));
  const skip =
    missing.length > 0 && `examples/${name} is skipped: ${missing.join(', ')} is not installed.`;
  test(`examples/${name} bans, verifies, and tells a genuine message from a forged one`, {
    skip,
  }, async () => {
    if (build) await execute(build);
    const before = receiver.received.length;
    assert.equal(
      await execute(run),
      `banned ${PLAYER}\nverified, duplicate: false\nverified, duplicate: true\n`,
    );
    const { headers, body } = await receiver.arrival(before + 1);
    const message = {
      WEBHOOK_KEY: KEY,
      WEBHOOK_ID: headers['webhook-id'],
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
      WEBHOOK_SIGNATURE: `v1,bm8= ${headers['webhook-signature']}`,
      WEBHOOK_BODY: body,
    };
    const check = (more: object) => execute([...run, 'check'], { ...message, ...more });
    assert.equal(await check({}), `genuine ${PLAYER}\n`);
    const wrong = [
      { WEBHOOK_BODY: body.replace('993', '994') },
      { WEBHOOK_KEY: 'another key' },
      { WEBHOOK_TIMESTAMP: String(Number(headers['webhook-timestamp']) - 301) },
    ];
    for (const more of wrong) assert.equal(await check(more), 'forged\n', JSON.stringify(more));
  });
}
