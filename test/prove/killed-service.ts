// The real service as a process that is killed at random moments, and started again at the same address.
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

export interface KilledService {
  readonly url: string;
  /** Begins to kill; resolves with how often it did, once that is enough or the service is to stay. */
  kill(times: number, longestLifeMs: number): Promise<number>;
  /** No further kill; resolves when the service is there to stay. */
  spare(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKilledService(
  variables: Record<string, string>,
): Promise<KilledService> {
  const port = String(await freePort());
  const start = async (): Promise<RunningProcess> => {
    const started = await startProcess({ ...variables, PORT: port });
    await started.ready();
    return started;
  };
  let service = await start();
  const spared = new AbortController();
  let killing: Promise<unknown> = Promise.resolve();

  async function killOften(times: number, longestLifeMs: number): Promise<number> {
    for (let kills = 0; ; kills++) {
      if (kills === times) return kills;
      await wait(Math.random() * longestLifeMs, undefined, { signal: spared.signal }).catch(
        () => {},
      );
      if (spared.signal.aborted) return kills;
      await service.kill();
      service = await start();
    }
  }

  return {
    url: service.url,
    kill(times, longestLifeMs) {
      const kills = killOften(times, longestLifeMs);
      killing = kills;
      return kills;
    },
    async spare() {
      spared.abort();
      await killing;
    },
    async stop() {
      spared.abort();
      await killing.catch(() => {});
      await service.stop();
    },
  };
}
