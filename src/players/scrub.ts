// After an erasure: takes what was erased out of the files of the database. The job names nobody.
import { randomUUID } from 'node:crypto';
import type { JobHandler, NewJob } from '../background/jobs.ts';
import type { Storage } from '../storage/storage.ts';
import type { AppName } from '../tenants/directory.ts';

export const SCRUB_JOB = 'storage.scrub';
/** Until another process has ended its reading. */
const LOOK_AGAIN_MS = 10_000;

/** One under way may be too early for what was erased meanwhile, so each has an id of its own. */
export const scrubJob = ({ appid, gameIndex }: AppName, id: string = randomUUID()): NewJob => ({
  appid,
  gameIndex,
  kind: SCRUB_JOB,
  id: `${SCRUB_JOB} ${id}`,
  payload: {},
});

export const createScrubber =
  (storage: Pick<Storage, 'scrub'>): JobHandler =>
  async () =>
    (await storage.scrub()) ? 'done' : { againInMs: LOOK_AGAIN_MS };
