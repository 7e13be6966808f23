// Whether the database accepts changes: known from failed statements, and then from a probe that writes until it succeeds.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './db.ts';
import { isConnectionLost, isUnwritable } from './failure.ts';
import type { DatabaseNews } from './postgres/watch.ts';

const PROBE_EVERY_MS = 1_000;
const PROBE = 'write_probe';
/** More than a page has left: a database without room must not seem to have some. */
const PROBE_BYTES = 64 * 1_024;

export interface Writes {
  /** Gets every statement that failed. */
  failed(error: unknown): void;
  /** Why changes fail now; undefined while they work, as far as is known. */
  failure(): Error | undefined;
  stop(): Promise<void>;
}

/** `onNews` hears once that changes fail, and once that they work again. */
export function watchWrites(db: Db, onNews: (news: DatabaseNews) => void): Writes {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: Error | undefined;
  let probing: Promise<void> | undefined;

  /** Without it, a service that nobody calls would stay unready. */
  async function probeUntilItWorks(): Promise<void> {
    while (!signal.aborted) {
      await wait(PROBE_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await probe(db);
        break;
      } catch (error) {
        if (isUnwritable(error)) failure = error as Error;
        // Any other failure is not about changes: such as missing tables.
        else if (!isConnectionLost(error)) break;
      }
    }
    failure = undefined;
    probing = undefined;
    onNews({ kind: 'writable' });
  }

  return {
    failed(error) {
      if (!isUnwritable(error) || signal.aborted) return;
      const isNew = failure === undefined;
      failure = error as Error;
      if (isNew) onNews({ kind: 'unwritable', reason: failure.message });
      probing ??= probeUntilItWorks();
    },
    failure: () => failure,
    async stop() {
      stopping.abort();
      await probing;
    },
  };
}

/** Really writes: what is rolled back never reaches the disk on SQLite. */
async function probe(db: Db): Promise<void> {
  const row = { name: PROBE, value: randomBytes(PROBE_BYTES).toString('base64') };
  await db
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  await db.deleteFrom('setting').where('name', '=', PROBE).execute();
}
