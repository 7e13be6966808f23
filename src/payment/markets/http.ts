// The HTTP client for all markets: time limits, retries of reads, and a circuit breaker per market and app,
// so that a market failing for one app does not affect the others.
import { Agent, buildConnector, request } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { inSpan } from '../../base/span.ts';
import type { Attributes } from '../../base/trace.ts';
import {
  AddressRefused,
  checkLiteral,
  guardedLookup,
  isPublicAddress,
  type MayReach,
} from '../../outbox/relay/address-guard.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

const CONNECT_MS = 3_000;
const ATTEMPT_MS = 5_000;
const TOTAL_MS = 10_000;
const READ_ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;
const ANSWER_BYTES = 1024 * 1024;

export interface MarketCall {
  readonly market: string;
  /** Absent for a call that is about no app. */
  readonly appid?: string;
  /** Names the call in metrics and logs, for example `apple.transaction`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Safe to repeat, so it is retried when the answer is lost. Never set for a charge. */
  readonly repeatable: boolean;
  /** Longest answer in bytes; 1 MiB by default. */
  readonly answerBytes?: number;
  /** For an answer that is no text: `latin1` keeps its bytes. */
  readonly answerEncoding?: 'latin1';
  /** The address is one of an app's settings, so it must not lead into the network of the service. */
  readonly isSetByOperators?: true;
}

export interface MarketAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** No answer; `sent` says whether the market may have acted on the call. */
export interface NoAnswer {
  readonly unreachable: string;
  readonly sent: boolean;
}

export interface MarketHttp {
  call(call: MarketCall): Promise<MarketAnswer | NoAnswer>;
  close(): Promise<void>;
}

/** Of one attempt, of a call with waiting and retries, and between its attempts. */
export interface Timeouts {
  readonly attemptMs?: number;
  readonly totalMs?: number;
  /** Before a lost read is made again; twice as long before the time after that. */
  readonly retryMs?: number;
}

export interface MarketHttpOptions extends Timeouts {
  readonly clock: Clock;
  /** Of the addresses that operators set; public ones by default. */
  readonly mayReach?: MayReach | undefined;
  /** `result` is an HTTP status, `unreachable`, or `closed` when the circuit breaker rejected the call. */
  readonly onCall?: (call: MarketCall, result: string, seconds: number) => void;
}

export function createMarketHttp(options: MarketHttpOptions): MarketHttp {
  const { clock, onCall, mayReach = isPublicAddress } = options;
  const { attemptMs = ATTEMPT_MS, totalMs = TOTAL_MS, retryMs = RETRY_DELAY_MS } = options;
  // A plain undici Agent ignores proxy variables and follows no redirect.
  const agent = new Agent({ allowH2: false, connect: { timeout: CONNECT_MS } });
  let guarded: Agent | undefined;
  const breakers = new Map<string, CircuitBreaker>();

  function agentOf({ isSetByOperators }: MarketCall): Agent {
    if (!isSetByOperators) return agent;
    guarded ??= guardedAgent(mayReach);
    return guarded;
  }

  function breakerOf({ market, appid }: MarketCall): CircuitBreaker {
    const key = `${market} ${appid}`;
    let breaker = breakers.get(key);
    if (!breaker) {
      breaker = createCircuitBreaker(clock);
      breakers.set(key, breaker);
    }
    return breaker;
  }

  async function attempt(call: MarketCall, limitMs: number): Promise<MarketAnswer | NoAnswer> {
    const started = performance.now();
    const answer = await inSpan(call.operation, 'client', async (span) => {
      const answer = await exchange(agentOf(call), call, limitMs);
      span?.set(attributesOf(call, answer));
      if (isFailure(answer)) span?.fail();
      return answer;
    });
    const result = 'status' in answer ? String(answer.status) : 'unreachable';
    onCall?.(call, result, (performance.now() - started) / 1_000);
    return answer;
  }

  async function attempts(
    call: MarketCall,
    breaker: CircuitBreaker,
    deadline: number,
  ): Promise<MarketAnswer | NoAnswer> {
    for (let number = 1; ; number++) {
      const left = deadline - performance.now();
      const answer = await attempt(call, Math.max(1, Math.ceil(Math.min(attemptMs, left))));
      breaker.record(isFailure(answer), retryAt(answer, clock()));
      const mayRepeat = call.repeatable && number < READ_ATTEMPTS && isLost(answer);
      const delay = retryMs * number * (0.5 + Math.random());
      if (!mayRepeat || !breaker.allowsCalls() || performance.now() + delay >= deadline)
        return answer;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  return {
    async call(call) {
      const refused = call.isSetByOperators && addressProblem(call.url, mayReach);
      if (refused) {
        onCall?.(call, 'unreachable', 0);
        return refused;
      }
      const breaker = breakerOf(call);
      const deadline = performance.now() + totalMs;
      const permit = await breaker.acquire(totalMs);
      if ('rejected' in permit) {
        onCall?.(call, 'closed', 0);
        return { unreachable: permit.rejected, sent: false };
      }
      try {
        return await attempts(call, breaker, deadline);
      } finally {
        permit.release();
      }
    },
    async close() {
      await agent.destroy();
      await guarded?.destroy();
    },
  };
}

const guardedAgent = (mayReach: MayReach): Agent =>
  new Agent({
    allowH2: false,
    connect: buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      timeout: CONNECT_MS,
      lookup: guardedLookup(mayReach),
    }),
  });

