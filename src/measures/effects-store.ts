// SQL of effects: what rules did about players.
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { MeasureCauseTable, MeasureEffectTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { AppName } from '../tenants/directory.ts';
import { MARKETS } from './purchases-store.ts';

export interface EffectName extends AppName {
  readonly effectId: string;
}

export const findEffect = statement((db, $: Params<EffectName>) =>
  db
    .selectFrom('measure_effect')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('effect_id', '=', $.effectId),
).first;

export interface Filter {
  readonly playerId?: bigint | undefined;
  readonly ruleId?: string | undefined;
  readonly status?: MeasureEffectTable['status'] | undefined;
  /** Only flags: those that wait for a person, or the others. */
  readonly flags?: 'open' | 'closed' | undefined;
}

/** Open flags are a queue, oldest first; all else is newest first. */
export function listEffectRows(
  db: Db,
  { appid, gameIndex }: AppName,
  { playerId, ruleId, status, flags }: Filter,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<MeasureEffectTable[]> {
  let rows = db
    .selectFrom('measure_effect')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid);
  const isQueue = flags === 'open';
  if (page.after !== undefined) rows = rows.where('effect_id', isQueue ? '>' : '<', page.after);
  if (playerId !== undefined) rows = rows.where('player_id', '=', playerId);
  if (ruleId !== undefined) rows = rows.where('rule_id', '=', ruleId);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (flags === 'open') rows = rows.where('status', '=', 'flagged');
  if (flags === 'closed')
    rows = rows.where('flag', 'is not', null).where('status', '<>', 'flagged');
  return rows
    .orderBy('effect_id', isQueue ? 'asc' : 'desc')
    .limit(page.limit)
    .execute();
}

/** All of a player, oldest first. */
export const effectsOf = statement((db, $: Params<AppName & { playerId: bigint }>) =>
  db
    .selectFrom('measure_effect')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('player_id', '=', $.playerId)
    .orderBy('effect_id'),
);

/** A player with the same device is flagged once for an effect. */
export const insertEffects = (tx: Db, rows: readonly MeasureEffectTable[]): Promise<void> =>
  insertRows(tx, 'measure_effect', rows, 'on conflict do nothing');

type Ending = EffectName &
  Pick<MeasureEffectTable, 'status' | 'end_reason' | 'closed_by' | 'note'> & {
    readonly now: number;
  };

export const endEffect = statement((db, $: Params<Ending>) =>
  db
    .updateTable('measure_effect')
    .set({
      status: $.status,
      end_reason: $.end_reason,
      ended_at: $.now,
      closed_by: $.closed_by,
      note: $.note,
    })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('effect_id', '=', $.effectId),
);

export const setRestrictionSeq = statement((db, $: Params<EffectName & { seq: number }>) =>
  db
    .updateTable('measure_effect')
    .set({ restriction_seq: $.seq })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('effect_id', '=', $.effectId),
);

/** Flags of players on the same device end with the effect that they came from. */
export const endFlagsOf = statement((db, $: Params<EffectName & { now: number }>) =>
  db
    .updateTable('measure_effect')
    .set({ status: 'lifted', end_reason: 'undone', ended_at: $.now })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('source_effect_id', 'is not', null)
    .where('source_effect_id', '=', $.effectId)
    .where('status', '=', 'flagged'),
);

interface OfRules extends AppName {
  readonly rules: readonly string[];
  readonly keys: readonly string[];
}

/** Which of these purchases have had their consequence. */
export const causesOfRules = statement((db, $: Params<OfRules>) =>
  db
    .selectFrom('measure_cause')
    .select(['rule_id', 'provider', 'unique_key'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('rule_id', 'in', $.rules)
    .where('provider', 'in', MARKETS)
    .where('unique_key', 'in', $.keys),
);

export const insertCauses = (tx: Db, rows: readonly MeasureCauseTable[]): Promise<void> =>
  insertRows(tx, 'measure_cause', rows);

export const removeCausesOf = statement((db, $: Params<EffectName & { ruleId: string }>) =>
  db
    .deleteFrom('measure_cause')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('rule_id', '=', $.ruleId)
    .where('effect_id', '=', $.effectId),
);
