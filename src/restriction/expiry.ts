// Writes off restrictions whose period is over, every few seconds.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Restrictions } from './operations.ts';

const EXPIRE_EVERY_MS = 10_000;

export function createExpiry(restrictions: Restrictions, log: Logger): Worker {
  return createWorker({
    name: 'expiry',
    log,
    everyMs: EXPIRE_EVERY_MS,
    async work() {
      await restrictions.expire();
    },
  });
}
