// The conditions of alerts: what is wrong in the projects now. Each is read for all projects at once, and the usual
// only on suspicion.
import { isoTime } from '../base/iso-time.ts';
import { type Hours, REFUSED, sumHours, VERIFIED } from '../figures/activity-counts.ts';
import { REFUNDS_RECEIVED } from '../figures/facts.ts';
import { readCounts } from '../figures/read-store.ts';
import { rulesWithoutType } from '../measures/rules/rules.ts';
import { countAllLetters } from '../outbox/backlog.ts';
import { SIGNING_MARKETS } from '../payment/markets/markets.ts';
import { mismatchOf } from '../payment/orders/mismatch.ts';
import { appsSellingAt, troubledCertificates } from '../payment/settings/certificate-statuses.ts';
import { listAllTroubled, type RefusedCredentials } from '../payment/settings/market-trouble.ts';
import type { Db } from '../storage/db.ts';
import type { AlertKind } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';
import { listFailing } from '../tenants/verification-failures.ts';
import {
  mismatchedOrders,
  openReportCounts,
  refundedSince,
  refusedSince,
  stuckActions,
  unansweredDisputes,
  unlinkedDownloads,
  waitingAppeals,
} from './conditions-store.ts';
import { expiringIn } from './expiring.ts';
import type { Asked, Finding } from './finding.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The hour that has begun, and those before it. */
const RECENT_HOURS = 2;
const USUAL_DAYS = 14;
/** Fewer may be a connection that was lost once. */
const LEAST_FAILURES = 5;
/** A share of refused verifications below this is nobody's emergency. */
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
    ...(await mismatchedPayments(asked)),
    ...(await certificates(asked)),
    ...(await expiringIn(asked)),
    ...(await brokenRules(asked)),
    ...(await lateAppeals(asked)),
    ...(await dueDisputes(asked)),
    ...(await openReports(asked)),
    ...(await unlinkedConsent(asked)),
    ...(await waitingForMarkets(asked)),
  ];
  return found.filter(({ gameIndex, kind }) => !asked.settingsOf(gameIndex).off.includes(kind));
}

async function deadLetters({ db }: Asked): Promise<Finding[]> {
  return (await countAllLetters(db, {})).map(({ gameIndex, channel, count }) => ({
    gameIndex,
    kind: 'dead_letters',
    subject: channel,
    appid: null,
    details: { channel, count },
  }));
}

