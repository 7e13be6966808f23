// What others see of effects: the player's restriction and the events for the app server.
import { writeDate } from '../../base/dates.ts';
import type { Event } from '../../payment/ledger/events.ts';
import { type Actor, applyWithin, type Change } from '../../restriction/changes.ts';
import { hasExpired, type Restriction } from '../../restriction/rules.ts';
import { otherScope } from '../../restriction/scopes.ts';
import { readScope } from '../../restriction/store.ts';
import type { Db } from '../../storage/db.ts';
import type { MeasureEffectTable, MeasureRuleTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { type App, type AppName, nameOf } from '../../tenants/directory.ts';
import { causesIn } from '../decide/causes.ts';
import type { PlayerRestriction } from '../decide/decide.ts';
import { definitionOf } from '../rules/rule.ts';
import { updateEffect } from './effects-store.ts';

export async function readRestriction(
  tx: Db,
  app: App,
  playerId: bigint,
  scope: string,
  now: number,
): Promise<PlayerRestriction> {
  const name = nameOf(app);
  const found = (await readScope(tx, name, scope, [playerId])).get(playerId);
  const live = found && !hasExpired(found, now) ? found : undefined;
  const newest = await newestChange(tx, { ...name, playerId, scope });
  const byPerson = await newestByPerson(tx, { ...name, playerId, scope });
  return {
    live,
    seq: newest?.seq ?? 0,
    personSeq: byPerson?.seq ?? 0,
    isByPerson: live !== undefined && newest?.actor_kind !== 'measure',
  };
}

type InScope = AppName & { readonly playerId: bigint; readonly scope: string };

const newestFirst = (db: Db, $: Params<InScope>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .select(['seq', 'actor_kind'])
    .where('player_id', '=', $.playerId)
    .where('scope', '=', $.scope)
    .orderBy('seq', 'desc')
    .limit(1);

const newestChange = statement((db, $: Params<InScope>) => newestFirst(db, $)).first;

const newestByPerson = statement((db, $: Params<InScope>) =>
  newestFirst(db, $).where('actor_kind', 'not in', ['measure', 'consent', 'system']),
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

interface Restricted {
  readonly app: App;
  readonly playerId: bigint;
  readonly scope: string;
  /** The effects of the scope that are active now. */
  readonly active: readonly MeasureEffectTable[];
  readonly restriction: PlayerRestriction;
  /** Who releases the restriction when no effect is active. */
  readonly by: { readonly actor: Actor; readonly comment?: string | undefined };
  readonly now: number;
}

/** Makes the restriction what the active effects ask for. True when the game server is notified. */
export async function updateRestriction(tx: Db, player: Restricted): Promise<boolean> {
  const { app, playerId, scope, active, restriction, by, now } = player;
  const { live, isByPerson } = restriction;
  if (isByPerson) return false;
  const wanted = strongest(active);
  if (!wanted) {
    if (!live) return false;
    return (await applyWithin(tx, [{ kind: 'release', app, playerId, scope, ...by, now }]))
      .notified;
  }
  if (live && isSame(live, wanted)) return false;
  const { results, numbers, notified } = await applyWithin(tx, [changeTo(player, wanted)]);
  const [seq] = numbers;
  // The type was deleted meanwhile.
  if (results[0] !== 0 || seq === undefined) return false;
  for (const effect of active) await updateEffect(tx, { ...effect, restriction_seq: seq });
  return notified;
}

const isSame = (live: Restriction, { block_type, until }: MeasureEffectTable): boolean =>
  live.blockType === block_type && live.endsAt === until;

function changeTo({ app, playerId, scope, now }: Restricted, effect: MeasureEffectTable): Change {
  const { since, until, block_type } = effect;
  return {
    kind: 'set',
    app,
    playerId,
    scope,
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

export function measureEvent(
  type: 'measure.taken' | 'measure.lifted',
  effect: MeasureEffectTable,
): Event {
  const causes = causesIn(effect);
  const [first] = causes;
  if (!first) throw new Error(`effect ${effect.effect_id} has no cause`);
  return {
    type,
    about: { provider: first.provider, subject: first.unique_key },
    data: {
      appid: effect.appid,
      playerId: BigInt(effect.player_id),
      ruleId: effect.rule_id,
      ruleName: effect.rule_name,
      effectId: effect.effect_id,
      kind: effect.flag === null ? 'restriction' : 'flag',
      blockType: effect.block_type,
      ...otherScope(effect.scope),
      step: effect.step,
      until: effect.until,
      ...(type === 'measure.lifted' && { reason: effect.end_reason }),
      purchases: causes.map((cause) => ({
        providerId: cause.provider,
        transactionId: cause.transaction_id,
        serviceTransactionId: cause.service_transaction_id,
        productId: cause.product_id,
        cause: cause.kind,
      })),
    },
  };
}

/** Flags that only concern people are not sent. */
const isSent = ({ flag }: MeasureEffectTable): boolean =>
  flag === null || flag === 'rule' || flag === 'restricted_by_person';

/** Events of effects that ended and began, unless their rule sends none. */
export function eventsOf(
  rules: readonly MeasureRuleTable[],
  begun: readonly MeasureEffectTable[],
  ended: readonly MeasureEffectTable[],
): Event[] {
  const isWanted = (effect: MeasureEffectTable): boolean => {
    const rule = rules.find(({ rule_id }) => rule_id === effect.rule_id);
    return isSent(effect) && (!rule || definitionOf(rule).measure.event !== false);
  };
  return [
    ...ended.filter(isWanted).map((effect) => measureEvent('measure.lifted', effect)),
    ...begun.filter(isWanted).map((effect) => measureEvent('measure.taken', effect)),
  ];
}
