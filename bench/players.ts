// The players that the cases speak of, and a fast way to restrict many of them beforehand.
import type { Service } from '../src/service.ts';
import { insertRows } from '../src/storage/rows.ts';
import type { BenchApp } from './case.ts';

const FIRST_PLAYER = 10_000_000_000;
/** Has no factor in common with the powers of ten that the cases count in, so every player comes up. */
const STRIDE = 617_333;
const CHUNK = 10_000;
const FIRST_END = Date.UTC(2035, 0, 1);

/** The `index`th of `count` players in an order that jumps about, as real callers do. */
export function playerId(index: number, count: number): number {
  return FIRST_PLAYER + ((index * STRIDE) % count);
}

export const START_DATE = '2026-01-01 00:00:00';

/** As time goes by, periods end later: those of the `index`th request a second after the one before. */
export function endDate(index: number): string {
  return new Date(FIRST_END + index * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

export async function restrictPlayers(
  { context }: Service,
  app: BenchApp,
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += CHUNK) {
    const players = Array.from({ length: Math.min(CHUNK, count - first) }, (_, offset) => ({
      game_index: app.gameIndex,
      appid: app.appid,
      player_id: FIRST_PLAYER + first + offset,
      scope: 'login',
      status: 'B' as const,
      block_type: app.blockType,
      start_date: START_DATE,
      end_date: endDate(first + offset),
      starts_at: Date.UTC(2026, 0, 1),
      ends_at: FIRST_END + (first + offset) * 1_000,
      changed_at: context.clock(),
      actor_kind: null,
      actor: null,
      since_seq: 0,
      appealed: 0 as const,
      with_devices: 0 as const,
    }));
    await context.storage.db
      .transaction()
      .execute((tx) => insertRows(tx, 'restricted_player', players));
  }
}
