// Checks ES256 signatures: one alone at once, several in a thread of their own with one message. Waking the thread
// for each would cost more than the check.
import type { KeyObject } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hasSigned } from './es256-signature.ts';

/** One message: `key` is a place among the keys, of which there are few. */
export interface Question {
  readonly keys: readonly KeyObject[];
  readonly signed: readonly Signed[];
}

export interface Signed {
  /** ASCII. */
  readonly content: string;
  /** Base64url. */
  readonly signature: string;
  readonly key: number;
}

interface Asked {
  readonly resolve: (isSigned: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Works for the sources and for the compiled files. */
const THREAD = new URL(`./es256-thread${extname(import.meta.filename)}`, import.meta.url);

let thread: Worker | undefined;
/** What the next message asks, and who asks it. */
let keys: KeyObject[] = [];
let signed: Signed[] = [];
let asking: Asked[] = [];
/** One list per message; the answers come in their order. */
let waiting: Asked[][] = [];

/** Whether the key has signed the content. All that is asked in one turn of the event loop is one message. */
export function isSigned(content: string, signature: string, key: KeyObject): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (asking.push({ resolve, reject }) === 1) setImmediate(check);
    const known = keys.indexOf(key);
    signed.push({ content, signature, key: known >= 0 ? known : keys.push(key) - 1 });
  });
}

function check(): void {
  const [only] = signed;
  const [key] = keys;
  if (!only || !key) return;
  // While the thread works, it is no burden to wait there.
  if (signed.length > 1 || waiting.length > 0) send();
  else {
    const [asked] = asking;
    forget();
    asked?.resolve(hasSigned(key, only.content, only.signature));
  }
}

function send(): void {
  thread ??= start();
  // Only pending questions keep the process alive.
  if (waiting.push(asking) === 1) thread.ref();
  thread.postMessage({ keys, signed } satisfies Question);
  forget();
}

function forget(): void {
  keys = [];
  signed = [];
  asking = [];
}

function start(): Worker {
  const worker = new Worker(THREAD, { name: 'signatures' });
  worker.on('message', (answers: readonly boolean[]) => {
    for (const [index, each] of (waiting.shift() ?? []).entries()) {
      each.resolve(answers[index] ?? false);
    }
    if (waiting.length === 0) worker.unref();
  });
  let reason: unknown = new Error('the thread that checks signatures has ended');
  worker.once('error', (error) => {
    reason = error;
  });
  worker.once('exit', () => {
    thread = undefined;
    const lost = waiting.flat();
    waiting = [];
    for (const each of lost) each.reject(reason);
  });
  return worker;
}
