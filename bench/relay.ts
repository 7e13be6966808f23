// A game server as a process of its own, and the relay that tells it what is in the outbox.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { SYSTEM } from '../src/audit/audit.ts';
import { isRejection } from '../src/audit/operation.ts';
import type { Worker } from '../src/background/worker.ts';
import { systemClock } from '../src/base/clock.ts';
import { channels } from '../src/channels.ts';
import { registerReceiver } from '../src/outbox/receivers.ts';
import { anyAddress } from '../src/outbox/relay/address-guard.ts';
import { createRelay } from '../src/outbox/relay/relay.ts';
import { createSender } from '../src/outbox/relay/send.ts';
import type { Service } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import type { BenchApp } from './case.ts';

export async function startGameServer(): Promise<{
  readonly gameServer: ChildProcess;
  readonly url: string;
}> {
  const gameServer = fork(new URL('./game-server.ts', import.meta.url));
  const [url] = (await once(gameServer, 'message')) as [string];
  return { gameServer, url };
}

export async function withRelay<T>(
  service: Service,
  work: (relay: Worker) => Promise<T>,
): Promise<T> {
  const { storage, vault } = service.context;
  const sender = createSender({ mayReach: anyAddress });
  const relay = createRelay({
    storage,
    vault,
    sender,
    clock: systemClock,
    channels,
    log: createLog('silent'),
  });
  try {
    return await work(relay);
  } finally {
    await relay.stop();
    await sender.close();
  }
}

export async function connect(service: Service, app: BenchApp, url: string): Promise<void> {
  const receiver = { game_index: app.gameIndex, channel: 'restriction', url } as const;
  const input = { ...receiver, key: 'a-key-of-the-bench' };
  const outcome = await registerReceiver(service.context, SYSTEM, input);
  if (isRejection(outcome)) throw new Error(outcome.detail);
}
