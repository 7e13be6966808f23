// How long `npm start` takes from the command to the first answer, when it has run before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../test/support/postgres.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const ROUNDS = 7;
const LOOK_EVERY_MS = 5;

export async function benchStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  try {
    const seconds: number[] = [];
    // The first start makes the databases and does not count.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = await timeStart(folder);
      if (round > 0) seconds.push(took);
    }
    return [
      { name: '`npm start`, warm, ready after', value: median(seconds), unit: 's', atMost: 1.2 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeStart(folder: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const started = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TOLLGATE_DATA: folder,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      EMULATOR_PORT: String(await freePort()),
    },
    stdio: 'ignore',
    // The whole group ends together.
    detached: true,
  });
  const ended = once(started, 'exit');
  while (!(await isReady(port))) {
    if (started.exitCode !== null) throw new Error(`npm start ended with ${started.exitCode}`);
    await setTimeout(LOOK_EVERY_MS);
  }
  const took = (performance.now() - begun) / 1_000;
  process.kill(-(started.pid as number), 'SIGTERM');
  await ended;
  return took;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  } catch {
    return false;
  }
}
