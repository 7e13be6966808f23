// Sends one request: checked address, verified certificate, time limits, no redirect, no proxy.
import { Agent, buildConnector, request } from 'undici';
import type { Answer } from '../channel.ts';
import {
  AddressRefused,
  checkLiteral,
  guardedLookup,
  type Lookup,
  type MayReach,
} from './address-guard.ts';

const CONNECT_MS = 3_000;
const TOTAL_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;
const ERROR_LENGTH = 500;

export interface SenderOptions {
  readonly mayReach: MayReach;
  readonly lookup?: Lookup;
  readonly connectMs?: number;
  readonly totalMs?: number;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** No answer: the address is not allowed, or the network failed. */
interface NoAnswer {
  readonly failure: 'address' | 'network';
  readonly detail: string;
}

export interface Sender {
  post(message: Post): Promise<Answer | NoAnswer>;
  close(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { mayReach, connectMs = CONNECT_MS, totalMs = TOTAL_MS } = options;
  // A plain undici Agent ignores proxy variables and follows no redirect.
  const agent = new Agent({
    allowH2: false,
    connect: buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      timeout: connectMs,
      lookup: guardedLookup(mayReach, options.lookup),
    }),
  });

  async function exchange({ url, headers, body }: Post): Promise<Answer> {
    const signal = AbortSignal.timeout(totalMs);
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body,
      signal,
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      text: await readStart(response.body),
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      headers: telling(response.headers),
    };
  }

  return {
    async post(message) {
      const refused = checkLiteral(mayReach, new URL(message.url).hostname);
      if (refused) return { failure: 'address', detail: refused.message };
      try {
        return await exchange(message);
      } catch (error) {
        return explain(error, totalMs);
      }
    },
    close: () => agent.destroy(),
  };
}

const TELLING = ['content-type', 'retry-after', 'location', 'server', 'x-request-id'];
const HEADER_LENGTH = 200;

function telling(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const found = TELLING.map((name) => [name, String(headers[name] ?? '').slice(0, HEADER_LENGTH)]);
  return Object.fromEntries(found.filter(([, value]) => value !== ''));
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection without reading the rest.
    if (size >= ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
}

function explain(error: unknown, totalMs: number): NoAnswer {
  const { name, message, cause } = error as Error;
  const refused = [error, cause].find((each) => each instanceof AddressRefused);
  if (refused) return { failure: 'address', detail: refused.message };
  const detail = name === 'TimeoutError' ? `no complete answer within ${totalMs} ms` : message;
  return { failure: 'network', detail: detail.slice(0, ERROR_LENGTH) };
}
