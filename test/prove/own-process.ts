// A service in a process of its own that lives by the clock of the test and does what the test tells it. It may be
// told to die (kill -9) before one of the messages that it sends to the database or a market; another one follows.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import type { Gate } from '../support/harness.ts';
import { addressesOf, type Markets } from '../support/markets.ts';
import { PRELOADED } from '../support/process.ts';
import type { Answer, Opening, Order, Task, Turn } from './own-process-main.ts';

const MAIN = fileURLToPath(new URL('./own-process-main.ts', import.meta.url));

export interface OwnProcess {
  /** Undefined when it died on the way. */
  run(task: Task, diesBefore?: number): Promise<Answer | undefined>;
  /** A request, and the turn that does what follows. */
  errand(request: InjectOptions, turn: Turn, diesBefore: number): Promise<Errand>;
  stop(): void;
}

export interface Errand {
  readonly died: boolean;
  /** Of the request, if it was answered. */
  readonly answer: Answer | undefined;
}

export function ownProcess(gate: Gate, markets: Markets, more: Opening['more'] = {}): OwnProcess {
  let child: ChildProcess | undefined;

  async function start(): Promise<ChildProcess> {
    const started = fork(MAIN, { execArgv: [...PRELOADED] });
    const storage = gate.database.storage('production');
    const opening: Opening = { storage, markets: await addressesOf(markets), more };
    await told(started, opening);
    return started;
  }

  async function run(task: Task, diesBefore?: number): Promise<Answer | undefined> {
    child ??= await start();
    const order: Order = { ...task, now: gate.now, ...(diesBefore && { diesBefore }) };
    const answer = await told(child, order);
    if (answer === undefined) child = undefined;
    return answer;
  }

  return {
    run,
    async errand(request, turn, diesBefore) {
      const answer = await run({ request }, diesBefore);
      const after = answer && (await run({ turn }, diesBefore - answer.messages));
      return { died: after === undefined, answer };
    },
    stop() {
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

/** The answer, or undefined when it was killed. */
async function told(child: ChildProcess, message: Opening | Order): Promise<Answer | undefined> {
  const over = new AbortController();
  const { signal } = over;
  try {
    // It may have died after its last answer, before a message that nobody waited for.
    const isOver = child.signalCode !== null || child.exitCode !== null;
    if (child.connected) child.send(message, () => {});
    const answered = once(child, 'message', { signal });
    const ended = isOver ? [child.exitCode, child.signalCode] : once(child, 'exit', { signal });
    const [found, killedBy] = await Promise.race([answered, ended]);
    if (found !== null && typeof found === 'object') return found as Answer;
    if (killedBy !== 'SIGKILL') throw new Error(`the process ended by itself: ${found}`);
    return undefined;
  } finally {
    over.abort();
  }
}
