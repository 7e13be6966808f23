// Players who have logged in on the devices of another one.
import { othersOnDevice, readDevices } from '../players/logins-store.ts';
import type { Db } from '../storage/db.ts';
import type { AppName } from '../tenants/directory.ts';

/** More are not looked at: a device of a shop or a test has any number of players. */
const MOST_DEVICES = 20;
const MOST_PLAYERS = 20;

export async function playersOnSameDevices(
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
