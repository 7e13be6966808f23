// Admin tokens: bearer tokens for `/admin/v1`, shown once and stored as hashes.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { makeChange, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../base/paging.ts';
import { hashSecret, newSecret, sameHash } from '../base/vault.ts';
import { isValidAt } from '../identity/rotation.ts';
import { Name } from '../tenants/projects.ts';

const DAY_MS = 86_400_000;

export const NewAdminToken = Type.Object(
  {
    name: Name,
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
  created_at: Type.String(),
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
  { name, expires_in_days: days }: NewAdminToken,
  token: string = newAdminToken(),
): Promise<CreatedAdminToken | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const row = {
      token_id: randomUUID(),
      name,
      hash: hashSecret(token),
      created_at: now,
      expires_at: days === undefined ? null : now + days * DAY_MS,
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

export const newAdminToken = (): string => newSecret('tga').secret;

export async function listAdminTokens(
  context: OperationContext,
  { after, limit = DEFAULT_LIMIT }: PageQuery,
): Promise<Page<AdminToken>> {
  const rows = await context.storage.db
    .selectFrom('admin_token')
    .selectAll()
    .where('token_id', '>', after ?? '')
    .orderBy('token_id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => row.token_id, viewToken);
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

/** The name of the matching admin token, or undefined. */
export async function checkAdminToken(
  context: OperationContext,
  token: string,
): Promise<string | undefined> {
  const hash = hashSecret(token);
  const row = await context.storage.db
    .selectFrom('admin_token')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && sameHash(row.hash, hash) && isValidAt(context.clock())(row) ? row.name : undefined;
}

const audit = (verb: string, tokenId: string, values: { before?: object; after?: object }) => ({
  action: `admin-token.${verb}`,
  gameIndex: null,
  target: `admin-tokens/${tokenId}`,
  ...values,
});

const viewToken = (row: {
  readonly token_id: string;
  readonly name: string;
  readonly created_at: number;
  readonly expires_at: number | null;
}): AdminToken => ({
  token_id: row.token_id,
  name: row.name,
  created_at: isoTime(row.created_at),
  expires_at: isoTimeOrNull(row.expires_at),
});