/** The rules of receivers: where private addresses are allowed, http is, too. */
function addressProblem(url: string, mayReach: MayReach): NoAnswer | undefined {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && mayReach === isPublicAddress) {
    return { unreachable: 'the address must start with https://', sent: false };
  }
  const refused = checkLiteral(mayReach, hostname);
  return refused && { unreachable: refused.message, sent: false };
}

async function exchange(
  agent: Agent,
  { url, method, headers, body, answerBytes = ANSWER_BYTES, answerEncoding }: MarketCall,
  limitMs: number,
): Promise<MarketAnswer | NoAnswer> {
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(limitMs),
    });
    const text = (await readWhole(response.body, answerBytes)).toString(answerEncoding ?? 'utf8');
    return { status: response.statusCode, headers: response.headers, text };
  } catch (error) {
    return explain(error as Error & { code?: string }, limitMs);
  }
}

async function readWhole(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new Error('the answer exceeds the size limit');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function explain(error: Error & { code?: string }, limitMs: number): NoAnswer {
  const timedOut = error.name === 'TimeoutError';
  return {
    unreachable: timedOut ? `no complete answer within ${limitMs} ms` : error.message,
    sent: !(NEVER_SENT.has(error.code ?? '') || error instanceof AddressRefused),
  };
}

/** Without path and query of the address, which hold ids and a secret of Amazon's. */
const attributesOf = (call: MarketCall, answer: MarketAnswer | NoAnswer): Attributes => ({
  'http.request.method': call.method,
  'server.address': new URL(call.url).hostname,
  'tollgate.market': call.market,
  'tollgate.app': call.appid,
  ...('status' in answer
    ? { 'http.response.status_code': answer.status }
    : { 'error.type': 'unreachable' }),
});

/** No answer, or a server error. */
function isLost(answer: MarketAnswer | NoAnswer): boolean {
  return !('status' in answer) || answer.status >= 500;
}

function isFailure(answer: MarketAnswer | NoAnswer): boolean {
  return isLost(answer) || ('status' in answer && answer.status === 429);
}

/** Apple sends milliseconds since the epoch; others send seconds or a date. */
const EPOCH_MS = 1_000_000_000_000;

/** The time in the market's Retry-After header. */
function retryAt(answer: MarketAnswer | NoAnswer, now: number): number | undefined {
  const header = 'status' in answer ? answer.headers['retry-after'] : undefined;
  if (typeof header !== 'string') return undefined;
  const number = Number(header);
  if (Number.isFinite(number)) return number >= EPOCH_MS ? number : now + number * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date;
}
