// Entries of the audit log about one player: found by their targets, and renamed when the player is erased.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../storage/db.ts';

interface Audited {
  readonly gameIndex: number;
  readonly appid: string;
  readonly playerId: bigint;
}

/** Their notes have longer targets. */
const targetsOf = ({ gameIndex, appid, playerId }: Audited) => [
  `apps/${appid}/players/${playerId}`,
  `apps/${appid}/restrictions/${playerId}`,
  `projects/${gameIndex}/outbox/restriction/players/${playerId}`,
];

function isAbout(player: Audited): RawBuilder<boolean> {
  const [page = '', ...others] = targetsOf(player);
  const notes = `${page}/`;
  const same = sql.join([page, ...others]);
  return sql<boolean>`(target in (${same}) or substr(target, 1, ${sql.lit(notes.length)}) = ${notes})`;
}

export const auditAbout = (db: Db, player: Audited) =>
  db.selectFrom('audit_log').where('game_index', '=', player.gameIndex).where(isAbout(player));

/** Who did what and when stays; the values go, because they have notes and comments in them. */
export async function renameAudited(db: Db, player: Audited, name: string): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ target: name, before_change: null, after_change: null })
    .where('game_index', '=', player.gameIndex)
    .where(isAbout(player))
    .execute();
}
