// Transactions for the thread of SQLite: one that ends it, one that lasts, one that makes an id.
import { timeOrderedId } from '../../src/base/ids.ts';
import type { Procedure } from '../../src/storage/procedure.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { laneOf } from './lane.ts';

export const ending: Procedure<number, void> = {
  module: import.meta.url,
  name: 'ending',
  async work(tx, game_index) {
    await insertRows(tx, 'outbox_lane', [laneOf(game_index)]);
    // In a thread this ends the thread, not the process.
    process.exit(1);
  },
};

export const lasting: Procedure<number, number> = {
  module: import.meta.url,
  name: 'lasting',
  async work(tx, game_index) {
    await insertRows(tx, 'outbox_lane', [laneOf(game_index)]);
    return game_index;
  },
};

export const identifying: Procedure<number, string> = {
  module: import.meta.url,
  name: 'identifying',
  work: async (_tx, now) => timeOrderedId(now),
};
