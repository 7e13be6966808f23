// Delivers a market's notifications: first attempt at once, retries by the emulated clock, a log of
// every attempt, and hold / release / redeliver so that scripts choose what arrives when and how often.
import type { FastifyInstance } from 'fastify';
import type { Agent } from 'undici';
import { readInput, required } from './input.ts';
import { ControlError, type World } from './world.ts';

export interface Attempt {
  readonly at: number;
  readonly result: 'delivered' | 'refused' | 'timeout' | 'unreachable';
  readonly status?: number;
}

/** One notification to one address. `content` is JSON; the wire form is composed for each attempt. */
export interface Delivery<Content> {
  readonly id: string;
  readonly url: string;
  readonly content: Content;
  readonly createdAt: number;
  readonly attempts: Attempt[];
  /** When the next attempt falls due; absent when there is none. */
  dueAt?: number;
}

export interface WebhookSenderOptions<Content> {
  compose(
    delivery: Delivery<Content>,
    now: number,
  ): { headers: Record<string, string>; body: string };
  /** Waiting time before the attempt that follows `attempts` failures; undefined gives up. */
  retryDelay(delivery: Delivery<Content>, attempts: number): number | undefined;
  accepted(status: number): boolean;
}

export interface WebhookSender<Content> {
  send(delivery: { id: string; url: string; content: Content }): Delivery<Content>;
  find(id: string): Delivery<Content> | undefined;
  deliveries(): Iterable<Delivery<Content>>;
  hold(): void;
  /** Sends everything that was held back and resolves when all of it was attempted. */
  release(): Promise<Delivery<Content>[]>;
  /** One more attempt now, held or not, delivered before or not. */
  redeliver(id: string): Promise<Delivery<Content>>;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
  close(): Promise<void>;
}

const answerWithinMs = 10_000;

async function createAgent(): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ connections: 64, headersTimeout: answerWithinMs });
}

export function createWebhookSender<Content>(
  world: World,
  { compose, retryDelay, accepted }: WebhookSenderOptions<Content>,
): WebhookSender<Content> {
  /** Made with the first notification. */
  let agent: Promise<Agent> | undefined;
  const deliveries = new Map<string, Delivery<Content>>();
  const waiting = new Set<Delivery<Content>>();
  const underway = new Set<Promise<void>>();
  let held = false;

  async function attempt(delivery: Delivery<Content>): Promise<void> {
    waiting.delete(delivery);
    delete delivery.dueAt;
    const at = world.clock.now();
    const outcome = await post(delivery, at);
    delivery.attempts.push({ at, ...outcome });
    if (outcome.result === 'delivered' || deliveries.get(delivery.id) !== delivery) return;
    const wait = retryDelay(delivery, delivery.attempts.length);
    if (wait === undefined) return;
    delivery.dueAt = at + wait;
    waiting.add(delivery);
    // The clock may have been moved past the next attempt while this one was on its way.
    sendDue();
  }

  async function post(delivery: Delivery<Content>, now: number): Promise<Omit<Attempt, 'at'>> {
    const { headers, body } = compose(delivery, now);
    const { origin, pathname, search } = new URL(delivery.url);
    try {
      agent ??= createAgent();
      const response = await (await agent).request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(answerWithinMs),
      });
      await response.body.dump();
      const status = response.statusCode;
      return { result: accepted(status) ? 'delivered' : 'refused', status };
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      return { result: /Timeout/.test(name) ? 'timeout' : 'unreachable' };
    }
  }

  function start(delivery: Delivery<Content>): Promise<void> {
    const run = attempt(delivery).finally(() => underway.delete(run));
    underway.add(run);
    return run;
  }

  function sendDue(): Promise<void>[] {
    if (held) return [];
    const now = world.clock.now();
    return [...waiting].filter(({ dueAt = 0 }) => dueAt <= now).map(start);
  }

  world.clock.onMove(sendDue);

  return {
    send({ id, url, content }) {
      const now = world.clock.now();
      const delivery: Delivery<Content> = {
        id,
        url,
        content,
        createdAt: now,
        attempts: [],
        dueAt: now,
      };
      deliveries.set(id, delivery);
      waiting.add(delivery);
      if (!held) start(delivery);
      return delivery;
    },
    find: (id) => deliveries.get(id),
    deliveries: () => deliveries.values(),
    hold() {
      held = true;
    },
    async release() {
      held = false;
      const released = [...waiting].filter(({ dueAt = 0 }) => dueAt <= world.clock.now());
      await Promise.all(sendDue());
      return released;
    },
    async redeliver(id) {
      const delivery = deliveries.get(id);
      if (!delivery) throw new ControlError(`There is no notification ${id}.`, 404);
      await start(delivery);
      return delivery;
    },
    // `letters`, and `courier` around it, are the names in state files of earlier releases.
    exportState: () => ({ held, letters: [...deliveries.values()] }),
    importState(state) {
      const imported = state as { held: boolean; letters: Delivery<Content>[] };
      held = imported.held;
      deliveries.clear();
      waiting.clear();
      for (const delivery of imported.letters) {
        deliveries.set(delivery.id, delivery);
        if (delivery.dueAt !== undefined) waiting.add(delivery);
      }
    },
    reset() {
      held = false;
      deliveries.clear();
      waiting.clear();
    },
    async close() {
      deliveries.clear();
      waiting.clear();
      await (await agent)?.destroy();
      await Promise.all(underway);
    },
  };
}

/** The control calls every sender has: list, hold, release, redeliver. `idField` names a delivery's id. */
export function webhookControl<Content>(
  scope: FastifyInstance,
  path: string,
  idField: string,
  sender: WebhookSender<Content>,
): void {
  const show = ({ id, ...rest }: Delivery<Content>) => ({ [idField]: id, ...rest });

  scope.get(path, async () => ({ notifications: Array.from(sender.deliveries(), show) }));
  scope.post(`${path}/hold`, async () => {
    sender.hold();
    return { held: true };
  });
  scope.post(`${path}/release`, async () => ({
    held: false,
    notifications: (await sender.release()).map(show),
  }));
  scope.post(`${path}/redeliver`, async (request) => {
    const id = readInput(request.body).string(idField);
    return show(await sender.redeliver(required(id, idField)));
  });
}
