// A year to look at: plays the plan of a demo year through the service's own operations, with a clock that runs through it.
import type { Logger } from 'pino';
import { SYSTEM } from '../audit/audit.ts';
import type { OperationContext } from '../audit/operation.ts';
import { createCalendar } from '../base/calendar.ts';
import { writeDate } from '../base/dates.ts';
import { isProblem } from '../base/import-lines.ts';
import { boundOf } from '../base/percentile.ts';
import { addCounts, countedAt, REFUSED, VERIFIED } from '../figures/activity-counts.ts';
import { createMeasures } from '../measures/consumer.ts';
import { READY_TYPES } from '../measures/rules/ready-types.ts';
import type { RuleInput } from '../measures/rules/rule.ts';
import { createRule } from '../measures/rules/rules.ts';
import { soonestEnd } from '../measures/sources.ts';
import { saveRates } from '../payment/figures/rates.ts';
import { type PurchaseLine, readLine } from '../payment/imports/lines.ts';
import type { ImportedCycle } from '../payment/ledger/imports.ts';
import type { PurchaseUpdate } from '../payment/ledger/purchases.ts';
import {
  createRefusedVerifications,
  REFUSED_LIMITS,
  type RefusedVerifications,
} from '../payment/outcomes/refused.ts';
import { LATENCIES_MS, MARKET_CALLS, MARKET_LATENCY } from '../payment/outcomes/usage.ts';
import { problem } from '../payment/problem.ts';
import { createRestrictions, type Restrictions } from '../restriction/restrictions.ts';
import type { TypeDefinition } from '../restriction/rules.ts';
import type { Service } from '../service.ts';
import type { ActivityCountTable } from '../storage/schema.ts';
import { ofApp } from '../storage/tenancy.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { APPID, done } from './project.ts';
import {
  endOf,
  type Planned,
  type PlannedCycle,
  type PlannedPurchase,
  type PlannedRefund,
  type PlannedRefusal,
  type PlannedRestriction,
  planYear,
  type Reason,
  YEAR_DAYS,
} from './year-plan.ts';
import { type Happened, type Moment, type Update, writeMoments } from './year-writes.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** The rules begin after two months, so that the charts show a time without them. */
const RULES_AFTER_DAYS = 60;
const OWED_PRODUCT = 'gem_1200';

const NEVER = '9999-12-31 23:59:59';

const SUPPORT = { kind: 'console', name: 'support@tollgate.local' } as const;
const ANTI_CHEAT = { kind: 'client', name: 'Demo app server' } as const;

const TYPES: Readonly<Record<Reason, TypeDefinition>> = {
  cheating: {
    type_status: 'O',
    type_name: '부정 프로그램 사용',
    type_en_name: 'Cheating',
    reasons: [
      { language: 'ko', reason: '허용되지 않은 프로그램을 사용하여 이용이 제한되었습니다.' },
      { language: 'en', reason: 'Your access is restricted because of a forbidden program.' },
    ],
  },
  chat: {
    type_status: 'N',
    type_name: '채팅 규정 위반',
    type_en_name: 'Abusive chat',
    reasons: [
      {
        language: 'ko',
        title: '이용 제한 안내',
        reason: '채팅 규정 위반으로 이용이 제한되었습니다.',
      },
      { language: 'en', title: 'Restricted', reason: 'You are restricted for abusive chat.' },
    ],
  },
};

const rulesFor = (types: { readonly abuse: number; readonly unpaid: number }): RuleInput[] => [
  {
    name: 'Two refunds in 30 days',
    when: { causes: ['refund'], count: 2, days: 30 },
    measure: {
      action: 'restrict',
      block_type: types.abuse,
      steps: [{ period_days: 7 }, { period_days: 30 }, { permanent: true }],
    },
    state: 'on',
  },
  {
    name: '1,200 gems refunded',
    when: { causes: ['refund'], products: [OWED_PRODUCT] },
    measure: { action: 'restrict', block_type: types.unpaid, steps: [{ period_days: 30 }] },
    until: { paid_again: true },
    state: 'on',
  },
  {
    name: 'Disputes',
    when: { causes: ['chargeback'] },
    measure: { action: 'flag' },
    state: 'on',
  },
];

/** In US dollars. */
const RATES = { EUR: '1.08', KRW: '0.00072', JPY: '0.0066' };

export interface YearCounts {
  readonly players: number;
  readonly purchases: number;
  readonly refunds: number;
  readonly restrictions: number;
}

/**
 * Undefined when the demo app has purchases, because their numbers follow the time. The figures are
 * up to date afterwards.
 */
export async function addYear(service: Service, log: Logger): Promise<YearCounts | undefined> {
  const app = await service.directory.app(APPID);
  if (!app || (await hasPurchases(service.context, app))) return undefined;
  const planned = planYear(service.context.clock());
  const year = openYear(service, app, log);
  try {
    await year.play(planned);
  } finally {
    await year.close();
  }
  await service.payment.figures.turn();
  await service.restrictionFigures.turn();
  return countsOf(planned);
}

