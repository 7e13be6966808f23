// The restriction of a player as measures see it: whose it is, and the one that the active effects ask for.
import { writeDate } from '../base/dates.ts';
import { type Actor, applyWithin, type Change } from '../restriction/changes.ts';
import { hasExpired, type Restriction } from '../restriction/rules.ts';
import { readHistory, readRestrictions } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { App, AppName } from '../tenants/directory.ts';
import { causesIn } from './causes.ts';
import { setRestrictionSeq } from './effects-store.ts';

export interface Standing {
  /** Undefined when there is none, or its time is over. */
  readonly live: Restriction | undefined;
  /** Number of the newest entry in the history; 0 without one. */
  readonly seq: number;
  /** Number of the newest entry by a person, a key, a client or a token; 0 without one. */
  readonly personSeq: number;
  /** Whether the live restriction was set by somebody else than a measure. */
  readonly isPersons: boolean;
}

export async function standingOf(
  tx: Db,
  { appid, gameIndex }: App,
  playerId: bigint,
  now: number,
): Promise<Standing> {
  const app = { appid, gameIndex };
  const found = (await readRestrictions(tx, app, [playerId])).get(playerId);
  const live = found && !hasExpired(found, now) ? found : undefined;
  const newest = await readHistory(tx, { ...app, playerId, beforeSeq: LAST_SEQ, limit: 1 });
  const byPerson = await newestByPerson(tx, { ...app, playerId });
  return {
    live,
    seq: newest[0]?.seq ?? 0,
    personSeq: byPerson?.seq ?? 0,
    isPersons: live !== undefined && newest[0]?.actor_kind !== 'measure',
  };
}

const LAST_SEQ = Number.MAX_SAFE_INTEGER;

const newestByPerson = statement((db, $: Params<AppName & { playerId: bigint }>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .select('seq')
    .where('player_id', '=', $.playerId)
    .where('actor_kind', 'not in', ['measure', 'system'])
    .orderBy('seq', 'desc')
    .limit(1),
).first;

/** The date that stands for no end. */
const NEVER = '9999-12-31 23:59:59';

/** The one that lasts longest; of equal ones, the oldest. */
function strongest(effects: readonly MeasureEffectTable[]): MeasureEffectTable | undefined {
  const lasts = ({ until }: MeasureEffectTable): number => until ?? Number.POSITIVE_INFINITY;
  return effects.toSorted((one, other) => lasts(other) - lasts(one) || compare(one, other))[0];
}

const compare = (one: MeasureEffectTable, other: MeasureEffectTable): number =>
  one.effect_id < other.effect_id ? -1 : 1;

interface Following {
  readonly app: App;
  readonly playerId: bigint;
  /** Those that are active now. */
  readonly active: readonly MeasureEffectTable[];
  readonly standing: Standing;
  /** In whose name a restriction is released. */
  readonly by: { readonly actor: Actor; readonly comment?: string | undefined };
  readonly now: number;
}

/** Makes the restriction what the active effects ask for. True when the game server is notified. */
export async function followEffects(tx: Db, following: Following): Promise<boolean> {
  const { app, playerId, active, standing, by, now } = following;
  const { live, isPersons } = standing;
  if (isPersons) return false;
  const wanted = strongest(active);
  if (!wanted) {
    if (!live) return false;
    return (await applyWithin(tx, [{ kind: 'release', app, playerId, ...by, now }])).notified;
  }
  if (live && isSame(live, wanted)) return false;
  const { results, numbers, notified } = await applyWithin(tx, [setting(following, wanted)]);
  // The type was deleted meanwhile.
  if (results[0] !== 0 || numbers[0] === undefined) return false;
  for (const { effect_id: effectId } of active) {
    const name = { appid: app.appid, gameIndex: app.gameIndex, effectId };
    await setRestrictionSeq(tx, { ...name, seq: numbers[0] });
  }
  return notified;
}

const isSame = (live: Restriction, { block_type, until }: MeasureEffectTable): boolean =>
  live.blockType === block_type && live.endsAt === until;

function setting({ app, playerId, now }: Following, effect: MeasureEffectTable): Change {
  const { since, until, block_type } = effect;
  return {
    kind: 'set',
    app,
    playerId,
    actor: { kind: 'measure', name: effect.rule_name },
    comment: commentOf(effect),
    skipBlocked: false,
    restriction: {
      status: until === null ? 'P' : 'B',
      blockType: block_type as number,
      startDate: writeDate(since, app.timeZone),
      endDate: until === null ? NEVER : writeDate(until, app.timeZone),
      startsAt: since,
      endsAt: until,
    },
    now,
  };
}

/** The purchases behind it, for the history. */
const commentOf = (effect: MeasureEffectTable): string =>
  causesIn(effect)
    .map(({ service_transaction_id, kind }) => `${service_transaction_id} ${kind}`)
    .join(', ')
    .slice(0, 1_000);
