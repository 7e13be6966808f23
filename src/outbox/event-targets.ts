// Where a project is told of its purchases: the receiver of events, registered by whoever wants them.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, invalid, makeChange, notFound, type Refusal } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { newSecret, type Vault } from '../base/vault.ts';
import { GameIndex, lockProject, unknownProject } from '../tenants/projects.ts';
import { urlProblem } from './game-servers.ts';

const HINT_LENGTH = 4;

export const EventTargetInput = Type.Object(
  {
    url: Type.String({
      pattern: '^[\\x21-\\x7e]{1,2000}$',
      description: 'Where events are sent: an http or https URL.',
    }),
    key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{16,512}$',
        description:
          'Signs the events, and is sent as a bearer token. Absent: the present key stays; a first registration makes one and shows it once.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type EventTargetInput = Type.Static<typeof EventTargetInput>;

export const EventTarget = Type.Object({
  game_index: GameIndex,
  url: Type.String(),
  key_hint: Type.String({ description: 'The last characters of the key.' }),
  updated_at: Type.String(),
});
export type EventTarget = Type.Static<typeof EventTarget>;

export const RegisteredEventTarget = Type.Object({
  ...EventTarget.properties,
  key: Type.Optional(Type.String({ description: 'The key, when it was made just now.' })),
});
export type RegisteredEventTarget = Type.Static<typeof RegisteredEventTarget>;

const notRegistered = (gameIndex: number): Refusal =>
  notFound(`Project ${gameIndex} has no receiver of events.`);

export async function registerEventTarget(
  desk: Desk,
  actor: Actor,
  { game_index, url, key }: EventTargetInput & { readonly game_index: number },
): Promise<RegisteredEventTarget | Refusal> {
  const problem = urlProblem(url);
  if (problem) return invalid('url', problem);
  return makeChange(desk, actor, async (tx, now) => {
    if (!(await lockProject(tx, game_index))) return unknownProject(game_index);
    const old = await tx
      .selectFrom('event_target')
      .selectAll()
      .where('game_index', '=', game_index)
      .executeTakeFirst();
    const made = key ?? newSecret('tge').secret;
    const sealed_key = key === undefined && old ? old.sealed_key : desk.vault.seal(made);
    const row = { game_index, url, sealed_key, updated_at: now };
    await tx
      .insertInto('event_target')
      .values(row)
      .onConflict((conflict) => conflict.column('game_index').doUpdateSet(row))
      .execute();
    const after = view(desk.vault, row);
    const before = old && view(desk.vault, old);
    return {
      value: { ...after, ...(key === undefined && !old && { key: made }) },
      audit: audit('set', game_index, { ...(before && { before }), after }),
    };
  });
}

export async function readEventTarget(
  desk: Desk,
  gameIndex: number,
): Promise<EventTarget | Refusal> {
  const row = await desk.storage.db
    .selectFrom('event_target')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row ? view(desk.vault, row) : notRegistered(gameIndex);
}

export function removeEventTarget(
  desk: Desk,
  actor: Actor,
  gameIndex: number,
): Promise<EventTarget | Refusal> {
  return makeChange(desk, actor, async (tx) => {
    const row = await tx
      .deleteFrom('event_target')
      .where('game_index', '=', gameIndex)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notRegistered(gameIndex);
    const before = view(desk.vault, row);
    return { value: before, audit: audit('remove', gameIndex, { before }) };
  });
}

const audit = (verb: string, gameIndex: number, values: { before?: object; after?: object }) => ({
  action: `events.${verb}`,
  gameIndex,
  target: `projects/${gameIndex}/events`,
  ...values,
});

const view = (
  vault: Vault,
  row: {
    readonly game_index: number;
    readonly url: string;
    readonly sealed_key: string;
    readonly updated_at: number;
  },
): EventTarget => ({
  game_index: row.game_index,
  url: row.url,
  key_hint: vault.unseal(row.sealed_key).slice(-HINT_LENGTH),
  updated_at: isoTime(row.updated_at),
});