export const describeYear = (counts: YearCounts | undefined): string =>
  counts
    ? `Added ${counts.players} players, ${counts.purchases} purchases, ${counts.refunds} refunds and ${counts.restrictions} restrictions.`
    : 'The demo project already has purchases, so no history was added. Start with an empty data folder: TOLLGATE_DATA=data-year npm start -- --with-history';

async function hasPurchases({ storage }: OperationContext, app: App): Promise<boolean> {
  const found = ofApp(storage.db, app).selectFrom('purchase').select('number').limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

function countsOf(planned: readonly Planned[]): YearCounts {
  const count = (isMeant: (each: Planned) => boolean) => planned.filter(isMeant).length;
  return {
    players: new Set(planned.flatMap((each) => (each.kind === 'login' ? each.player.playerId : [])))
      .size,
    purchases: count(
      (each) => each.kind === 'purchase' || (each.kind === 'cycle' && each.isPayment),
    ),
    refunds: count((each) => each.kind === 'refund'),
    restrictions: count((each) => each.kind === 'restriction'),
  };
}

/** What the year is played with. */
interface Stage {
  readonly app: App;
  readonly context: OperationContext;
  readonly restrictions: Restrictions;
  /** Adds one to a count of the current hour and day. */
  readonly count: (metric: string, detail: string) => void;
  readonly refused: RefusedVerifications;
  readonly types: Readonly<Record<Reason, number>>;
}

function openYear(
  { context: real, directory }: Pick<Service, 'context' | 'directory'>,
  app: App,
  log: Logger,
) {
  const { storage } = real;
  const today = real.clock();
  let now = today - YEAR_DAYS * DAY_MS;
  const clock = () => now;
  const context: OperationContext = { ...real, clock };
  const base = { storage, directory, clock, log };
  const onBatch = () => {};
  const restrictions = createRestrictions({ ...base, vault: real.vault, onBatch });
  const measures = createMeasures({ ...base, onApplied: onBatch });
  const calendar = createCalendar(app.timeZone);
  const counts: ActivityCountTable[] = [];
  const count = (metric: string, detail: string): void => {
    const { gameIndex: game_index, appid } = app;
    counts.push(...countedAt(calendar, now, { game_index, appid, metric, detail, amount: 1 }));
  };
  const refused = createRefusedVerifications({ ...base, ...REFUSED_LIMITS, onDropped: onBatch });
  async function addType(type: TypeDefinition): Promise<number> {
    const added = await restrictions.types.register(app, type, SUPPORT);
    if (!('block_type' in added)) throw new Error(`${type.type_en_name} is no valid type`);
    return added.block_type;
  }

  const waiting: Moment[] = [];
  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    const input = { app: nameOf(app), moments: waiting.splice(0) };
    await storage.transact(writeMoments, input, onBatch);
  }

  /** What ends by itself is recorded in the second after it. */
  const ends = createEnds();
  async function applyMeasures(): Promise<void> {
    await write();
    await measures.turn();
    const next = await soonestEnd(storage.db, {});
    if (next && next.until >= now) ends.add(next.until + SECOND_MS);
  }
  const moveTo = async (at: number): Promise<void> => {
    for (let end = ends.until(at); end !== undefined; end = ends.until(at)) {
      now = end;
      await restrictions.expire();
      await applyMeasures();
    }
    now = at;
  };

  async function play(planned: readonly Planned[]): Promise<void> {
    const rates = Object.entries(RATES).map(([currency, rate]) => ({
      ...{ currency, rate, day: new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length) },
    }));
    const { gameIndex: game_index } = app;
    done(await saveRates(context, SUPPORT, { game_index, reporting: 'USD', rates }));
    const types = {
      cheating: await addType(TYPES.cheating),
      chat: await addType(TYPES.chat),
    };
    const { refund_abuse, refund_unpaid } = READY_TYPES;
    const rules = rulesFor({
      abuse: await addType(refund_abuse as TypeDefinition),
      unpaid: await addType(refund_unpaid as TypeDefinition),
    });
    const rulesAt = now + RULES_AFTER_DAYS * DAY_MS;
    const stage: Stage = { app, context, restrictions, count, refused, types };
    const refunded = new Set<string | undefined>();
    for (const each of planned) {
      await moveTo(each.at);
      if (rules.length > 0 && now > rulesAt) {
        for (const rule of rules.splice(0)) done(await createRule({ context, app }, SYSTEM, rule));
      }
      const happened = happenedIn(stage, each);
      if (happened) waiting.push({ at: now, ...happened });
      else await happen(stage, each);
      if (each.kind === 'restriction') ends.add(endOf(each) + SECOND_MS);
      if (each.kind === 'refund') refunded.add(each.line.account_uuid);
      if (mayChangeMeasures(each, refunded)) await applyMeasures();
    }
    await moveTo(today);
    await write();
    await storage.db.transaction().execute((tx) => addCounts(tx, counts));
  }

  return {
    play,
    async close(): Promise<void> {
      await refused.stop();
      await measures.stop();
      await restrictions.close();
    },
  };
}

