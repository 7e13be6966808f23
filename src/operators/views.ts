// Saved views of the console: filters, order and columns of a list under a name, for one person in one project.
import { Type } from 'typebox';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { timeOrderedId } from '../base/ids.ts';
import { namedObject } from '../base/named.ts';
import type { Db } from '../storage/db.ts';
import type { SavedViewTable } from '../storage/schema.ts';
import { GameIndex } from '../tenants/projects.ts';
import { accessProblem } from './access.ts';
import type { SignedIn } from './sessions.ts';

const VIEW_LISTS = [
  'purchases',
  'subscriptions',
  'refunds',
  'refused',
  'restrictions',
  'effects',
  'flags',
  'audit',
] as const;

const List = Type.Enum([...VIEW_LISTS], { description: 'The list that the view is of.' });

export const ViewId = Type.String({
  pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'View id.',
});

export const ViewProject = Type.Object({ game_index: GameIndex }, { additionalProperties: false });

export const ViewQuery = Type.Object(
  { game_index: GameIndex, list: Type.Optional(List) },
  { additionalProperties: false },
);
export type ViewQuery = Type.Static<typeof ViewQuery>;

export const ViewInput = Type.Object(
  {
    game_index: GameIndex,
    list: List,
    name: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '\\S',
      description: 'Saving under a name that exists replaces that view.',
    }),
    query: Type.String({
      maxLength: 1_000,
      pattern: '^[\\x21-\\x7e]*$',
      description: 'The query of the page in the console, such as `state=refunded&span=7d`.',
    }),
  },
  { additionalProperties: false },
);
export type ViewInput = Type.Static<typeof ViewInput>;

export const SavedView = namedObject('SavedView', {
  view_id: Type.String(),
  list: List,
  name: Type.String(),
  query: Type.String(),
});
export type SavedView = Type.Static<typeof SavedView>;

interface ViewOwner {
  readonly game_index: number;
  readonly owner: string;
}

/** The owner of the views, if the project is one that the account sees. */
async function ownerIn(
  context: OperationContext,
  account: SignedIn,
  game_index: number,
): Promise<ViewOwner | Rejection> {
  const demand = {
    role: 'viewer',
    area: 'app',
    subject: { game_index: String(game_index) },
  } as const;
  const problem = await accessProblem(context, account, demand);
  const isKnown = !problem && (await projectExists(context.storage.db, game_index));
  if (isKnown) return { game_index, owner: account.accountId };
  return notFound(`There is no project ${game_index}.`);
}

/** Owners of the installation may name any number. */
async function projectExists(db: Db, gameIndex: number): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('game_index')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row !== undefined;
}

const MOST_VIEWS = 100;

/** By name. */
export async function listViews(
  context: OperationContext,
  account: SignedIn,
  { list, game_index }: ViewQuery,
): Promise<{ readonly items: SavedView[] } | Rejection> {
  const owner = await ownerIn(context, account, game_index);
  if (isRejection(owner)) return owner;
  let select = ownViews(context.storage.db, owner).selectAll().orderBy('name');
  if (list !== undefined) select = select.where('list', '=', list);
  return { items: (await select.execute()).map(view) };
}

/** Replaces the view of the same list and name. Not in the audit log: it changes nothing for others. */
export async function saveView(
  context: OperationContext,
  account: SignedIn,
  { list, name, query, game_index }: ViewInput,
): Promise<SavedView | Rejection> {
  const mine = await ownerIn(context, account, game_index);
  if (isRejection(mine)) return mine;
  const { owner } = mine;
  const {
    storage: { db },
    clock,
  } = context;
  const now = clock();
  return db.transaction().execute(async (tx) => {
    const trimmed = name.trim();
    const existing = await ownViews(tx, { game_index, owner }).selectAll().execute();
    const same = existing.find((row) => row.list === list && row.name === trimmed);
    if (!same && existing.length >= MOST_VIEWS) {
      const detail = `You have ${MOST_VIEWS} saved views in this project. Delete one first.`;
      return { rejected: 'TOO_MANY', detail };
    }
    const row: SavedViewTable = {
      game_index,
      owner,
      view_id: same?.view_id ?? timeOrderedId(now),
      list,
      name: trimmed,
      query,
      created_at: same?.created_at ?? now,
    };
    await tx
      .insertInto('saved_view')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['game_index', 'owner', 'list', 'name']).doUpdateSet({ query }),
      )
      .execute();
    return view(row);
  });
}

export async function deleteView(
  context: OperationContext,
  account: SignedIn,
  { view_id, game_index }: { readonly view_id: string; readonly game_index: number },
): Promise<object | Rejection> {
  const mine = await ownerIn(context, account, game_index);
  if (isRejection(mine)) return mine;
  const gone = await context.storage.db
    .deleteFrom('saved_view')
    .where('game_index', '=', game_index)
    .where('owner', '=', mine.owner)
    .where('view_id', '=', view_id)
    .returning('view_id')
    .executeTakeFirst();
  return gone ? {} : notFound(`You have no saved view ${view_id} in this project.`);
}

const ownViews = (db: Db, { game_index, owner }: ViewOwner) =>
  db.selectFrom('saved_view').where('game_index', '=', game_index).where('owner', '=', owner);

/** With the project. */
export async function forgetViews(tx: Db, gameIndex: number): Promise<void> {
  await tx.deleteFrom('saved_view').where('game_index', '=', gameIndex).execute();
}

const view = ({ view_id, list, name, query }: SavedViewTable): SavedView =>
  ({ view_id, list, name, query }) as SavedView;
