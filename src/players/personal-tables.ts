// Notes of operators and entries of the audit log, in the table of personal data.
import { sql } from 'kysely';
import { personalTable } from '../identity/personal-data.ts';
import { erasureTarget } from './erasure-target.ts';

export const noteTable = personalTable({
  table: 'player_note',
  by: 'player_id',
  key: ['note_id'],
  section: 'notes',
  columns: ['note_id', 'text', 'author', 'created_at', 'edited_at'],
  erase: 'delete',
});

/** What was replayed stays, without the player; the requests are found by their events. */
export const replayTable = personalTable({
  table: 'outbox_replay',
  of: 'project',
  by: ({ appid, playerId }) => sql`appid = ${appid} and player_id = ${playerId}`,
  key: ['replay_id'],
  section: 'replays',
  columns: ['replay_id', 'channel', 'state', 'from_at', 'to_at', 'created_at', 'finished_at'],
  erase: {
    set: () => ({ player_id: null }),
    keeps: [
      'game_index',
      'replay_id',
      'channel',
      'state',
      'from_at',
      'to_at',
      'events',
      'appid',
      'requests',
      'sent',
      'actor_kind',
      'actor',
      'created_at',
      'finished_at',
    ],
  },
});

/** Found by their targets; those of notes and grants are longer. The values go, because texts are in them. */
export const auditTable = personalTable({
  table: 'audit_log',
  of: 'project',
  by({ gameIndex, appid, playerId, accounts }) {
    const page = `apps/${appid}/players/${playerId}`;
    const notes = `${page}/`;
    const same = sql.join([
      page,
      `apps/${appid}/restrictions/${playerId}`,
      `projects/${gameIndex}/outbox/restriction/players/${playerId}`,
    ]);
    const grants = accounts.map((account) => `apps/${appid}/accounts/${account}/`);
    const length = sql.lit(grants[0]?.length ?? 0);
    return sql`(target in (${same})
      or substr(target, 1, ${sql.lit(notes.length)}) = ${notes}
      or substr(target, 1, ${length}) in (${sql.join(grants)}))`;
  },
  key: ['audit_id'],
  section: 'audit_entries',
  erase: {
    set: ({ appid, pseudonym }) => ({
      target: erasureTarget(appid, pseudonym),
      before_change: null,
      after_change: null,
    }),
    keeps: ['game_index', 'audit_id', 'at', 'actor_kind', 'actor', 'action'],
  },
});
