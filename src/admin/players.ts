// Admin routes of one player: accounts, devices, logins and notes.
import type { FastifyInstance } from 'fastify';
import { listOf, pageOf } from '../base/paging.ts';
import {
  LoginQuery,
  listAccounts,
  listDevices,
  listLogins,
  PlayerAccount,
  PlayerDevice,
  PlayerLogin,
} from '../players/logins.ts';
import {
  addNote,
  deleteNote,
  editNote,
  listNotes,
  NoteInput,
  NoteQuery,
  PlayerNote,
} from '../players/notes.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const PLAYER = '/apps/:appid/players/:player_id';

export function onePlayerRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', `${PLAYER}/accounts`, {
    operation: 'player.accounts',
    summary: 'Lists the accounts of a player, linked last first.',
    needs: 'viewer',
    answer: listOf(PlayerAccount),
    run: ({ params }) => listAccounts(deps, params),
  });
  adminRoute(scope, 'GET', `${PLAYER}/devices`, {
    operation: 'player.devices',
    summary: 'Lists the devices of a player, last used first, with the other players on them.',
    needs: 'viewer',
    answer: listOf(PlayerDevice),
    run: ({ params }) => listDevices(deps, params),
  });
  adminRoute(scope, 'GET', `${PLAYER}/logins`, {
    operation: 'player.logins',
    summary: 'Lists the logins of a player, newest first.',
    needs: 'viewer',
    query: LoginQuery,
    answer: pageOf(PlayerLogin),
    run: ({ params, query }) => listLogins(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', `${PLAYER}/notes`, {
    operation: 'player.notes',
    summary: 'Lists the notes about a player, newest first.',
    needs: 'viewer',
    query: NoteQuery,
    answer: pageOf(PlayerNote),
    run: ({ params, query }) => listNotes(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'POST', `${PLAYER}/notes`, {
    operation: 'player.note-add',
    summary: 'Adds a note about a player.',
    needs: 'operator',
    body: NoteInput,
    answer: PlayerNote,
    status: 201,
    run: ({ params, body, actor }) => addNote(deps, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'PATCH', `${PLAYER}/notes/:note_id`, {
    operation: 'player.note-edit',
    summary: "Changes one's own note about a player.",
    needs: 'operator',
    body: NoteInput,
    answer: PlayerNote,
    run: ({ params, body, actor }) => editNote(deps, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', `${PLAYER}/notes/:note_id`, {
    operation: 'player.note-delete',
    summary: 'Deletes a note about a player. The audit log keeps its text.',
    needs: 'operator',
    run: ({ params, actor }) => deleteNote(deps, actor, params),
  });
}