async function troubledMarkets({ db, now, settingsOf }: Asked): Promise<Finding[]> {
  const rows = await listAllTroubled(db, {});
  return rows.flatMap(({ gameIndex, appid, market, ...trouble }): Finding[] => {
    const { refused_since, refusal, failing_since } = trouble;
    const downSince = now - settingsOf(gameIndex).market_down_minutes * MINUTE_MS;
    const about = { gameIndex, subject: `${appid} ${market}`, appid };
    const { text = '', details = {} } = JSON.parse(refusal ?? '{}') as Partial<RefusedCredentials>;
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

async function brokenRules({ db }: Asked): Promise<Finding[]> {
  const rules = await rulesWithoutType(db);
  return rules.map(({ gameIndex, appid, ruleId, name, blockType }) => ({
    gameIndex,
    kind: 'rule_without_type',
    subject: `${appid} ${ruleId}`,
    appid,
    details: { rule: name, block_type: blockType },
  }));
}

/** One alert for each app with appeals that have waited for too long. */
async function lateAppeals({ db, now, settingsOf }: Asked): Promise<Finding[]> {
  const rows = await waitingAppeals(db, { now });
  const late = rows.filter(
    ({ gameIndex, days }) => Number(days) >= settingsOf(gameIndex).appeal_days,
  );
  return [...Map.groupBy(late, ({ appid }) => appid)].map(([appid, group]) => {
    const gameIndex = (group[0] as (typeof group)[number]).gameIndex;
    const count = group.reduce((sum, each) => sum + Number(each.count), 0);
    const since = isoTime(Math.min(...group.map(({ oldest }) => Number(oldest))));
    const { appeal_days } = settingsOf(gameIndex);
    const details = { count, since, days: appeal_days };
    return { gameIndex, kind: 'appeals_waiting', subject: appid, appid, details };
  });
}

/** No project sets more. */
const MOST_DISPUTE_DAYS = 60;

/** One alert for each app with disputes that nobody has answered shortly before their deadline. */
async function dueDisputes({ db, now, settingsOf }: Asked): Promise<Finding[]> {
  const rows = await unansweredDisputes(db, { now, until: now + MOST_DISPUTE_DAYS * DAY_MS });
  const due = rows.filter(
    ({ gameIndex, due_at }) => due_at <= now + settingsOf(gameIndex).dispute_days * DAY_MS,
  );
  return [...Map.groupBy(due, ({ appid }) => appid)].map(([appid, group]) => {
    const [{ gameIndex, dispute_id: dispute, due_at }] = group as [(typeof group)[number]];
    const details = { count: group.length, dispute, due_at: isoTime(due_at) };
    return { gameIndex, kind: 'disputes_due', subject: appid, appid, details };
  });
}

/** Reports take minutes; after this, a store is away or something is wrong. */
const REPORT_LATE_MS = HOUR_MS;

/** One alert for each app with refused reports of external sales, one for overdue ones. */
async function openReports({ db, now }: Asked): Promise<Finding[]> {
  const rows = await openReportCounts(db, { dueBefore: now - REPORT_LATE_MS });
  return rows.map(({ gameIndex, appid, state, count, reportBy }) => ({
    gameIndex,
    kind: 'external_reports',
    subject: `${appid} ${state}`,
    appid,
    details: { state, count: Number(count), report_by: isoTime(Number(reportBy)) },
  }));
}

/** What Tollgate itself failed, whatever the receipts. */
async function failingApps({ db, now }: Asked): Promise<Finding[]> {
  const rows = await listFailing(db, { now, least: LEAST_FAILURES });
  return rows.map(({ gameIndex, appid, failing_since, failures }) => ({
    gameIndex,
    kind: 'internal_errors',
    subject: appid,
    appid,
    details: { count: failures, since: isoTime(failing_since ?? now) },
  }));
}

/** Money that bought nothing, one alert for each app. */
async function mismatchedPayments({ db }: Asked): Promise<Finding[]> {
  const groups = Map.groupBy(await mismatchedOrders(db, {}), ({ appid }) => appid);
  return [...groups.values()].map((orders) => {
    const [first] = orders as [(typeof orders)[number]];
    const { gameIndex, appid, order_id: order, player_id } = first;
    const { reason = '', text = '' } = mismatchOf(first) ?? {};
    const player = String(player_id);
    const details = { count: orders.length, order, player, reason, text };
    return { gameIndex, kind: 'payment_mismatch', subject: appid, appid, details };
  });
}

/** A revoked certificate, or a responder that has been silent for longer than a market may be, for each app that sells there. */
async function certificates({ db, now, settingsOf }: Asked): Promise<Finding[]> {
  const troubled = await troubledCertificates(db);
  if (troubled.length === 0) return [];
  const isRevoked = troubled.some(({ revoked }) => revoked === 1);
  const silent = troubled.map(({ failing_since }) => failing_since ?? now);
  const since = Math.min(...silent);
  const apps = await appsSellingAt(db, SIGNING_MARKETS);
  return apps
    .filter(({ gameIndex }) => {
      const { market_down_minutes } = settingsOf(gameIndex);
      return isRevoked || since <= now - market_down_minutes * MINUTE_MS;
    })
    .map(({ gameIndex, appid, market }) => ({
      gameIndex,
      kind: 'certificate_status',
      subject: `${appid} ${market}`,
      appid,
      details: { market, state: isRevoked ? 'revoked' : 'unknown', since: isoTime(since) },
    }));
}

interface Figures {
  readonly refunds: number;
  readonly refused: number;
  readonly verified: number;
}

/** Few apps have as many refunds or refused verifications as the least of any threshold; only these are read. */
async function unusualApps(asked: Asked): Promise<Finding[]> {
  const { db, now, settingsOf } = asked;
  const from = now - (now % HOUR_MS) - RECENT_HOURS * HOUR_MS;
  const suspects = new Map<string, AppName>();
  const suspect = (rows: readonly (AppName & { amount: number })[], least: Threshold): void => {
    for (const { gameIndex, appid, amount } of rows) {
      if (amount < settingsOf(gameIndex)[least] * CLOSING) continue;
      suspects.set(appid, { gameIndex, appid });
    }
  };
  suspect(await refundedSince(db, { from }), 'refund_minimum');
  suspect(await refusedSince(db, { from }), 'failure_minimum');
  const found: Finding[] = [];
  for (const app of suspects.values()) found.push(...(await unusualIn(asked, app, from)));
  return found;
}

type Threshold = 'refund_minimum' | 'failure_minimum';

async function unusualIn(asked: Asked, app: AppName, from: number): Promise<Finding[]> {
  const { db, now } = asked;
  const { gameIndex, appid } = app;
  const settings = asked.settingsOf(gameIndex);
  const read = (range: { from: number; to: number }): Promise<Figures> =>
    readFigures(db, { gameIndex, appid, ...range });
  const recent = await read({ from, to: now + 1 });
  const ease = (kind: AlertKind): number =>
    asked.isOpen({ gameIndex, kind, subject: appid }) ? CLOSING : 1;
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
    found.push({ gameIndex, kind: 'refund_spike', subject: appid, appid, details });
  }
  const [share, usualShare] = [shareOf(recent), shareOf(usual)];
  const limit = Math.max(usualShare * settings.failure_factor, LEAST_SHARE) * failureEase;
  if (manyFailures && share >= Math.min(limit, 1)) {
    const details = {
      count: recent.refused,
      percent: rounded(share * 100),
      usual_percent: rounded(usualShare * 100),
    };
    found.push({ gameIndex, kind: 'verification_failures', subject: appid, appid, details });
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

/** After this, whoever plays from the download would have logged in. */
const UNLINKED_DAYS = 7;

/** One alert for each app with withdrawn consent that no player is known for. */
async function unlinkedConsent({ db, now }: Asked): Promise<Finding[]> {
  const rows = await unlinkedDownloads(db, { since: now - UNLINKED_DAYS * DAY_MS });
  return rows.map(({ gameIndex, appid, count }) => ({
    gameIndex,
    kind: 'consent_unlinked',
    subject: appid,
    appid,
    details: { count: Number(count), days: UNLINKED_DAYS },
  }));
}

/** A market does what it is asked within seconds; after this, it is away or something is wrong. */
const ACTION_LATE_MS = HOUR_MS;
/** Refunds that go to a bank take days. */
const ACCEPTED_LATE_MS = 14 * DAY_MS;

/** One alert for each app and market with actions after the sale that do not come to an end. */
async function waitingForMarkets({ db, now }: Asked): Promise<Finding[]> {
  const rows = await stuckActions(db, {
    calledBefore: now - ACTION_LATE_MS,
    acceptedBefore: now - ACCEPTED_LATE_MS,
  });
  return rows.map(({ gameIndex, appid, provider, count, since }) => ({
    gameIndex,
    kind: 'actions_stuck',
    subject: `${appid} ${provider}`,
    appid,
    details: { market: provider, count: Number(count), since: isoTime(Number(since)) },
  }));
}
