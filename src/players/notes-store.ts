// SQL of the notes about players. Every statement names the project.
import type { Db } from '../storage/db.ts';
import type { PlayerNoteTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';

export interface NotesOf {
  readonly gameIndex: number;
  readonly appid: string;
  readonly playerId: bigint;
}

export interface NoteName extends NotesOf {
  readonly noteId: string;
}

/** Newest first, starting after `before`. */
export const readNotes = statement((db, $: Params<NotesOf & { before: string; limit: number }>) =>
  ofApp(db, $)
    .selectFrom('player_note')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .where('note_id', '<', $.before)
    .orderBy('note_id', 'desc')
    .limit($.limit),
);

export const findNote = statement((db, $: Params<NoteName>) =>
  ofApp(db, $)
    .selectFrom('player_note')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .where('note_id', '=', $.noteId),
).first;

export async function insertNote(tx: Db, note: PlayerNoteTable): Promise<void> {
  await tx.insertInto('player_note').values(note).execute();
}

export const changeNote = statement((db, $: Params<NoteName & { text: string; now: number }>) =>
  ofApp(db, $)
    .updateTable('player_note')
    .set({ text: $.text, edited_at: $.now })
    .where('player_id', '=', $.playerId)
    .where('note_id', '=', $.noteId),
);

export const removeNote = statement((db, $: Params<NoteName>) =>
  ofApp(db, $)
    .deleteFrom('player_note')
    .where('player_id', '=', $.playerId)
    .where('note_id', '=', $.noteId),
);
