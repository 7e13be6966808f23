// Scopes of a project for operators: the ready ones, and those that the project has added.
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import { invalid, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApps } from '../storage/tenancy.ts';
import type { AppsOfProject } from '../tenants/apps-by-project.ts';
import type { OwnScope } from '../tenants/directory.ts';
import { changeOfProject, unknownProject } from '../tenants/projects.ts';
import { LANGUAGES, type Language } from './rules.ts';
import { ScopeName } from './schema.ts';
import { noScope, READY_SCOPES } from './scopes.ts';

const Text = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

type NamesByLanguage = Record<Language, Type.TOptional<typeof Text>>;

const Names = Type.Object(
  Object.fromEntries(
    LANGUAGES.map((language) => [language, Type.Optional(Text)]),
  ) as NamesByLanguage,
  {
    additionalProperties: false,
    description: 'Name by language; `ko` and `en` are required. English stands for the others.',
  },
);

export const ScopeInput = namedObject(
  'RestrictionScopeInput',
  { names: Names },
  { additionalProperties: false },
);
export type ScopeInput = Type.Static<typeof ScopeInput>;

export const ScopeRecord = namedObject('RestrictionScope', {
  scope: ScopeName,
  names: Names,
  ready: Type.Boolean({ description: 'Every project has it, and it cannot be changed.' }),
});
export type ScopeRecord = Type.Static<typeof ScopeRecord>;

interface ScopeKey {
  readonly game_index: number;
  readonly scope: string;
}

const MOST_SCOPES = 32;
const REQUIRED = ['ko', 'en'] as const;

const READY: readonly ScopeRecord[] = Object.entries(READY_SCOPES).map(([scope, names]) => ({
  scope,
  names,
  ready: true,
}));

const isReady = (scope: string): boolean => Object.hasOwn(READY_SCOPES, scope);

const audit = auditOf('scope', ({ game_index, scope }: ScopeKey) => ({
  gameIndex: game_index,
  target: `projects/${game_index}/scopes/${scope}`,
}));

const recordOf = (own: OwnScope): ScopeRecord => ({ ...own, ready: false });

/** The ready ones first. */
export async function listScopes(
  { storage }: OperationContext,
  gameIndex: number,
): Promise<{ readonly items: ScopeRecord[] } | Rejection> {
  const row = await storage.db
    .selectFrom('project')
    .select('scopes')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  if (!row) return unknownProject(gameIndex);
  return { items: [...READY, ...ownScopes(row).map(recordOf)] };
}

/** Adds the scope, or changes its names. */
export function setScope(
  context: OperationContext,
  actor: Actor,
  { names, ...key }: ScopeInput & ScopeKey,
): Promise<ScopeRecord | Rejection> {
  return changeOfProject(context, actor, key.game_index, async (tx, project) => {
    const { scope } = key;
    if (isReady(scope)) return invalid('scope', `Every project has the scope ${scope}.`);
    const missing = REQUIRED.filter((language) => names[language] === undefined);
    if (missing.length > 0) return invalid('names', `Add a name in ${missing.join(' and ')}.`);
    const own = ownScopes(project);
    const old = own.find((each) => each.scope === scope);
    if (!old && own.length === MOST_SCOPES) {
      return { rejected: 'TOO_MANY', detail: `A project may add ${MOST_SCOPES} scopes.` };
    }
    const added: OwnScope = { scope, names: names as OwnScope['names'] };
    await writeScopes(tx, key, [...own.filter((each) => each !== old), added]);
    const after = recordOf(added);
    return {
      value: after,
      audit: audit('set', key, { ...(old && { before: old }), after: added }),
    };
  });
}

/** Only while nobody is restricted in it. */
export function removeScope(
  context: OperationContext,
  actor: Actor,
  key: ScopeKey,
): Promise<ScopeRecord | Rejection> {
  return changeOfProject(context, actor, key.game_index, async (tx, project) => {
    const { game_index: gameIndex, scope } = key;
    if (isReady(scope)) return invalid('scope', `Every project has the scope ${scope}.`);
    const own = ownScopes(project);
    const old = own.find((each) => each.scope === scope);
    if (!old) return notFound(noScope(scope));
    // Takes no number, but the lock of the project's changes.
    await takeNumbers(tx, gameIndex, 'restriction', 0);
    const apps = await tx
      .selectFrom('app')
      .select('appid')
      .where('game_index', '=', gameIndex)
      .execute();
    const appids = apps.map(({ appid }) => appid);
    if (await findRestricted(tx, { gameIndex, appids, scope })) {
      return {
        rejected: 'IN_USE',
        detail: `Players are restricted in ${scope}. Release them first.`,
      };
    }
    await writeScopes(
      tx,
      key,
      own.filter((each) => each !== old),
    );
    return { value: recordOf(old), audit: audit('remove', key, { before: old }) };
  });
}

const ownScopes = ({ scopes }: { readonly scopes: string }): OwnScope[] =>
  JSON.parse(scopes) as OwnScope[];

async function writeScopes(
  tx: Db,
  { game_index }: ScopeKey,
  scopes: readonly OwnScope[],
): Promise<void> {
  const sorted = scopes.toSorted((one, other) => (one.scope < other.scope ? -1 : 1));
  await tx
    .updateTable('project')
    .set({ scopes: JSON.stringify(sorted) })
    .where('game_index', '=', game_index)
    .execute();
}

const findRestricted = statement((db, $: Params<AppsOfProject & { scope: string }>) =>
  ofApps(db, $)
    .selectFrom('restricted_player')
    .select('player_id')
    .where('scope', '=', $.scope)
    .limit(1),
).first;