/** A refund may restrict its player, and a purchase of the same product may pay for it. */
function mayChangeMeasures(planned: Planned, refunded: ReadonlySet<string | undefined>): boolean {
  if (planned.kind === 'refund') return true;
  if (planned.kind !== 'purchase') return false;
  const { product_id, account_uuid } = planned.line;
  return product_id === OWED_PRODUCT && refunded.has(account_uuid);
}

/** Moments to come, soonest first. */
function createEnds() {
  const moments: number[] = [];
  return {
    add(at: number): void {
      if (moments.includes(at)) return;
      const place = moments.findIndex((each) => each > at);
      moments.splice(place < 0 ? moments.length : place, 0, at);
    },
    until: (at: number): number | undefined =>
      (moments[0] ?? Number.POSITIVE_INFINITY) < at ? moments.shift() : undefined,
  };
}

/** What can wait until it is written together with others. */
function happenedIn(stage: Stage, planned: Planned): Happened | undefined {
  switch (planned.kind) {
    case 'login':
      return { login: planned.player };
    case 'purchase':
      return { update: buy(stage, planned) };
    case 'cycle':
      return { update: renew(stage, planned) };
    case 'refund':
      return { update: refund(stage, planned) };
    default:
      return undefined;
  }
}

async function happen(stage: Stage, planned: Planned): Promise<void> {
  const { app, restrictions } = stage;
  switch (planned.kind) {
    case 'restriction':
      await restrict(stage, planned);
      return;
    case 'release':
      await restrictions.release(app, planned.player.playerId, {
        actor: SUPPORT,
        audited: SUPPORT,
        comment: 'Appeal accepted',
      });
      return;
    case 'refusal':
      refuse(stage, planned);
  }
}

/** The record of a line, as an import makes it. */
function recordOf({ app, context }: Stage, line: PurchaseLine) {
  const record = readLine(app, context.environment, line, context.clock());
  if (isProblem(record)) throw new Error(`${record.field}: ${record.reason}`);
  return record;
}

function countVerified({ count }: Stage, { provider, line }: PurchaseLine): void {
  count(VERIFIED, provider);
  count(MARKET_CALLS, `${provider} ok`);
  count(MARKET_LATENCY, `${provider} ${boundOf(60 + (line % 240), LATENCIES_MS)}`);
}

function buy(stage: Stage, { line, player: { country } }: PlannedPurchase): Update {
  const record = recordOf(stage, line) as PurchaseUpdate;
  const purchase = { ...record.purchase, country, account_compare: 1 } as const;
  countVerified(stage, line);
  return { purchases: [{ ...record, purchase }] };
}

function renew(stage: Stage, cycle: PlannedCycle): Update {
  const { line, lifecycle, isPayment, player } = cycle;
  const { state: known, claim: claimed } = recordOf(stage, line) as ImportedCycle;
  const reportedAt = stage.context.clock();
  const state = { ...known, marketAccountId: player.accountUuid, reportedAt, lifecycle };
  const claim = isPayment ? { ...claimed, country: player.country } : undefined;
  if (isPayment) countVerified(stage, line);
  return { subscriptions: [{ state, claim }] };
}

function refund(stage: Stage, { line, report }: PlannedRefund): Update {
  const { purchase } = recordOf(stage, line) as PurchaseUpdate;
  return { cancellations: [{ purchase, report }] };
}

/** Cheaters are found by the app server, the others by people. */
async function restrict(stage: Stage, planned: PlannedRestriction): Promise<void> {
  const { app, restrictions, types } = stage;
  const { at, player, reason, days } = planned;
  const who =
    reason === 'cheating'
      ? { actor: ANTI_CHEAT }
      : { actor: SUPPORT, audited: SUPPORT, comment: 'Reported by players' };
  const set = {
    player_id: player.playerId,
    status: days === undefined ? 'P' : 'B',
    block_type: types[reason],
    start_date: writeDate(at, app.timeZone),
    end_date: days === undefined ? NEVER : writeDate(at + days * DAY_MS, app.timeZone),
  } as const;
  await restrictions.set(app, set, who);
}

function refuse(stage: Stage, { player, productId, receipt }: PlannedRefusal): void {
  const { app, count, refused } = stage;
  const { market: provider, accountUuid } = player;
  const detail = 'The market does not know this receipt.';
  const request = { kind: 'consumable', provider, receipt, accountUuid, productId } as const;
  refused.add(app, request, problem('INVALID_RECEIPT', detail));
  count(REFUSED, `${provider} INVALID_RECEIPT`);
}
