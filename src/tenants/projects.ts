// Projects: a game with its number, its apps and its OAuth clients.

import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import {
  type Done,
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { type Page, PageQuery } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import type { ProjectTable } from '../storage/schema.ts';
import { deleteRowsOfProject } from './deletion.ts';

const FIRST_GAME_INDEX = 1001;
const MAX_GAME_INDEX = Number.MAX_SAFE_INTEGER;
const NO_NUMBER_LEFT: Rejection = invalid(
  'game_index',
  'The largest project number is taken. Send a free game_index.',
);

export const GameIndex = named(
  'GameIndex',
  Type.Integer({
    minimum: 1,
    maximum: MAX_GAME_INDEX,
    description: 'Project number.',
  }),
);

export const Name = named(
  'Name',
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^(?=.*\\S)[^\\x00-\\x1f\\x7f]+$',
    description: 'Display name, without control characters.',
  }),
);

export const NewProject = namedObject(
  'NewProject',
  { name: Name, game_index: Type.Optional(GameIndex) },
  { additionalProperties: false },
);
export type NewProject = Type.Static<typeof NewProject>;

export const Project = namedObject('Project', {
  game_index: GameIndex,
  name: Name,
  created_at: Type.String(),
});
export type Project = Type.Static<typeof Project>;

export const ProjectQuery = Type.Object(
  {
    ...PageQuery.properties,
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,16}$', description: '`next` of the previous page.' }),
    ),
  },
  { additionalProperties: false },
);
export type ProjectQuery = Type.Static<typeof ProjectQuery>;

export const unknownProject = (gameIndex: number): Rejection =>
  notFound(`There is no project ${gameIndex}.`);

