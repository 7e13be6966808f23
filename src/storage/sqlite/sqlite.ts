// SQLite as a Kysely dialect: one connection in its own thread.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type Dialect, type QueryResult } from 'kysely';
import { sharedIds } from '../../base/ids.ts';
import { createGate, gated } from '../gate.ts';
import type { Call } from '../procedure.ts';
import { sqliteDialect } from './dialect.ts';
import { answerOf, type Failure, fileStatementOf, type Result } from './file.ts';
import { scrub } from './scrub.ts';
import type { Answer, Order, Outcome, Place, Task, ThreadData } from './thread.ts';

export interface SqliteConnection {
  readonly dialect: Dialect;
  /** Runs a whole transaction in the thread. Calls `handOver` when the previous one is done. */
  run(call: Call, handOver: () => void): Promise<unknown>;
  /** How long statements wait for other writers from now on. */
  waitForWriters(milliseconds: number): Promise<void>;
  /** See `scrub` of the storage. */
  scrub(): Promise<boolean>;
  /** Changes whenever another process writes to the file. */
  dataVersion(): Promise<number>;
}

/** Works for the sources and for the compiled files. */
const THREAD = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url);
const DATA_VERSION = CompiledQuery.raw('pragma data_version');

/** `onFailure` gets every statement that failed. */
export function connectSqlite(
  path: string,
  busyTimeoutMs: number,
  onFailure: (failure: Failure) => void,
): SqliteConnection {
  const thread = new SqliteThread({ path, busyTimeoutMs }, onFailure);
  // The connection may be in a transaction, so the next caller waits for its end.
  const waiting: (() => void)[] = [];
  let busy = false;
  let lastRun: Promise<unknown> = Promise.resolve();
  // One thread: what yields takes turns there.
  const gate = createGate(1);
  async function acquire(): Promise<void> {
    if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
    busy = true;
  }
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  }
  return {
    dialect: sqliteDialect(
      gated(
        {
          async connect() {
            await acquire();
            const worker = thread.running();
            return { ask: (statement) => thread.ask(statement, worker), release };
          },
          close: () => thread.close(),
        },
        gate,
      ),
    ),
    async run(call, handOver) {
      const leave = gate.enter();
      await acquire();
      const output = thread.run(call);
      release();
      output.catch(() => {}).finally(leave);
      // One batch may wait behind the running one; more would only make the batches smaller.
      const before = lastRun;
      lastRun = output.catch(() => {});
      await before;
      handOver();
      return output;
    },
    async waitForWriters(milliseconds) {
      await thread.ask(CompiledQuery.raw(`pragma busy_timeout = ${milliseconds}`));
    },
    async scrub() {
      await acquire();
      try {
        return await scrub(
          (text) => thread.ask(CompiledQuery.raw(text), thread.running()),
          busyTimeoutMs,
        );
      } finally {
        release();
      }
    },
    async dataVersion() {
      const { rows } = await thread.ask(DATA_VERSION);
      return Number((rows[0] as { data_version: number }).data_version);
    },
  };
}

/** The thread ended; whether it had committed is unknown, as with a lost connection. */
class ThreadLost extends Error {
  readonly code = 'ECONNRESET';
}

/** Threads whose file is closed, for the next file of the process: starting one takes longer than most commands. */
const spare = new Set<Worker>();

/** Keeps no process alive. */
function startThread(): Worker {
  const workerData: ThreadData = sharedIds();
  const worker = new Worker(THREAD, { workerData });
  worker.on('error', () => {});
  worker.once('exit', () => spare.delete(worker));
  worker.unref();
  return worker;
}

function takeThread(): Worker {
  const [worker = startThread()] = spare;
  spare.delete(worker);
  return worker;
}

const tell = (worker: Worker, order: Order): void => worker.postMessage(order);

interface Waiting {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

class SqliteThread {
  readonly #place: Place;
  readonly #onFailure: (failure: Failure) => void;
  #worker: Worker | undefined;
  /** Tasks of one tick share a message, because a message costs more than most statements. */
  #outgoing: Task[] = [];
  /** Outcomes arrive in the order of the tasks. */
  #waiting: Waiting[] = [];
  #isClosing = false;
  #onClosed = (): void => {};

  constructor(place: Place, onFailure: (failure: Failure) => void) {
    this.#place = place;
    this.#onFailure = onFailure;
  }

  running(): Worker {
    if (this.#isClosing) throw new ThreadLost('the database thread has ended');
    this.#worker ??= this.#open();
    return this.#worker;
  }

  /** `worker` is the one of the current transaction, which no other worker knows. */
  async ask(statement: CompiledQuery, worker = this.running()): Promise<QueryResult<unknown>> {
    return answerOf((await this.#send(fileStatementOf(statement), worker)) as Result);
  }

  async run(call: Call): Promise<unknown> {
    const outcome = await this.#send(call, this.running());
    return 'output' in outcome ? outcome.output : answerOf(outcome);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#isClosing = true;
    worker.ref();
    const closed = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
    });
    tell(worker, 'close');
    await closed;
  }

  #send(task: Task, worker: Worker): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      // Whoever still works when the service stops, such as for a caller that has gone, gets no answer.
      if (worker !== this.#worker || this.#isClosing)
        return reject(new ThreadLost('the database thread has ended'));
      // Only a database with pending tasks keeps the process alive.
      if (this.#waiting.length === 0) worker.ref();
      this.#waiting.push({ resolve, reject });
      if (this.#outgoing.push(task) > 1) return;
      queueMicrotask(() => {
        tell(worker, this.#outgoing);
        this.#outgoing = [];
      });
    });
  }

  #open(): Worker {
    const worker = takeThread();
    const hear = (answer: Answer): void => {
      if (answer === 'closed') {
        worker.off('message', hear).off('exit', leave).unref();
        spare.add(worker);
        leave();
        return;
      }
      for (const outcome of answer) {
        if ('failure' in outcome) this.#onFailure(outcome.failure);
        this.#waiting.shift()?.resolve(outcome);
      }
      // Closing also waits for the file to be closed, after all pending answers.
      if (this.#waiting.length === 0 && !this.#isClosing) worker.unref();
    };
    const leave = (): void => {
      this.#worker = undefined;
      this.#outgoing = [];
      const lost = this.#waiting;
      this.#waiting = [];
      for (const each of lost) each.reject(new ThreadLost('the database thread has ended'));
      this.#onClosed();
    };
    worker.on('message', hear).once('exit', leave);
    tell(worker, this.#place);
    return worker;
  }
}
