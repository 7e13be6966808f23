// A transaction in the middle of which the thread that does it ends.
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
