// The dry run of a rule: which players it would have restricted or flagged in the past days.
import { Type } from 'typebox';
import { invalid, isRejection, type Rejection } from '../../audit/operation.ts';
import { writeDate } from '../../base/dates.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { MARKET_CODES } from '../../payment/markets/markets.ts';
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type App, nameOf } from '../../tenants/directory.ts';
import { causeView, EffectCause } from '../effects/effects.ts';
import {
  type Definition,
  definitionOf,
  definitionProblem,
  exemptIds,
  RuleId,
  RuleInput,
} from '../rules/rule.ts';
import { unknownRule } from '../rules/rules.ts';
import { exemptPlayers, findRule } from '../rules/rules-store.ts';
import { type Buyer, buyersOf, exemptions, playersOf, reportsOn, undoneSince } from './buyers.ts';
import { type Cause, causeOf, groupCauses, keyOf, termOf, type UndonePurchase } from './causes.ts';

const MOST_DAYS = 90;
/** Older ones are left out. */
const MOST_UNDONE = 100_000;
/** Of each list. */
const MOST_SHOWN = 1_000;
const DAY_MS = 24 * 60 * 60_000;

export const DryRunInput = namedObject(
  'MeasureDryRunInput',
  {
    rule_id: Type.Optional(RuleId),
    rule: Type.Optional(RuleInput),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_DAYS,
        default: MOST_DAYS,
        description: 'How far to look back.',
      }),
    ),
  },
  { additionalProperties: false, description: '`rule_id` of a rule, or a whole `rule`.' },
);
export type DryRunInput = Type.Static<typeof DryRunInput>;

const Found = namedObject('MeasureDryRunPlayer', {
  player_id: orNull(
    Id64Answer('Player identifier.'),
    'Null while no login has named the account of the purchases.',
  ),
  account_uuid: Type.String(),
  at: Type.String({ description: 'When the last of the causes was reported.' }),
  step: orNull(Type.Integer()),
  until: orNull(Type.String(), 'Null: permanent, or a flag.'),
  causes: Type.Array(EffectCause),
});
type Found = Type.Static<typeof Found>;

const Counts = {
  restricted: Type.Integer(),
  flagged: Type.Integer(),
};

export const DryRun = namedObject('MeasureDryRun', {
  from: Type.String(),
  to: Type.String(),
  restricted: Type.Array(Found, { description: `Newest first, at most ${MOST_SHOWN}.` }),
  flagged: Type.Array(Found, { description: `Newest first, at most ${MOST_SHOWN}.` }),
  days: Type.Array(Type.Object({ day: Type.String(), ...Counts }), {
    description: "Every day of the range, in the app's time zone.",
  }),
  totals: Type.Object({
    ...Counts,
    players: Type.Integer({ description: 'Different players, or accounts without one.' }),
    exempt: Type.Integer({ description: 'Consequences that an exemption would have prevented.' }),
    undone: Type.Integer({ description: 'Undone purchases that were looked at.' }),
  }),
  is_cut: Type.Boolean({
    description: 'There are more: the lists are shortened, or old purchases left out.',
  }),
});
export type DryRun = Type.Static<typeof DryRun>;

