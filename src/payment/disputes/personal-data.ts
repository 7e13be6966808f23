// Disputes in the table of personal data: what was drafted and sent tells about the player.
import { sql } from 'kysely';
import { personalTable } from '../../identity/personal-data.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';

export const disputeTable = personalTable({
  table: 'dispute',
  by: 'player_id',
  key: ['dispute_id'],
  section: 'disputes',
  columns: [
    'dispute_id',
    'gateway',
    'order_id',
    'state',
    'reason',
    'amount',
    'currency',
    'opened_at',
    'decided_at',
    'draft',
    'evidence',
    'sent_at',
  ],
  erase: {
    set: () => ({
      player_id: ERASED_PLAYER,
      draft: null,
      evidence: null,
      edited_by: null,
      refusal: null,
    }),
    keeps: [
      'game_index',
      'appid',
      'dispute_id',
      'gateway',
      'order_id',
      'state',
      'inquiry',
      'reason',
      'network_reason',
      'amount',
      'currency',
      'opened_at',
      'due_at',
      'decided_at',
      'submissions',
      'read_at',
      'version',
      'edited_at',
      'sending',
      'submission_id',
      'sent_at',
      'sent_by',
      'settled_at',
    ],
  },
  // What is on its way to the bank stays until it is certain that it arrived, or did not.
  erasable: () => sql`sending <> 'under_way'`,
  waiting: 'dispute',
});
