// Records ended restrictions as expired every few seconds, in the history.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Db } from '../storage/db.ts';
import type { App, Directory } from '../tenants/directory.ts';
import type { Actor, ExpireChange } from './changes.ts';
import { readExpired } from './store.ts';

const EXPIRE_EVERY_MS = 10_000;
const SYSTEM: Actor = { kind: 'system', name: 'expiry' };
const BATCH = 200;

/** The change that expires a player's restriction. */
export function expiryOf(app: App, playerId: bigint, now: number): ExpireChange {
  return { kind: 'expire', app, playerId, actor: SYSTEM, now };
}

/** Expires some ended restrictions of each app; returns how many. */
export async function writeOffExpired(
  db: Db,
  directory: Directory,
  now: number,
  submit: (change: ExpireChange) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (const { appid } of await db.selectFrom('app').select('appid').execute()) {
    const app = await directory.app(appid);
    if (!app) continue;
    const ended = await readExpired(db, app, now, BATCH);
    await Promise.all(ended.map(({ playerId }) => submit(expiryOf(app, playerId, now))));
    count += ended.length;
  }
  return count;
}

export function createExpiry({ expire }: { expire(): Promise<unknown> }, log: Logger): Worker {
  return createWorker({
    name: 'expiry',
    log,
    everyMs: EXPIRE_EVERY_MS,
    async work() {
      await expire();
    },
  });
}