/** Nothing is written. */
export async function dryRun(
  { context, app }: AppContext,
  { rule, rule_id: ruleId, days = MOST_DAYS }: DryRunInput,
): Promise<DryRun | Rejection> {
  if ((rule === undefined) === (ruleId === undefined)) {
    return invalid('rule', 'Send rule_id or rule, not both.');
  }
  const { db } = context.storage;
  const name = { ...nameOf(app), ruleId: ruleId ?? '' };
  const row = ruleId === undefined ? undefined : await findRule(db, name);
  if (ruleId !== undefined && !row) return unknownRule(ruleId);
  const definition = row ? definitionOf(row) : { unless: {}, until: {}, ...(rule as RuleInput) };
  const problem = definitionProblem(definition);
  if (problem) return problem;
  const listed = row
    ? (await exemptPlayers(db, name)).map(({ player_id }) => BigInt(player_id))
    : exemptIds('rule', rule?.exempt ?? []);
  if (isRejection(listed)) return listed;
  const to = context.clock();
  return simulate(db, app, definition, {
    from: to - days * DAY_MS,
    to,
    listed: new Set(listed),
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly listed: ReadonlySet<bigint>;
}

async function simulate(
  db: Db,
  app: App,
  definition: Definition,
  { from, to, listed }: Range,
): Promise<DryRun> {
  const { when, unless, measure } = definition;
  const { purchases, isCut } = await readUndone(db, app, when, from);
  const causes = await causesAmong(db, app, when, purchases);
  const inRange = causes.filter(({ cause }) => cause.at >= from && cause.at <= to);
  const accounts = [...new Set(inRange.map(({ account }) => account))];
  const players = await playersOf(db, app, accounts, purchases);
  const byBuyer = Map.groupBy(inRange, ({ account }) => players.get(account) ?? account);

  const groups = [...byBuyer].flatMap(([key, own]) =>
    groupCauses(
      when,
      own.map(({ cause }) => cause),
    ).map((group) => ({ key, account: own[0]?.account as string, group })),
  );
  const hit = [...new Set(groups.map(({ key }) => key))];
  const known = await buyersOf(
    db,
    app,
    hit.filter((key) => typeof key === 'bigint'),
  );
  const buyerOf = (key: string | bigint): Buyer =>
    (typeof key === 'bigint' ? known.get(key) : undefined) ?? {
      playerId: undefined,
      accounts: [key as string],
    };
  const isExempt = await exemptions(db, app, unless, hit.map(buyerOf));

  const found: Found[] = [];
  const earlier = new Map<string | bigint, number>();
  let exempt = 0;
  for (const { key, account, group } of groups) {
    const at = Math.max(...group.map((cause) => cause.at));
    const buyer = buyerOf(key);
    const isListed = buyer.playerId !== undefined && listed.has(buyer.playerId);
    if (isListed || isExempt(buyer, at)) {
      exempt += 1;
      continue;
    }
    const before = earlier.get(key) ?? 0;
    earlier.set(key, before + 1);
    const term = measure.steps ? termOf(measure.steps, before, at) : undefined;
    found.push({
      player_id: buyer.playerId ?? null,
      account_uuid: account,
      at: isoTime(at),
      step: term?.step ?? null,
      until: isoTimeOrNull(term?.until ?? null),
      causes: group.map(causeView),
    });
  }
  found.sort((one, other) => (one.at < other.at ? 1 : -1));
  const isRestricting = measure.action === 'restrict';
  const shown = found.slice(0, MOST_SHOWN);
  const counts = (count: number) => ({
    restricted: isRestricting ? count : 0,
    flagged: isRestricting ? 0 : count,
  });
  return {
    from: isoTime(from),
    to: isoTime(to),
    restricted: isRestricting ? shown : [],
    flagged: isRestricting ? [] : shown,
    days: daysOf(app, from, to, found).map(({ day, count }) => ({ day, ...counts(count) })),
    totals: {
      ...counts(found.length),
      players: earlier.size,
      exempt,
      undone: purchases.length,
    },
    is_cut: isCut || found.length > MOST_SHOWN,
  };
}

async function readUndone(db: Db, app: App, when: Definition['when'], from: number) {
  const name = nameOf(app);
  const purchases: UndonePurchase[] = [];
  let isCut = false;
  for (const provider of when.markets ?? MARKET_CODES) {
    const rows = await undoneSince(db, { ...name, provider, from, limit: MOST_UNDONE });
    isCut ||= rows.length === MOST_UNDONE;
    purchases.push(...rows.filter(({ test }) => test === 0));
  }
  return { purchases, isCut };
}

async function causesAmong(
  db: Db,
  app: App,
  when: Definition['when'],
  purchases: readonly UndonePurchase[],
): Promise<{ readonly account: string; readonly cause: Cause }[]> {
  const reports = await reportsOn(db, app, purchases);
  return purchases.flatMap((purchase) => {
    const cause = causeOf(when, purchase, reports.get(keyOf(purchase)) ?? []);
    return cause ? [{ account: purchase.account_uuid, cause }] : [];
  });
}

/** Every day from the first to the last, with the number of consequences. */
function daysOf({ timeZone }: App, from: number, to: number, found: readonly Found[]) {
  const dayOf = (at: number): string => writeDate(at, timeZone).slice(0, 'YYYY-MM-DD'.length);
  const counts = new Map<string, number>();
  for (let at = from; at < to; at += DAY_MS) counts.set(dayOf(at), 0);
  counts.set(dayOf(to), 0);
  for (const { at } of found) {
    const day = dayOf(Date.parse(at));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}
