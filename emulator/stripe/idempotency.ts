// Idempotency keys: the first answer to a key is the answer, for a day, whatever it was.
import { createHash } from 'node:crypto';
import { StripeError } from './errors.ts';

export interface Answer {
  status: number;
  body: string;
  /** Refused before any work began: a later request with the key starts anew. */
  forgettable?: boolean;
}

interface Memory {
  fingerprint: string;
  status: number;
  body: string;
  at: number;
}

export interface Idempotency {
  /** Answers from memory, or does the work and remembers. */
  once(key: string, request: string, work: () => Answer): Answer & { replayed: boolean };
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

const day = 24 * 60 * 60 * 1000;
/** Every POST of Stripe's own client has a key: a bench must not fill the memory with them. */
const mostKeys = 50_000;

export function createIdempotency(now: () => number): Idempotency {
  let memories = new Map<string, Memory>();

  /** Maps keep the order of insertion, so the oldest come first. */
  function forgetOld() {
    const { value: oldest } = memories.keys().next();
    if (oldest !== undefined && memories.size >= mostKeys) memories.delete(oldest);
  }

  return {
    once(key, request, work) {
      const fingerprint = createHash('sha256').update(request).digest('base64');
      const memory = memories.get(key);
      if (memory && now() - memory.at < day) {
        if (memory.fingerprint !== fingerprint) {
          throw new StripeError(
            `Keys for idempotent requests can only be used with the same parameters: ${key}`,
            { type: 'idempotency_error' },
          );
        }
        return { status: memory.status, body: memory.body, replayed: true };
      }
      const answer = work();
      if (!answer.forgettable) {
        memories.delete(key);
        forgetOld();
        const { status, body } = answer;
        memories.set(key, { fingerprint, status, body, at: now() });
      }
      return { ...answer, replayed: false };
    },
    exportState: () => [...memories],
    importState(state) {
      memories = new Map(state as [string, Memory][]);
    },
    reset: () => memories.clear(),
  };
}
