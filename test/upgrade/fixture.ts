// Restores a fixture into a fresh place and opens it with a release: the service as a process, the markets
// from their saved state, and a clock that goes on where the writer's stopped.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { buildEmulator } from '../../emulator/app.ts';
import { createDatabase, type Kind } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import type { Urls } from './read.ts';
import { parseExactly } from './wire.ts';
import type { World } from './world.ts';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const CLOCK = join(import.meta.dirname, 'clock.ts');

/** Written by the release of this name. */
export const fixtureFolder = (release: string, kind: Kind): string =>
  join(import.meta.dirname, release, kind);

export const SQLITE_FILES = ['production.sqlite', 'sandbox.sqlite'];
export const DUMP = 'dump.sql';
export const MARKETS = 'emulator.json';

export interface Place {
  readonly world: World;
  /** The data folder. */
  readonly folder: string;
  readonly variables: Record<string, string>;
  readonly offset: number;
  /** Where the markets send their notices. */
  noticesTo: Urls;
  drop(): Promise<void>;
}

export interface Opened {
  readonly urls: Urls;
  readonly emulatorUrl: string;
  now(): number;
  stop(): Promise<void>;
}

export const unpack = (folder: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(folder, `${name}.br`)));

/** The environment of a process whose clock is off by so much. */
export const shiftedBy = (offset: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${CLOCK}`,
  CLOCK_OFFSET_MS: String(offset),
});

export async function restoreFixture(folder: string, kind: Kind): Promise<Place> {
  const world: World = parseExactly(unpack(folder, 'world.json').toString('utf8'));
  const database = await createDatabase(kind);
  const data = database.variables.TOLLGATE_DATA as string;
  writeFileSync(join(data, MARKETS), unpack(folder, MARKETS));
  writeFileSync(join(data, 'demo.json'), unpack(folder, 'demo.json'));
  writeFileSync(join(data, 'master.key'), readFileSync(join(folder, 'master.key')));
  if (kind === 'sqlite') {
    for (const name of SQLITE_FILES) writeFileSync(join(data, name), unpack(folder, name));
  } else {
    await runDump(database.variables.DATABASE_URL as string, unpack(folder, DUMP).toString('utf8'));
  }
  // The hour after the writing: its figures are all in, and tokens of an hour are still good.
  const readAt = Math.ceil(world.writtenAt / HOUR_MS) * HOUR_MS + 2 * MINUTE_MS;
  const { production, sandbox } = world.environments;
  return {
    world,
    folder: data,
    variables: database.variables,
    offset: readAt - Date.now(),
    noticesTo: { production: production.publicUrl, sandbox: sandbox.publicUrl },
    drop: database.drop,
  };
}

async function runDump(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('drop schema production, sandbox cascade');
    await client.query(dump);
  } finally {
    await client.end();
  }
}

export interface OpenOptions {
  /** Whether notifications are sent: a reader looks at what waits. */
  readonly relay?: 'on' | 'off';
  /** The entry of another release; of this one unless said. */
  readonly main?: string;
}

export async function openPlace(
  place: Place,
  { relay = 'off', main }: OpenOptions = {},
): Promise<Opened> {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const urls = {
    production: `http://127.0.0.1:${ports.PORT}`,
    sandbox: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
  };
  const now = () => Date.now() + place.offset;
  const stateFile = join(place.folder, MARKETS);
  redirectNotices(place, stateFile, urls);
  const emulator = await buildEmulator({ stateFile, now });
  const emulatorUrl = await emulator.listen(0);
  const { production, sandbox } = place.world.environments;
  const service = await startProcess(
    {
      ...place.variables,
      ...ports,
      ...shiftedBy(place.offset),
      ...(await marketVariables(emulatorUrl)),
      TOLLGATE_MASTER_KEY: readFileSync(join(place.folder, 'master.key'), 'utf8').trim(),
      TOLLGATE_PUBLIC_URL: production.publicUrl,
      TOLLGATE_SANDBOX_PUBLIC_URL: sandbox.publicUrl,
      TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
      TOLLGATE_RELAY: relay,
      LOG_LEVEL: 'warn',
    },
    [],
    main === undefined ? undefined : [process.execPath, main],
  );
  await service.ready();
  return {
    urls,
    emulatorUrl,
    now,
    async stop() {
      await service.stop();
      await emulator.close();
    },
  };
}

/** The markets find the service at its new address. */
function redirectNotices(place: Place, stateFile: string, urls: Urls): void {
  let state = readFileSync(stateFile, 'utf8');
  for (const name of ['production', 'sandbox'] as const) {
    state = state.replaceAll(`${place.noticesTo[name]}/`, `${urls[name]}/`);
  }
  writeFileSync(stateFile, state);
  place.noticesTo = urls;
}

async function marketVariables(url: string): Promise<Record<string, string>> {
  const trust = parseExactly(await (await fetch(`${url}/control/trust`)).text());
  return {
    APPLE_URL: `${url}/apple/production`,
    APPLE_SANDBOX_URL: `${url}/apple/sandbox`,
    APPLE_ROOT_FINGERPRINTS: trust.apple.rootFingerprintSha256,
    GOOGLE_URL: `${url}/google`,
    GOOGLE_TOKEN_URL: `${url}/google/token`,
    GOOGLE_CERTS_URL: `${url}/google/oauth2/v3/certs`,
    STEAM_URL: `${url}/steam`,
    STRIPE_URL: url,
    PORTONE_URL: url,
  };
}
