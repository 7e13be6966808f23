// Delivers a market's notifications: first attempt at once, retries by the emulated clock, a log of
// every attempt, and hold / release / redeliver so that scripts choose what arrives when and how often.
import type { FastifyInstance } from 'fastify';
import { Agent } from 'undici';
import { readInput, required } from './input.ts';
import { ControlError, type World } from './world.ts';

export interface Attempt {
  readonly at: number;
  readonly result: 'delivered' | 'refused' | 'timeout' | 'unreachable';
  readonly status?: number;
}

/** One notification to one address. `content` is JSON; the wire form is composed for each attempt. */
export interface Letter<Content> {
  readonly id: string;
  readonly url: string;
  readonly content: Content;
  readonly createdAt: number;
  readonly attempts: Attempt[];
  /** When the next attempt falls due; absent when there is none. */
  dueAt?: number;
}

export interface CourierOptions<Content> {
  compose(letter: Letter<Content>, now: number): { headers: Record<string, string>; body: string };
  /** Waiting time before the attempt that follows `attempts` failures; undefined gives up. */
  retryDelay(letter: Letter<Content>, attempts: number): number | undefined;
  accepted(status: number): boolean;
}

export interface Courier<Content> {
  send(letter: { id: string; url: string; content: Content }): Letter<Content>;
  find(id: string): Letter<Content> | undefined;
  letters(): Iterable<Letter<Content>>;
  hold(): void;
  /** Sends everything that was held back and resolves when all of it was attempted. */
  release(): Promise<Letter<Content>[]>;
  /** One more attempt now, held or not, delivered before or not. */
  redeliver(id: string): Promise<Letter<Content>>;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
  close(): Promise<void>;
}

const answerWithinMs = 10_000;

export function createCourier<Content>(
  world: World,
  { compose, retryDelay, accepted }: CourierOptions<Content>,
): Courier<Content> {
  const agent = new Agent({ connections: 64, headersTimeout: answerWithinMs });
  const letters = new Map<string, Letter<Content>>();
  const waiting = new Set<Letter<Content>>();
  const underway = new Set<Promise<void>>();
  let held = false;

  async function attempt(letter: Letter<Content>): Promise<void> {
    waiting.delete(letter);
    delete letter.dueAt;
    const at = world.clock.now();
    const outcome = await post(letter, at);
    letter.attempts.push({ at, ...outcome });
    if (outcome.result === 'delivered' || letters.get(letter.id) !== letter) return;
    const wait = retryDelay(letter, letter.attempts.length);
    if (wait === undefined) return;
    letter.dueAt = at + wait;
    waiting.add(letter);
    // The clock may have been moved past the next attempt while this one was on its way.
    sendDue();
  }

  async function post(letter: Letter<Content>, now: number): Promise<Omit<Attempt, 'at'>> {
    const { headers, body } = compose(letter, now);
    const { origin, pathname, search } = new URL(letter.url);
    try {
      const response = await agent.request({
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

  function start(letter: Letter<Content>): Promise<void> {
    const run = attempt(letter).finally(() => underway.delete(run));
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
      const letter: Letter<Content> = {
        id,
        url,
        content,
        createdAt: now,
        attempts: [],
        dueAt: now,
      };
      letters.set(id, letter);
      waiting.add(letter);
      if (!held) start(letter);
      return letter;
    },
    find: (id) => letters.get(id),
    letters: () => letters.values(),
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
      const letter = letters.get(id);
      if (!letter) throw new ControlError(`There is no notification ${id}.`, 404);
      await start(letter);
      return letter;
    },
    exportState: () => ({ held, letters: [...letters.values()] }),
    importState(state) {
      const imported = state as { held: boolean; letters: Letter<Content>[] };
      held = imported.held;
      letters.clear();
      waiting.clear();
      for (const letter of imported.letters) {
        letters.set(letter.id, letter);
        if (letter.dueAt !== undefined) waiting.add(letter);
      }
    },
    reset() {
      held = false;
      letters.clear();
      waiting.clear();
    },
    async close() {
      letters.clear();
      waiting.clear();
      await agent.destroy();
      await Promise.all(underway);
    },
  };
}

/** The control calls every courier has: list, hold, release, redeliver. `idField` names a letter's id. */
export function steerCourier<Content>(
  scope: FastifyInstance,
  path: string,
  idField: string,
  courier: Courier<Content>,
): void {
  const show = ({ id, ...rest }: Letter<Content>) => ({ [idField]: id, ...rest });

  scope.get(path, async () => ({ notifications: Array.from(courier.letters(), show) }));
  scope.post(`${path}/hold`, async () => {
    courier.hold();
    return { held: true };
  });
  scope.post(`${path}/release`, async () => ({
    held: false,
    notifications: (await courier.release()).map(show),
  }));
  scope.post(`${path}/redeliver`, async (request) => {
    const id = readInput(request.body).string(idField);
    return show(await courier.redeliver(required(id, idField)));
  });
}