/** Without a `game_index` the project gets the next free number. */
export function createProject(
  context: OperationContext,
  actor: Actor,
  input: NewProject,
): Promise<Project | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const insert = (gameIndex: number) =>
      tx
        .insertInto('project')
        .values({ game_index: gameIndex, name: input.name, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
    let gameIndex = input.game_index ?? (await nextGameIndex(tx));
    if (gameIndex > MAX_GAME_INDEX) return NO_NUMBER_LEFT;
    let row = await insert(gameIndex);
    if (!row && input.game_index !== undefined) {
      return {
        rejected: 'EXISTS',
        detail: `Project ${gameIndex} already exists. Choose another game_index.`,
      };
    }
    // Another process took the number and has committed, so retry.
    while (!row) {
      gameIndex = await nextGameIndex(tx);
      if (gameIndex > MAX_GAME_INDEX) return NO_NUMBER_LEFT;
      row = await insert(gameIndex);
    }
    // A reused project number continues its sequence, so that no change number repeats.
    await tx
      .insertInto('change_sequence')
      .values([
        { game_index: gameIndex, channel: 'restriction', last_seq: 0 },
        { game_index: gameIndex, channel: 'purchase', last_seq: 0 },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const project = viewProject(row);
    return { value: project, audit: audit('create', gameIndex, { after: project }) };
  });
}

async function nextGameIndex(tx: Db): Promise<number> {
  const { last } = await tx
    .selectFrom('project')
    .select((eb) => eb.fn.max('game_index').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(last ?? 0, FIRST_GAME_INDEX - 1) + 1;
}

export async function readProject(
  context: OperationContext,
  gameIndex: number,
): Promise<Project | Rejection> {
  const row = await context.storage.db
    .selectFrom('project')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row ? viewProject(row) : unknownProject(gameIndex);
}

/** An account, and the issuer that it signed in by; none: by password. */
export interface Person {
  readonly accountId: string;
  readonly issued?: { readonly issuer: string } | undefined;
}

/** The roles that count in the person's session: those that people gave, and those from its own issuer's groups. */
export const rolesIn = (db: Db, { accountId, issued }: Person) =>
  db
    .selectFrom('member as m')
    .where('m.account_id', '=', accountId)
    .where((row) =>
      row.or([row('m.issuer', 'is', null), row('m.issuer', '=', issued?.issuer ?? '')]),
    );

/** The account whose projects a list shows; nothing means all. */
export interface Viewer {
  /** Only these. */
  readonly projects?: readonly number[] | undefined;
  /** Only those that this account has a role in. */
  readonly member?: Person | undefined;
  /** Only those that require no second factor. */
  readonly withoutSecondFactor?: boolean | undefined;
}

export async function listProjects(
  context: OperationContext,
  { after = '0', ...query }: ProjectQuery,
  { projects, member, withoutSecondFactor }: Viewer = {},
): Promise<Page<Project>> {
  const { db } = context.storage;
  let select = db.selectFrom('project').selectAll().where('game_index', '>', Number(after));
  if (projects) select = select.where('game_index', 'in', projects);
  if (member) select = select.where('game_index', 'in', rolesIn(db, member).select('m.game_index'));
  if (withoutSecondFactor) select = select.where('requires_second_factor', '=', 0);
  return readPage(select, 'game_index', query, viewProject);
}

export function renameProject(
  context: OperationContext,
  actor: Actor,
  input: { readonly game_index: number; readonly name: string },
): Promise<Project | Rejection> {
  return changeOfProject(context, actor, input.game_index, async (tx, row) => {
    const before = viewProject(row);
    const after = { ...before, name: input.name };
    await tx
      .updateTable('project')
      .set({ name: input.name })
      .where('game_index', '=', input.game_index)
      .execute();
    return { value: after, audit: audit('rename', input.game_index, { before, after }) };
  });
}

export const SecondFactorRule = Type.Object(
  { required: Type.Boolean({ description: 'Whether everyone in the project needs one.' }) },
  { additionalProperties: false },
);
export type SecondFactorRule = Type.Static<typeof SecondFactorRule>;

/** Members without a second factor see nothing of a project that requires one. */
export function requireSecondFactor(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, required }: SecondFactorRule & { readonly game_index: number },
): Promise<SecondFactorRule | Rejection> {
  return changeOfProject(context, actor, gameIndex, async (tx, row) => {
    await tx
      .updateTable('project')
      .set({ requires_second_factor: required ? 1 : 0 })
      .where('game_index', '=', gameIndex)
      .execute();
    const [before, after] = [{ required: row.requires_second_factor === 1 }, { required }];
    return { value: after, audit: audit('second-factor', gameIndex, { before, after }) };
  });
}

export async function readSecondFactorRule(
  { storage }: OperationContext,
  gameIndex: number,
): Promise<SecondFactorRule> {
  return { required: await isSecondFactorRequired(storage.db, gameIndex) };
}

/** Of this project; undefined asks whether any project requires one. */
export async function isSecondFactorRequired(
  db: Db,
  gameIndex: number | undefined,
): Promise<boolean> {
  let select = db
    .selectFrom('project')
    .select('game_index')
    .where('requires_second_factor', '=', 1)
    .limit(1);
  if (gameIndex !== undefined) select = select.where('game_index', '=', gameIndex);
  return (await select.executeTakeFirst()) !== undefined;
}

/** Deletes its clients and receivers too; its apps must be deleted first. */
export function deleteProject(
  context: OperationContext,
  actor: Actor,
  gameIndex: number,
): Promise<Project | Rejection> {
  return changeOfProject(context, actor, gameIndex, async (tx, row) => {
    const app = await tx
      .selectFrom('app')
      .select('appid')
      .where('game_index', '=', gameIndex)
      .limit(1)
      .executeTakeFirst();
    if (app) {
      return {
        rejected: 'IN_USE',
        detail: `Project ${gameIndex} still has the app ${app.appid}. Delete its apps first.`,
      };
    }
    await deleteRowsOfProject(tx, gameIndex);
    await tx.deleteFrom('project').where('game_index', '=', gameIndex).execute();
    const before = viewProject(row);
    return { value: before, audit: audit('delete', gameIndex, { before }) };
  });
}

/** Locks the project while something that belongs to it changes. */
export const changeOfProject = <T extends object>(
  context: OperationContext,
  actor: Actor,
  gameIndex: number,
  work: (tx: Db, project: Selectable<ProjectTable>, now: number) => Promise<Done<T> | Rejection>,
): Promise<T | Rejection> =>
  makeChange(context, actor, async (tx, now) => {
    const project = await lockProject(tx, gameIndex);
    return project ? work(tx, project, now) : unknownProject(gameIndex);
  });

/** Returns the row, locked until the transaction ends: a no-op update locks on both databases. */
export function lockProject(tx: Db, gameIndex: number) {
  return tx
    .updateTable('project')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('game_index', '=', gameIndex)
    .returningAll()
    .executeTakeFirst();
}

const audit = auditOf('project', (gameIndex: number) => ({
  gameIndex,
  target: `projects/${gameIndex}`,
}));

function viewProject(row: Pick<ProjectTable, 'game_index' | 'name' | 'created_at'>): Project {
  return { game_index: row.game_index, name: row.name, created_at: isoTime(row.created_at) };
}
