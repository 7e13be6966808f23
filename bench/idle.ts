// What a service costs that nobody calls: processor time of it and its database, with one project and with 2,000 apps.
import { setTimeout } from 'node:timers/promises';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { Figure } from './figure.ts';
import type { Usage } from './memory.ts';
import { startProcess } from './process.ts';
import { timeOfTree } from './processor.ts';

/** What happens once a minute is in it. */
const SECONDS = 60;
/** Until the work of the start is over. */
const SETTLE_MS = 15_000;
/** What was written to prepare is not vacuumed meanwhile. */
const SERVER = ['autovacuum=off'];

const SIZES = [
  { name: 'one project', projects: 1, appsEach: 1, atMost: { sqlite: 0.3, postgres: 0.4 } },
  { name: '2,000 apps', projects: 200, appsEach: 10, atMost: { sqlite: 1, postgres: 1 } },
] as const;

export async function benchIdle(kinds: readonly Kind[]): Promise<Figure[]> {
  const server =
    kinds.includes('postgres') && (await startPostgres({ durable: true, settings: SERVER }));
  if (server) process.env.TEST_DATABASE_URL = server.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) {
      for (const { name, atMost, ...size } of SIZES) {
        const pid = kind === 'postgres' && server ? server.pid : undefined;
        const { service, database } = await idleShares(kind, size, pid);
        figures.push({
          name: `Idle, ${name}, ${kind}`,
          value: service + database,
          unit: `% of a core (${service.toFixed(2)} service, ${database.toFixed(2)} database)`,
          atMost: atMost[kind],
        });
      }
    }
    return figures;
  } finally {
    if (server) await server.stop();
  }
}

interface Size {
  readonly projects: number;
  readonly appsEach: number;
}

/** In percent of a core. SQLite works in the process of the service. */
async function idleShares(kind: Kind, { projects, appsEach }: Size, databasePid?: number) {
  const database = await createDatabase(kind);
  try {
    const args = [JSON.stringify(database.storage('production')), `${projects}`, `${appsEach}`];
    await using service = await startProcess('idle-service.ts', args, PRELOADED);
    await setTimeout(SETTLE_MS);
    const times = async () => ({
      service: (await service.ask<Usage>()).cpu,
      database: databasePid === undefined ? 0 : timeOfTree(databasePid),
    });
    const before = await times();
    const begun = performance.now();
    await setTimeout(SECONDS * 1_000);
    const after = await times();
    const share = (us: number): number => (us / 1_000 / (performance.now() - begun)) * 100;
    return {
      service: share(after.service - before.service),
      database: share(after.database - before.database),
    };
  } finally {
    await database.drop();
  }
}
