// SQL of effects and their causes.
import { MARKET_CODES } from '../../payment/markets/markets.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { Market, MeasureCauseTable, MeasureEffectTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

interface EffectName extends AppName {
  readonly effectId: string;
}

export const findEffect = statement((db, $: Params<EffectName>) =>
  ofApp(db, $).selectFrom('measure_effect').selectAll().where('effect_id', '=', $.effectId),
).first;

export interface Filter {
  readonly playerId?: bigint | undefined;
  readonly ruleId?: string | undefined;
  readonly status?: MeasureEffectTable['status'] | undefined;
  /** Only flags: those that wait for a person, or the others. */
  readonly flags?: 'open' | 'closed' | undefined;
  /** Only these effects. */
  readonly ids?: readonly string[] | undefined;
}

interface PageOf {
  readonly after: string | undefined;
  readonly limit: number;
  readonly oldestFirst: boolean;
}

export async function listEffectRows(
  db: Db,
  app: AppName,
  filter: Filter,
  { after, limit, oldestFirst }: PageOf,
): Promise<MeasureEffectTable[]> {
  if (filter.ids?.length === 0) return [];
  let rows = matching(db, app, filter).selectAll();
  if (after !== undefined) rows = rows.where('effect_id', oldestFirst ? '>' : '<', after);
  return rows
    .orderBy('effect_id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

export async function countEffectRows(
  db: Db,
  app: AppName,
  filter: Filter,
  limit: number,
): Promise<number> {
  if (filter.ids?.length === 0) return 0;
  const { found } = await db
    .selectFrom(matching(db, app, filter).select('effect_id').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}

function matching(
  db: Db,
  { appid, gameIndex }: AppName,
  { playerId, ruleId, status, flags, ids }: Filter,
) {
  let rows = ofApp(db, { gameIndex, appid }).selectFrom('measure_effect');
  if (ids) rows = rows.where('effect_id', 'in', ids);
  if (playerId !== undefined) rows = rows.where('player_id', '=', playerId);
  if (ruleId !== undefined) rows = rows.where('rule_id', '=', ruleId);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (flags === 'open') rows = rows.where('status', '=', 'flagged');
  if (flags === 'closed')
    rows = rows.where('flag', 'is not', null).where('status', '<>', 'flagged');
  return rows;
}

/** How many effects each rule has had since a moment, and how many of them are flags. */
export const countByRule = statement((db, $: Params<AppName & { from: string }>) =>
  ofApp(db, $)
    .selectFrom('measure_effect')
    .select(({ fn }) => [
      'rule_id',
      fn.countAll<number>().as('effects'),
      fn.count<number>('flag').as('flags'),
    ])
    .where('effect_id', '>=', $.from)
    .groupBy('rule_id'),
);

/** All of a player, oldest first. */
export const effectsOf = statement((db, $: Params<AppName & { playerId: bigint }>) =>
  ofApp(db, $)
    .selectFrom('measure_effect')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .orderBy('effect_id'),
);

/** A player is flagged once for an effect, of another player on the same device or of their own. */
export const insertEffects = (tx: Db, rows: readonly MeasureEffectTable[]): Promise<void> =>
  insertRows(tx, 'measure_effect', rows, 'on conflict do nothing');

/** Everything about an effect that changes after it has begun. */
export const updateEffect = statement((db, $: Params<MeasureEffectTable>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('measure_effect')
    .set({
      status: $.status,
      flag: $.flag,
      until: $.until,
      restriction_seq: $.restriction_seq,
      ended_at: $.ended_at,
      end_reason: $.end_reason,
      closed_by: $.closed_by,
      note: $.note,
    })
    .where('effect_id', '=', $.effect_id),
);

type FlagsEnd = EffectName &
  Pick<MeasureEffectTable, 'status' | 'end_reason' | 'closed_by'> & {
    readonly flags: readonly NonNullable<MeasureEffectTable['flag']>[];
    readonly now: number;
  };

/** Ends the open flags that came from an effect. */
export const endFlagsOf = statement((db, $: Params<FlagsEnd>) =>
  ofApp(db, $)
    .updateTable('measure_effect')
    .set({
      status: $.status,
      end_reason: $.end_reason,
      ended_at: $.now,
      closed_by: $.closed_by,
    })
    .where('source_effect_id', 'is not', null)
    .where('source_effect_id', '=', $.effectId)
    .where('flag', 'in', $.flags)
    .where('status', '=', 'flagged'),
);

/** Flags by the effects that they came from. */
export const findFlagsOf = statement((db, $: Params<AppName & { sources: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('measure_effect')
    .select('effect_id')
    .where('source_effect_id', 'is not', null)
    .where('source_effect_id', 'in', $.sources),
);

interface OfRules extends AppName {
  readonly rules: readonly string[];
  readonly keys: readonly string[];
}

/** Which of these purchases have had their effect. */
export const causesOfRules = statement((db, $: Params<OfRules>) =>
  ofApp(db, $)
    .selectFrom('measure_cause')
    .select(['rule_id', 'provider', 'unique_key'])
    .where('rule_id', 'in', $.rules)
    .where('provider', 'in', MARKET_CODES)
    .where('unique_key', 'in', $.keys),
);

/** The effects that a purchase is a cause of, by the rules that are still there. */
export const findCausedBy = statement(
  (db, $: Params<AppName & { provider: Market; key: string }>) =>
    ofApp(db, $)
      .selectFrom('measure_cause as c')
      .innerJoin('measure_rule as r', (join) =>
        join
          .onRef('r.game_index', '=', 'c.game_index')
          .onRef('r.appid', '=', 'c.appid')
          .onRef('r.rule_id', '=', 'c.rule_id'),
      )
      .select('c.effect_id')
      .where('r.game_index', '=', $.gameIndex)
      .where('r.appid', '=', $.appid)
      .where('c.provider', '=', $.provider)
      .where('c.unique_key', '=', $.key),
);

export const insertCauses = (tx: Db, rows: readonly MeasureCauseTable[]): Promise<void> =>
  insertRows(tx, 'measure_cause', rows);

export const removeCausesOf = statement((db, $: Params<EffectName & { ruleId: string }>) =>
  ofApp(db, $)
    .deleteFrom('measure_cause')
    .where('rule_id', '=', $.ruleId)
    .where('effect_id', '=', $.effectId),
);
