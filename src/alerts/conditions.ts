// The conditions of alerts: what is wrong in a project now. Cheap reads first; the usual is read only on suspicion.
import { isoTime } from '../base/iso-time.ts';
import { type Hours, REFUSED, sumHours, VERIFIED } from '../figures/activity-counts.ts';
import { REFUNDS_RECEIVED } from '../figures/facts.ts';
import { readCounts } from '../figures/read-store.ts';
import { rulesWithoutType } from '../measures/rules/rules.ts';
import { countLettersOf } from '../outbox/backlog.ts';
import { CHANNELS } from '../outbox/receivers.ts';
import { listTroubled, type Refusal } from '../payment/settings/market-trouble.ts';
import type { Db } from '../storage/db.ts';
import type { AlertKind } from '../storage/schema.ts';
import { listFailing } from '../tenants/verification-failures.ts';
import { appsOf } from './conditions-store.ts';
import { expiringIn } from './expiring.ts';
import type { Asked, Finding } from './finding.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The hour that has begun, and those before it. */
const RECENT_HOURS = 2;
const USUAL_DAYS = 14;
/** Fewer may be a connection that was lost once. */
const LEAST_FAILURES = 5;
/** A share of refusals below this is nobody's emergency. */
const LEAST_SHARE = 0.1;
/** An open alert ends only below this part of its threshold. */
const CLOSING = 0.5;
/** Not the fault of the receipt, or no fault at all. */
const NO_FAILURES = ['MARKET_UNAVAILABLE', 'PAYMENT_PENDING'];

export async function findingsIn(asked: Asked): Promise<Finding[]> {
  const found = [
    ...(await deadLetters(asked)),
    ...(await troubledMarkets(asked)),
    ...(await unusualApps(asked)),
    ...(await failingApps(asked)),
    ...(await expiringIn(asked)),
    ...(await brokenRules(asked)),
  ];
  return found.filter(({ kind }) => !asked.settings.off.includes(kind));
}

async function deadLetters({ db, gameIndex }: Asked): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const channel of CHANNELS) {
    const count = await countLettersOf(db, { gameIndex, channel });
    if (count > 0) {
      found.push({
        kind: 'dead_letters',
        subject: channel,
        appid: null,
        details: { channel, count },
      });
    }
  }
  return found;
}

async function troubledMarkets({ db, gameIndex, now, settings }: Asked): Promise<Finding[]> {
  const downSince = now - settings.market_down_minutes * MINUTE_MS;
  const rows = await listTroubled(db, { gameIndex });
  return rows.flatMap(({ appid, market, refused_since, refusal, failing_since }): Finding[] => {
    const about = { subject: `${appid} ${market}`, appid };
    const { text = '', details = {} } = JSON.parse(refusal ?? '{}') as Partial<Refusal>;
    const { reason = '' } = details as { readonly reason?: string };
    const refused = refused_since !== null && {
      kind: 'credentials_refused' as const,
      ...about,
      details: { market, since: isoTime(refused_since), text, reason },
    };
    const down = failing_since !== null &&
      failing_since <= downSince && {
        kind: 'market_down' as const,
        ...about,
        details: { market, since: isoTime(failing_since) },
      };
    return [refused, down].filter((each) => each !== false);
  });
}

async function brokenRules({ db, gameIndex }: Asked): Promise<Finding[]> {
  return (await rulesWithoutType(db, gameIndex)).map(({ appid, ruleId, name, blockType }) => ({
    kind: 'rule_without_type',
    subject: `${appid} ${ruleId}`,
    appid,
    details: { rule: name, block_type: blockType },
  }));
}

/** What Tollgate itself failed, whatever the receipts. */
async function failingApps({ db, gameIndex, now }: Asked): Promise<Finding[]> {
  const rows = await listFailing(db, { gameIndex, now, least: LEAST_FAILURES });
  return rows.map(({ appid, failing_since, failures }) => ({
    kind: 'internal_errors',
    subject: appid,
    appid,
    details: { count: failures, since: isoTime(failing_since ?? now) },
  }));
}

interface Figures {
  readonly refunds: number;
  readonly refused: number;
  readonly verified: number;
}

async function unusualApps(asked: Asked): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { appid } of await appsOf(asked.db, { gameIndex: asked.gameIndex })) {
    found.push(...(await unusualIn(asked, appid)));
  }
  return found;
}

async function unusualIn(asked: Asked, appid: string): Promise<Finding[]> {
  const { db, gameIndex, now, settings } = asked;
  const from = now - (now % HOUR_MS) - RECENT_HOURS * HOUR_MS;
  const read = (range: { from: number; to: number }): Promise<Figures> =>
    readFigures(db, { gameIndex, appid, ...range });
  const recent = await read({ from, to: now + 1 });
  const ease = (kind: AlertKind): number => (asked.isOpen(kind, appid) ? CLOSING : 1);
  const [refundEase, failureEase] = [ease('refund_spike'), ease('verification_failures')];
  const manyRefunds = recent.refunds >= settings.refund_minimum * refundEase;
  const manyFailures = recent.refused >= settings.failure_minimum * failureEase;
  if (!manyRefunds && !manyFailures) return [];
  const usual = await read({ from: from - USUAL_DAYS * 24 * HOUR_MS, to: from });
  const part = (now - from) / (USUAL_DAYS * 24 * HOUR_MS);
  const found: Finding[] = [];
  const usualRefunds = usual.refunds * part;
  if (manyRefunds && recent.refunds >= usualRefunds * settings.refund_factor * refundEase) {
    const details = { count: recent.refunds, usual: rounded(usualRefunds) };
    found.push({ kind: 'refund_spike', subject: appid, appid, details });
  }
  const [share, usualShare] = [shareOf(recent), shareOf(usual)];
  const limit = Math.max(usualShare * settings.failure_factor, LEAST_SHARE) * failureEase;
  if (manyFailures && share >= Math.min(limit, 1)) {
    const details = {
      count: recent.refused,
      percent: rounded(share * 100),
      usual_percent: rounded(usualShare * 100),
    };
    found.push({ kind: 'verification_failures', subject: appid, appid, details });
  }
  return found;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const shareOf = ({ refused, verified }: Figures): number =>
  refused + verified === 0 ? 0 : refused / (refused + verified);

async function readFigures(db: Db, hours: Hours): Promise<Figures> {
  const sum = (rows: readonly { readonly amount: number | bigint }[]): number =>
    rows.reduce((total, { amount }) => total + Number(amount), 0);
  const refunds = await readCounts(db, { ...hours, grain: 'hour', metrics: [REFUNDS_RECEIVED] });
  const rows = await sumHours(db, { ...hours, metrics: [REFUSED, VERIFIED] });
  const isFailure = (detail: string): boolean => !NO_FAILURES.some((each) => detail.endsWith(each));
  return {
    refunds: sum(refunds),
    refused: sum(rows.filter(({ metric, detail }) => metric === REFUSED && isFailure(detail))),
    verified: sum(rows.filter(({ metric }) => metric === VERIFIED)),
  };
}
