// Admin tokens: bearer tokens for `/admin/v1` with a scope, shown once and stored as hashes.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import { type Limits, printLimits, readLimits, shownLimits } from '../audit/limits.ts';
import {
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import type { Page, PageQuery } from '../base/paging.ts';
import { hashSecret, newSecret, sameHash } from '../base/vault.ts';
import { isValidAt } from '../identity/rotation.ts';
import { readPage } from '../storage/page.ts';
import type { AdminTokenTable } from '../storage/schema.ts';
import { GameIndex, lockProject, Name, unknownProject } from '../tenants/projects.ts';
import { GivenLimits, RestrictionLimits } from './limits.ts';
import { type Scope, ScopeName } from './scopes.ts';

const DAY_MS = 86_400_000;
/** Precision of the last use, so that not every call writes. */
const USED_EVERY_MS = 60_000;

const Projects = Type.Array(GameIndex, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Projects that the token is for. Omit it for every project.',
});

export const NewAdminToken = Type.Object(
  {
    name: Name,
    scope: Type.Optional(ScopeName),
    projects: Type.Optional(Projects),
    limits: Type.Optional(RestrictionLimits),
    expires_in_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_650,
        description: 'Days until the token expires. Omit it for a token that never expires.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewAdminToken = Type.Static<typeof NewAdminToken>;

export const AdminToken = namedObject('AdminToken', {
  token_id: Type.String(),
  name: Name,
  scope: ScopeName,
  projects: Type.Union([Projects, Type.Null()], { description: 'Null for every project.' }),
  limits: GivenLimits,
  created_by: Type.String({ description: 'Who created it.' }),
  created_at: Type.String(),
  last_used_at: Type.Union([Type.String(), Type.Null()], {
    description: 'Last use, to the minute.',
  }),
  expires_at: Type.Union([Type.String(), Type.Null()]),
});
export type AdminToken = Type.Static<typeof AdminToken>;

export const CreatedAdminToken = namedObject('CreatedAdminToken', {
  ...AdminToken.properties,
  token: Type.String({ description: 'The token. It is shown only once.' }),
});
export type CreatedAdminToken = Type.Static<typeof CreatedAdminToken>;

/** Pass `token` to create the same token in several environments. */
export function createAdminToken(
  context: OperationContext,
  actor: Actor,
  { name, scope = 'full', projects, limits, expires_in_days: days }: NewAdminToken,
  token: string = newAdminToken(),
): Promise<CreatedAdminToken | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    if (limits && scope !== 'restriction') return invalid('limits', ONLY_RESTRICTION);
    for (const project of projects ?? []) {
      if (!(await lockProject(tx, project))) return unknownProject(project);
    }
    const row: AdminTokenTable = {
      token_id: randomUUID(),
      name,
      hash: hashSecret(token),
      created_at: now,
      expires_at: days === undefined ? null : now + days * DAY_MS,
      scope,
      projects: projects ? JSON.stringify(projects.toSorted((one, two) => one - two)) : null,
      created_by: actor.name,
      last_used_at: null,
      limits: printLimits(limits),
    };
    const added = await tx
      .insertInto('admin_token')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('token_id')
      .executeTakeFirst();
    if (!added) return { rejected: 'EXISTS', detail: 'This admin token already exists.' };
    const after = viewToken(row);
    return { value: { ...after, token }, audit: audit('create', row.token_id, { after }) };
  });
}

const ONLY_RESTRICTION =
  'Only tokens with the scope restriction can be limited: full ones create the keys and rules that restrict anybody, the others restrict nobody.';

export const newAdminToken = (): string => newSecret('tga').secret;

export async function listAdminTokens(
  context: OperationContext,
  query: PageQuery,
): Promise<Page<AdminToken>> {
  const tokens = context.storage.db.selectFrom('admin_token').selectAll();
  return readPage(tokens, 'token_id', query, viewToken);
}

export function revokeAdminToken(
  context: OperationContext,
  actor: Actor,
  tokenId: string,
): Promise<AdminToken | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await tx
      .deleteFrom('admin_token')
      .where('token_id', '=', tokenId)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notFound(`There is no admin token ${tokenId}.`);
    const before = viewToken(row);
    return { value: before, audit: audit('revoke', tokenId, { before }) };
  });
}

/** Who calls with an admin token, and what the token is for. */
export interface TokenCaller {
  readonly name: string;
  readonly scope: Scope;
  /** Null: every project. */
  readonly projects: readonly number[] | null;
  readonly limits?: Limits | undefined;
}

/** The caller with this admin token, or undefined. */
export async function checkAdminToken(
  { storage: { db }, clock }: OperationContext,
  token: string,
): Promise<TokenCaller | undefined> {
  const hash = hashSecret(token);
  const now = clock();
  const row = await db
    .selectFrom('admin_token')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row || !sameHash(row.hash, hash) || !isValidAt(now)(row)) return undefined;
  if (now - (row.last_used_at ?? 0) >= USED_EVERY_MS) {
    await db
      .updateTable('admin_token')
      .set({ last_used_at: now })
      .where('token_id', '=', row.token_id)
      .execute();
  }
  const { name, scope } = row;
  return { name, scope, projects: projectsOf(row), limits: readLimits(row) };
}

const projectsOf = ({ projects }: AdminTokenTable): number[] | null =>
  projects === null ? null : (JSON.parse(projects) as number[]);

const audit = auditOf('admin-token', (tokenId: string) => ({
  gameIndex: null,
  target: `admin-tokens/${tokenId}`,
}));

const viewToken = (row: AdminTokenTable): AdminToken => ({
  token_id: row.token_id,
  name: row.name,
  scope: row.scope,
  projects: projectsOf(row),
  ...shownLimits(row),
  created_by: row.created_by,
  created_at: isoTime(row.created_at),
  last_used_at: isoTimeOrNull(row.last_used_at),
  expires_at: isoTimeOrNull(row.expires_at),
});
