// Makes the fixtures of a release: node test/upgrade/make.ts <release> <checkout> [postgres://…]
// See README.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Kind } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import {
  DUMP,
  fixtureFolder,
  MARKETS,
  openPlace,
  restoreFixture,
  SQLITE_FILES,
  shiftedBy,
} from './fixture.ts';
import { type EnvironmentName, type Gate, openGate } from './gate.ts';
import { readWorld, verifyAgain } from './read.ts';
import { startReceivers } from './receivers.ts';
import type { Json } from './wire.ts';
import type { World } from './world.ts';
import { type FirstVisit, writeFirst, writeSecond } from './write.ts';

const FIRST = Date.UTC(2026, 10, 4, 9);
/** Late in an hour, so that a reader in the next one finds all figures in. */
const SECOND = Date.UTC(2026, 10, 9, 10, 40);
const NAMES: readonly EnvironmentName[] = ['production', 'sandbox'];

const [release = '', checkout = '.', databaseUrl] = process.argv.slice(2);
const kind: Kind = databaseUrl ? 'postgres' : 'sqlite';
const main = resolve(checkout, 'src/main.ts');
const target = fixtureFolder(release, kind);

async function make(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tollgate-fixture-'));
  const world = await write(data);
  mkdirSync(target, { recursive: true });
  const keep = (name: string, content: Buffer | string) =>
    writeFileSync(join(target, `${name}.br`), brotliCompressSync(content));
  keep('world.json', JSON.stringify(world));
  for (const name of [MARKETS, 'demo.json', ...(databaseUrl ? [] : SQLITE_FILES)]) {
    keep(name, readFileSync(join(data, name)));
  }
  if (databaseUrl) keep(DUMP, dumpOf(databaseUrl));
  writeFileSync(join(target, 'master.key'), readFileSync(join(data, 'master.key')));
  rmSync(data, { recursive: true });
  keep('expected.json', print(await read()));
}

/** Two visits, each with a start of its own. */
async function write(data: string): Promise<World> {
  const receivers = await startReceivers();
  const ports = {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    EMULATOR_PORT: String(await freePort()),
  };
  const visit = async <T>(
    moment: number,
    work: (gates: Gate[], now: () => number) => Promise<T>,
  ) => {
    const offset = moment - Date.now();
    const running = await startProcess(
      {
        TOLLGATE_DATA: data,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...ports,
        ...shiftedBy(offset),
        // As `npm start` does for a newcomer, who has no key yet.
        TOLLGATE_MASTER_KEY: '',
        LOG_LEVEL: 'error',
      },
      ['--demo'],
      [process.execPath, main],
    );
    try {
      await running.prints('Tollgate is running.');
      return await work(gatesOf(data), () => Date.now() + offset);
    } finally {
      await running.stop();
    }
  };
  const first = await visit(FIRST, async (gates) => {
    const visits: FirstVisit[] = [];
    for (const gate of gates) visits.push(await writeFirst(gate, receivers.url));
    return visits;
  });
  const world = await visit(SECOND, async (gates, now) => {
    const environments: Json = {};
    for (const [at, gate] of gates.entries()) {
      environments[gate.name] = await writeSecond(gate, first[at] as FirstVisit, now);
    }
    return { writtenAt: now(), environments };
  });
  await receivers.close();
  return world;
}

function gatesOf(data: string): Gate[] {
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  return NAMES.map((name) =>
    openGate({
      name,
      url: demo[name].url,
      emulatorUrl: demo.emulator.url,
      adminToken: demo.admin_token,
    }),
  );
}

/** Lines that only psql understands are left out. */
function dumpOf(url: string): string {
  const options = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges'];
  const dump = execFileSync('pg_dump', [...options, `--dbname=${url}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return dump.replace(/^\\(un)?restrict .*$/gm, '');
}

/** What the release itself reads from its fixture, opened as later releases will open it. */
async function read(): Promise<object> {
  const place = await restoreFixture(target, kind);
  const opened = await openPlace(place, { main });
  try {
    const answers = await readWorld(place.world, opened.urls);
    return { answers, again: await verifyAgain(place.world, opened.urls) };
  } finally {
    await opened.stop();
    await place.drop();
  }
}

const print = (answers: object): string => `${JSON.stringify(answers, null, 1)}\n`;

await make();
