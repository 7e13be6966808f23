// The samples of the API reference in every language, each run where its tool is installed: they send the request whole and exact.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

type Sample = (operation: object, request: object) => string;

interface Language {
  readonly name: 'javascript' | 'python' | 'go' | 'java' | 'csharp';
  readonly file: string;
  /** What must be there. */
  readonly tool: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'javascript',
    file: 'sample.mjs',
    tool: process.execPath,
    commands: [[process.execPath, 'sample.mjs']],
  },
  { name: 'python', file: 'sample.py', tool: 'python3', commands: [['python3', 'sample.py']] },
  { name: 'go', file: 'sample.go', tool: 'go', commands: [['go', 'run', 'sample.go']] },
  { name: 'java', file: 'Main.java', tool: 'javac', commands: [['java', 'Main.java']] },
  {
    name: 'csharp',
    file: 'sample.cs',
    tool: 'mcs',
    commands: [
      ['mcs', '-out:sample.exe', '-r:System.Net.Http', 'sample.cs'],
      ['mono', 'sample.exe'],
    ],
  },
];

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly token: unknown;
  readonly type: unknown;
  readonly body: unknown;
}

/** It runs for a moment, and need not get fast. */
const JDK_JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

const OPERATION = { method: 'post', security: [{ accessToken: [] }], answersJson: true };
const REQUEST = {
  url: '/v2/game/block/set?x=1',
  headers: { ISCRYPT: '0' },
  contentType: 'application/json',
  body: '{"player_id":9007199254740993,"reason":"그는 \'봇\' \\\\ \\"x\\""}',
};
const isInstalled = (tool: string): boolean =>
  spawnSync(tool, [tool === 'go' ? 'version' : '--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'tollgate-samples-'));

const received: Received[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({
    method: request.method,
    url: request.url,
    token: request.headers['x-access-token'],
    type: request.headers['content-type'],
    body: Buffer.concat(chunks).toString('utf8').replaceAll(/\s/g, ''),
  });
  response.setHeader('content-type', 'application/json').end('{"result_code":0}');
});

let samples: Readonly<Record<Language['name'], Sample>>;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { location: { origin } });
  samples = await import(new URL('../../src/http/reference/samples.js', import.meta.url).href);
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, 'location');
});

async function run({ file, commands }: Language, code: string): Promise<string> {
  writeFileSync(join(folder, file), code);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LC_ALL: 'C.UTF-8',
    JDK_JAVA_OPTIONS,
    TOKEN: 'secret',
  };
  let output = '';
  for (const [program, ...args] of commands) {
    output = (await promisify(execFile)(program, args, { cwd: folder, env })).stdout;
  }
  return output;
}

for (const language of LANGUAGES) {
  const { name, tool } = language;
  const skip = isInstalled(tool) ? false : `${tool} is not installed`;

  test(`${name} sends every digit, every letter and the token`, { skip }, async () => {
    const output = await run(language, samples[name](OPERATION, REQUEST));
    assert.match(output, /^200 .*result_code/);
    const { body, type, ...rest } = received.pop() as Received;
    assert.deepEqual(rest, { method: 'POST', url: REQUEST.url, token: 'secret' });
    assert.match(String(type), /^application\/json(; ?charset=utf-8)?$/i);
    assert.equal(body, REQUEST.body.replaceAll(/\s/g, ''));
  });

  test(`${name} without a body is a plain request`, { skip }, async () => {
    const { body: _, ...request } = REQUEST;
    await run(language, samples[name]({ ...OPERATION, method: 'get' }, request));
    const { method, body } = received.pop() as Received;
    assert.deepEqual([method, body], ['GET', '']);
  });
}
