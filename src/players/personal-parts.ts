// What operators wrote about a player: notes, and entries of the audit log.
import { auditAbout, renameAudited } from '../audit/personal-data.ts';
import {
  COUNT,
  type KnownPlayer,
  PAGE,
  type PersonalPart,
  pages,
} from '../identity/personal-data.ts';
import type { Db } from '../storage/db.ts';
import { erasureTarget } from './erasure-target.ts';

const notesOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('player_note')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

export const noteData: PersonalPart = {
  read: (db, player) => ({
    notes: pages(
      '',
      (after) =>
        notesOf(db, player)
          .select(['note_id', 'text', 'author', 'created_at', 'edited_at'])
          .where('note_id', '>', after)
          .orderBy('note_id')
          .limit(PAGE)
          .execute(),
      ({ note_id }) => note_id,
    ),
  }),
  async count(db, player) {
    const { count } = await notesOf(db, player).select(COUNT).executeTakeFirstOrThrow();
    return { player_note: Number(count) };
  },
  async erase(db, { gameIndex, appid, playerId }) {
    await db
      .deleteFrom('player_note')
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('player_id', '=', playerId)
      .execute();
    return { more: false };
  },
};

export const auditData: PersonalPart = {
  read: (db, player) => ({
    audit_entries: pages(
      '',
      (after) =>
        auditAbout(db, player)
          .selectAll()
          .where('audit_id', '>', after)
          .orderBy('audit_id')
          .limit(PAGE)
          .execute(),
      ({ audit_id }) => audit_id,
    ),
  }),
  async count(db, player) {
    const { count } = await auditAbout(db, player).select(COUNT).executeTakeFirstOrThrow();
    return { audit_log: Number(count) };
  },
  async erase(db, player) {
    await renameAudited(db, player, erasureTarget(player.appid, player.pseudonym));
    return { more: false };
  },
};
