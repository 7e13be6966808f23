// Players who have logged in on the devices of another one.
import { timeOrderedId } from '../base/ids.ts';
import { othersOnDevice, readDevices } from '../players/logins-store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable, MeasureRuleTable } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';
import { insertEffects } from './effects-store.ts';
import { definitionOf } from './rule-shapes.ts';

/** More are not looked at: a device of a shop or a test has any number of players. */
const MOST_DEVICES = 20;
const MOST_PLAYERS = 20;

async function playersOnSameDevices(
  db: Db,
  player: AppName & { readonly playerId: bigint },
): Promise<bigint[]> {
  const found = new Set<bigint>();
  for (const { did } of await readDevices(db, { ...player, limit: MOST_DEVICES })) {
    const device = { ...player, did: BigInt(did), limit: MOST_PLAYERS };
    for (const { player_id } of await othersOnDevice(db, device)) found.add(BigInt(player_id));
  }
  return [...found].slice(0, MOST_PLAYERS);
}

/** A rule flags players on the same devices; it never restricts them. */
export async function flagSameDevices(
  tx: Db,
  player: AppName & { readonly playerId: bigint },
  rules: readonly MeasureRuleTable[],
  taken: readonly MeasureEffectTable[],
  now: number,
): Promise<MeasureEffectTable[]> {
  const sources = taken.filter(({ status, rule_id }) => {
    const rule = rules.find((each) => each.rule_id === rule_id);
    return status === 'active' && rule && definitionOf(rule).measure.same_device === 'flag';
  });
  if (sources.length === 0) return [];
  const others = await playersOnSameDevices(tx, player);
  const flags = sources.flatMap((source) =>
    others.map(
      (other): MeasureEffectTable => ({
        ...source,
        effect_id: timeOrderedId(now),
        player_id: other,
        status: 'flagged',
        flag: 'same_device',
        step: null,
        block_type: null,
        until: null,
        paid_again: 0,
        restriction_seq: null,
        source_effect_id: source.effect_id,
      }),
    ),
  );
  await insertEffects(tx, flags);
  return flags;
}
