// The samples in other languages, each run where its tool is installed: a ban, a purchase, a webhook.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type GameServer, startGameServer } from '../outbox/game-server.ts';
import { PLAYER } from '../sdk/running.ts';
import type { Demo } from './demo.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const KEY = 'the-key-of-another-receiver';
const folder = mkdtempSync(join(tmpdir(), 'tollgate-languages-'));
const [binary, assembly] = [join(folder, 'sample'), join(folder, 'sample.exe')];

interface Language {
  readonly name: string;
  /** What must be there: how it says its version, and the oldest that will do. */
  readonly tools: readonly (readonly [command: string, needs: number])[];
  /** Compiles once, where that is a step of its own. */
  readonly build?: readonly [string, ...string[]];
  readonly run: readonly [string, ...string[]];
}

/** A Java that runs for a moment need not get fast. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const MONO_LIBRARIES = ['System.Net.Http', 'System.Runtime.Serialization', 'System.Xml.Linq'];

const LANGUAGES: readonly Language[] = [
  {
    name: 'curl',
    tools: [
      ['bash --version', 4],
      ['sed --version', 4],
      ['openssl version', 1],
      ['curl --version', 7.76],
    ],
    run: ['bash', 'curl/tollgate.sh'],
  },
  { name: 'python', tools: [['python3 --version', 3]], run: ['python3', 'python/tollgate.py'] },
  {
    name: 'go',
    tools: [['go version', 1]],
    build: ['go', 'build', '-o', binary, 'go/main.go'],
    run: [binary],
  },
  {
    name: 'java',
    tools: [
      ['javac -version', 17],
      ['java -version', 17],
    ],
    build: ['javac', ...BRIEF.map((each) => `-J${each}`), '-d', folder, 'java/Tollgate.java'],
    run: ['java', '-cp', folder, 'Tollgate'],
  },
  {
    name: 'csharp',
    tools: [
      ['mcs --version', 6],
      ['mono --version', 6],
    ],
    build: [
      'mcs',
      `-out:${assembly}`,
      ...MONO_LIBRARIES.map((each) => `-r:${each}`),
      'csharp/Tollgate.cs',
    ],
    run: ['mono', assembly],
  },
];

/** Undefined when the tool works and is new enough. */
function problemOf(command: string, needs: number): string | undefined {
  const [tool = '', ...args] = command.split(' ');
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) return `${tool} is not installed`;
  const version = /\d+(\.\d+)?/.exec(stdout + stderr)?.[0] ?? '0';
  return isOlder(version, String(needs)) ? `${tool} ${version} is older than ${needs}` : undefined;
}

function isOlder(version: string, needs: string): boolean {
  const [[major = 0, minor = 0], [least = 0, leastMinor = 0]] = [version, needs].map((each) =>
    each.split('.').map(Number),
  ) as [number[], number[]];
  return major < least || (major === least && minor < leastMinor);
}

const skipOf = ({ name, tools }: Language): string | false => {
  const problem = tools.map(([command, needs]) => problemOf(command, needs)).find(Boolean);
  return problem !== undefined && `examples/${name} is skipped: ${problem}.`;
};

const skips = new Map(LANGUAGES.map((each) => [each.name, skipOf(each)]));

async function execute(
  demo: Demo,
  [program, ...args]: readonly string[],
  more: object = {},
): Promise<string> {
  const env = { ...process.env, ...demo.settings, ...more };
  const tools = {
    GOCACHE: join(folder, 'go'),
    GOFLAGS: '',
    JDK_JAVA_OPTIONS: BRIEF.join(' '),
  };
  const options = { cwd: EXAMPLES, env: { ...env, ...tools } };
  return (await promisify(execFile)(program as string, args, options)).stdout;
}

export function languageTests(demo: () => Demo): void {
  let receiver: GameServer;
  before(async () => {
    receiver = await startGameServer();
    await demo().register('restriction', receiver.url, KEY);
  });
  after(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { name, build, run } of LANGUAGES) {
    const skip = skips.get(name) ?? false;
    test(`examples/${name} bans, verifies, and tells a genuine message from a forged one`, {
      skip,
    }, async () => {
      if (build) await execute(demo(), build);
      const before = receiver.received.length;
      assert.equal(
        await execute(demo(), run),
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
      const check = (more: object) => execute(demo(), [...run, 'check'], { ...message, ...more });
      assert.equal(await check({}), `genuine ${PLAYER}\n`);
      const wrong = [
        { WEBHOOK_BODY: body.replace('993', '994') },
        { WEBHOOK_KEY: 'another key' },
        { WEBHOOK_TIMESTAMP: String(Number(headers['webhook-timestamp']) - 301) },
      ];
      for (const more of wrong) assert.equal(await check(more), 'forged\n', JSON.stringify(more));
    });
  }
}
