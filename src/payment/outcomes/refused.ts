// Keeps verifications that were refused, for support. They wait in memory and are written every few
// seconds, so that no request waits for them; what does not fit in memory is dropped and counted.
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { createGatherer, type Gatherer } from '../../background/gatherer.ts';
import { applyRule, type RetentionRule } from '../../background/retention-rule.ts';
import type { Clock } from '../../base/clock.ts';
import { printJson } from '../../base/json.ts';
import { textStart } from '../../base/text-start.ts';
import type { Storage } from '../../storage/storage.ts';
import type { App } from '../../tenants/directory.ts';
import type { Market } from '../markets/market.ts';
import type { Problem } from '../problem.ts';
import { type RefusedVerification, writeRefused } from './refused-store.ts';

/** How long and how many per app; zero days keep none. */
export interface RefusedLimits {
  readonly days: number;
  readonly perApp: number;
}

export const REFUSED_LIMITS: RefusedLimits = { days: 30, perApp: 10_000 };

export const refusedRule = ({ days, perApp }: RefusedLimits): RetentionRule => ({
  table: 'refused_verification',
  days,
  most: perApp,
  setting: 'REFUSED_VERIFICATION_DAYS',
  per: 'app',
  key: 'first_at',
});

/** A request as sent; only the receipt and the market are known to be readable. */
export interface RefusedRequest {
  readonly kind: RefusedVerification['kind'];
  readonly provider: Market;
  readonly receipt: string;
  readonly accountUuid?: unknown;
  readonly productId?: unknown;
  readonly transactionId?: unknown;
  readonly price?: unknown;
  readonly currency?: unknown;
}

export interface RefusedVerifications extends Omit<Gatherer<RefusedVerification>, 'add'> {
  /** Returns at once. */
  add(app: App, request: RefusedRequest, problem: Problem): void;
}

export interface RefusedOptions extends RefusedLimits {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onDropped: () => void;
}

const HOUR_MS = 60 * 60_000;
/** Of at most some 6 KiB each. */
const WAITING = 1_000;
const ANSWER_BYTES = 4_096;
const REASON_BYTES = 1_000;
const VALUE_BYTES = 300;
const ID_LENGTH = 22;

export function createRefusedVerifications(options: RefusedOptions): RefusedVerifications {
  const { storage, clock, log, days, perApp, onDropped } = options;
  const rule = refusedRule(options);
  /** Rows written since an app was last cut: a flood is cut while it lasts, not once a day. */
  const written = new Map<string, number>();

  async function cutFloods(rows: readonly RefusedVerification[]): Promise<void> {
    for (const [appid, own] of Map.groupBy(rows, (row) => row.appid)) {
      const count = (written.get(appid) ?? 0) + own.length;
      written.set(appid, count);
      if (own[0] === undefined || count * 10 < perApp) continue;
      written.delete(appid);
      await applyRule(storage.db, rule, { game_index: own[0].game_index, appid }, clock());
    }
  }

  const gatherer = createGatherer<RefusedVerification>({
    name: 'refused verifications',
    log,
    keyOf: (row) => `${row.refused_id} ${row.appid}`,
    merge,
    write: (rows) => storage.db.transaction().execute((tx) => writeRefused(tx, rows)),
    written: cutFloods,
    most: WAITING,
    onDropped,
  });

  return {
    ...gatherer,
    add(app, request, problem) {
      if (days > 0) gatherer.add(rowOf(app, request, problem, clock()));
    },
  };
}

const merge = (one: RefusedVerification, other: RefusedVerification): RefusedVerification => ({
  ...one,
  times: one.times + other.times,
  first_at: Math.min(one.first_at, other.first_at),
  last_at: Math.max(one.last_at, other.last_at),
});

function rowOf(
  app: App,
  request: RefusedRequest,
  refused: Problem,
  now: number,
): RefusedVerification {
  const { kind, provider, receipt } = request;
  const receiptHash = hash('sha256', receipt, 'base64url');
  const accountUuid = accountOf(request.accountUuid);
  const reason = textStart(refused.kept?.reason ?? sentenceOf(refused), REASON_BYTES);
  const hour = Math.floor(now / HOUR_MS);
  const name = [hour, kind, provider, receiptHash, accountUuid, refused.problem, reason];
  return {
    game_index: app.gameIndex,
    appid: app.appid,
    refused_id: hash('sha256', JSON.stringify(name), 'base64url').slice(0, ID_LENGTH),
    first_at: now,
    last_at: now,
    times: 1,
    kind,
    provider,
    account_uuid: accountUuid,
    product_id: sentValue(request.productId),
    transaction_id: sentValue(request.transactionId),
    price: sentValue(request.price),
    currency: sentValue(request.currency),
    outcome: refused.problem,
    reason,
    answer: answerOf(refused.kept?.answer),
    receipt_hash: receiptHash,
  };
}

/** Field errors are part of the reason. */
const sentenceOf = ({ detail, errors = [] }: Problem): string =>
  [detail, ...errors.map(({ field, message }) => `${field} ${message}.`)].join(' ');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function accountOf(value: unknown): string | null {
  const account = typeof value === 'string' ? value.toLowerCase() : '';
  return UUID.test(account) ? account : null;
}

const sentValue = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? textStart(value, VALUE_BYTES) : null;

/** Tokens are receipts, and the rest names the buyer. */
const LEFT_OUT = new Set(['purchaseToken', 'linkedPurchaseToken', 'subscribeWithGoogleInfo']);

function answerOf(answer: object | undefined): string | null {
  return answer === undefined ? null : textStart(printJson(without(answer)), ANSWER_BYTES);
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each)]));
}
