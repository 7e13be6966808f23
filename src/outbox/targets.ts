// Who receives messages, as the relay and both halves ask for every one; the threads of SQLite load no shapes for it.
import type { Vault } from '../base/vault.ts';
import { oneOf, type Queryable, query, queryPrepared } from '../storage/rows.ts';
import type { Channel, ReceiverTable } from '../storage/schema.ts';
import type { Target } from './channel.ts';
import type { Lane } from './relay/lanes.ts';

/** Where messages go now; undefined while nothing is registered, and then they wait. */
export async function readTarget(
  tx: Queryable,
  vault: Vault,
  { gameIndex, channel }: Lane,
): Promise<Target | undefined> {
  const [row] = await query<Pick<ReceiverTable, 'url' | 'sealed_key'>>(
    tx,
    'select url, sealed_key from receiver where game_index = ? and channel = ?',
    [gameIndex, channel],
  );
  return row && { url: row.url, key: vault.unseal(row.sealed_key) };
}

/** Which of these projects have a receiver. */
export async function projectsWithReceiver(
  tx: Queryable,
  channel: Channel,
  projects: readonly number[],
): Promise<Set<number>> {
  const among = oneOf(tx, 'game_index', projects);
  const rows = await queryPrepared<{ game_index: number }>(
    tx,
    `select game_index from receiver where channel = ? and ${among.text}`,
    [channel, among.parameter],
  );
  return new Set(rows.map((row) => row.game_index));
}

/** Which of these apps are of a project with a receiver, with that project. */
export function appsWithReceiver(
  tx: Queryable,
  channel: Channel,
  appids: readonly string[],
): Promise<readonly { readonly game_index: number; readonly appid: string }[]> {
  const among = oneOf(tx, 'a.appid', appids);
  // In one order everywhere, so that no two transactions wait for each other.
  return queryPrepared(
    tx,
    `select r.game_index, a.appid from app a
      join receiver r on r.game_index = a.game_index and r.channel = ?
      where ${among.text} order by r.game_index, a.appid`,
    [channel, among.parameter],
  );
}
