// Notes of operators about a player: add, edit one's own, delete; every change is in the audit log.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, isRejection, makeChange, notFound, type Rejection } from '../audit/operation.ts';
import { timeOrderedId } from '../base/ids.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import type { PlayerNoteTable } from '../storage/schema.ts';
import { changeNote, findNote, insertNote, readNotes, removeNote } from './notes-store.ts';
import { type Player, type PlayerDeps, type PlayerKey, playerOf } from './player.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const NoteId = Type.String({ pattern: `^${UUID}$`, description: 'Note id.' });

export const NoteInput = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: '\\S',
      description: 'What others should know about the player.',
    }),
  },
  { additionalProperties: false },
);
export type NoteInput = Type.Static<typeof NoteInput>;

export const NoteQuery = Type.Object(pageBy(new RegExp(`^${UUID}$`)), {
  additionalProperties: false,
});
export type NoteQuery = Type.Static<typeof NoteQuery>;

export const PlayerNote = namedObject('PlayerNote', {
  note_id: Type.String(),
  text: Type.String(),
  author: Type.Object({
    kind: Type.Enum(['admin', 'console'], { description: 'An admin token, or a person.' }),
    name: Type.String({ description: 'Name of the token, or e-mail address.' }),
  }),
  created_at: Type.String(),
  edited_at: orNull(Type.String()),
});
export type PlayerNote = Type.Static<typeof PlayerNote>;

interface NoteKey extends PlayerKey {
  readonly note_id: string;
}

/** Newest first. */
export async function listNotes(
  deps: PlayerDeps,
  { limit = DEFAULT_LIMIT, after = LAST, ...key }: NoteQuery & PlayerKey,
): Promise<Page<PlayerNote> | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  const rows = await readNotes(deps.context.storage.db, {
    ...namesOf(player),
    before: after,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.note_id, view);
}

/** After every id. */
const LAST = 'g';

export async function addNote(
  deps: PlayerDeps,
  actor: Actor,
  { text, ...key }: NoteInput & PlayerKey,
): Promise<PlayerNote | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  return makeChange(deps.context, actor, async (tx, now) => {
    const { gameIndex, appid, playerId } = namesOf(player);
    const row: PlayerNoteTable = {
      game_index: gameIndex,
      appid,
      player_id: playerId,
      note_id: timeOrderedId(now),
      text: text.trim(),
      author_kind: actor.kind === 'console' ? 'console' : 'admin',
      author: actor.name,
      created_at: now,
      edited_at: null,
    };
    await insertNote(tx, row);
    const entry = audit('create', player, row.note_id, { after: { text: row.text } });
    return { value: view(row), audit: entry };
  });
}

/** Only the author changes what a note says. */
export async function editNote(
  deps: PlayerDeps,
  actor: Actor,
  { text, note_id: noteId, ...key }: NoteInput & NoteKey,
): Promise<PlayerNote | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  return makeChange(deps.context, actor, async (tx, now) => {
    const name = { ...namesOf(player), noteId };
    const row = await findNote(tx, name);
    if (!row) return unknownNote(player, noteId);
    if (row.author_kind !== actor.kind || row.author !== actor.name) {
      return invalid('note_id', `Only ${row.author} can edit this note. Add a note of your own.`);
    }
    const after = { ...row, text: text.trim(), edited_at: now };
    await changeNote(tx, { ...name, text: after.text, now });
    const values = { before: { text: row.text }, after: { text: after.text } };
    return { value: view(after), audit: audit('change', player, noteId, values) };
  });
}

export async function deleteNote(
  deps: PlayerDeps,
  actor: Actor,
  { note_id: noteId, ...key }: NoteKey,
): Promise<PlayerNote | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  return makeChange(deps.context, actor, async (tx) => {
    const name = { ...namesOf(player), noteId };
    const row = await findNote(tx, name);
    if (!row) return unknownNote(player, noteId);
    await removeNote(tx, name);
    const before = { text: row.text, author: row.author };
    return { value: view(row), audit: audit('delete', player, noteId, { before }) };
  });
}

const namesOf = ({ app: { gameIndex, appid }, playerId }: Player) => ({
  gameIndex,
  appid,
  playerId,
});

const unknownNote = ({ playerId }: Player, noteId: string): Rejection =>
  notFound(`Player ${playerId} has no note ${noteId}.`);

const audit = (
  verb: string,
  { app: { gameIndex, appid }, playerId }: Player,
  noteId: string,
  values: { before?: object; after?: object },
) => ({
  action: `player-note.${verb}`,
  gameIndex,
  target: `apps/${appid}/players/${playerId}/notes/${noteId}`,
  ...values,
});

const view = (row: PlayerNoteTable): PlayerNote => ({
  note_id: row.note_id,
  text: row.text,
  author: { kind: row.author_kind, name: row.author },
  created_at: isoTime(row.created_at),
  edited_at: isoTimeOrNull(row.edited_at),
});
