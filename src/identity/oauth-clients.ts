// OAuth clients of a project, used by app servers; secrets are shown once and stored as hashes.

import { randomBytes, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import {
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../base/paging.ts';
import { hashSecret, newSecret, sameHash } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { OauthClientTable } from '../storage/schema.ts';
import { changeOfProject, GameIndex, Name, readProject } from '../tenants/projects.ts';
import {
  DEFAULT_GRACE_S,
  endAfterGrace,
  isValidAt,
  type Rotation,
  rejectThird,
  SecretHint,
  viewSecret,
} from './rotation.ts';

export const NewClient = Type.Object(
  { game_index: GameIndex, name: Name },
  { additionalProperties: false },
);
export type NewClient = Type.Static<typeof NewClient>;

export const ClientCredentials = namedObject('ClientCredentials', {
  client_id: Type.String(),
  client_secret: Type.String({ description: 'The secret. It is shown only once.' }),
});
export type ClientCredentials = Type.Static<typeof ClientCredentials>;

export const OauthClient = namedObject('OauthClient', {
  client_id: Type.String(),
  game_index: GameIndex,
  name: Name,
  created_at: Type.String(),
  secrets: Type.Array(SecretHint),
});
export type OauthClient = Type.Static<typeof OauthClient>;

export const unknownClient = (clientId: string): Rejection =>
  notFound(`There is no OAuth client ${clientId}.`);

export function createClient(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, name }: NewClient,
): Promise<ClientCredentials | Rejection> {
  return changeOfProject(context, actor, gameIndex, async (tx, _, now) => {
    const client = {
      client_id: `tgc_${randomBytes(12).toString('base64url')}`,
      game_index: gameIndex,
      name,
      created_at: now,
    };
    await tx.insertInto('oauth_client').values(client).execute();
    const secret = await insertSecret(tx, client.client_id, now);
    const after = await viewClient(tx, client, now);
    return {
      value: { client_id: client.client_id, client_secret: secret },
      audit: audit('create', client, { after }),
    };
  });
}

export async function readClient(
  context: OperationContext,
  clientId: string,
): Promise<OauthClient | Rejection> {
  const { db } = context.storage;
  if (!CLIENT_ID.test(clientId)) return unknownClient(clientId);
  const row = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ? viewClient(db, row, context.clock()) : unknownClient(clientId);
}

export async function listClients(
  context: OperationContext,
  {
    game_index: gameIndex,
    after,
    limit = DEFAULT_LIMIT,
  }: PageQuery & { readonly game_index: number },
): Promise<Page<OauthClient> | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const { db } = context.storage;
  const rows = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .where('client_id', '>', after ?? '')
    .orderBy('client_id')
    .limit(limit + 1)
    .execute();
  const clients = await Promise.all(rows.map((row) => viewClient(db, row, context.clock())));
  return toPage(
    clients,
    limit,
    (client) => client.client_id,
    (client) => client,
  );
}

/** Creates a secret; earlier ones end after the grace period. */
export function rotateClientSecret(
  context: OperationContext,
  actor: Actor,
  {
    client_id: clientId,
    grace_seconds: graceSeconds = DEFAULT_GRACE_S,
  }: Rotation & { readonly client_id: string },
): Promise<ClientCredentials | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const client = await lockClient(tx, clientId);
    if (!client) return unknownClient(clientId);
    await tx
      .deleteFrom('client_secret')
      .where('client_id', '=', clientId)
      .where('expires_at', '<=', now)
      .execute();
    const secrets = await secretsOf(tx, clientId);
    const rejection = graceSeconds > 0 && rejectThird(secrets, 'secrets of this client');
    if (rejection) return rejection;
    const before = await viewClient(tx, client, now);
    for (const secret of secrets) {
      await tx
        .updateTable('client_secret')
        .set({ expires_at: endAfterGrace(secret, now, graceSeconds) })
        .where('secret_id', '=', secret.secret_id)
        .execute();
    }
    const secret = await insertSecret(tx, clientId, now);
    const after = await viewClient(tx, client, now);
    return {
      value: { client_id: clientId, client_secret: secret },
      audit: audit('rotate', client, { before, after }),
    };
  });
}

/** Its tokens stop working too, because a token needs an existing client. */
export function deleteClient(
  context: OperationContext,
  actor: Actor,
  clientId: string,
): Promise<OauthClient | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const client = await lockClient(tx, clientId);
    if (!client) return unknownClient(clientId);
    const before = await viewClient(tx, client, now);
    await tx.deleteFrom('oauth_client').where('client_id', '=', clientId).execute();
    return { value: before, audit: audit('delete', client, { before }) };
  });
}

const CLIENT_ID = /^tgc_[\w-]{16}$/;

/** Compared when the client is unknown, so that the timing does not reveal it. */
const NO_SECRET = { hash: hashSecret(randomUUID()), expires_at: null };

/** The client whose secret this is, or undefined. */
export async function authenticateClient(
  db: Db,
  clientId: string,
  secret: string,
  now: number,
): Promise<{ readonly clientId: string; readonly gameIndex: number } | undefined> {
  const rows = await db
    .selectFrom('oauth_client')
    .innerJoin('client_secret', 'client_secret.client_id', 'oauth_client.client_id')
    .select(['oauth_client.game_index', 'client_secret.hash', 'client_secret.expires_at'])
    // Malformed ids must not reach the database: PostgreSQL rejects a NUL character.
    .where('oauth_client.client_id', '=', CLIENT_ID.test(clientId) ? clientId : '')
    .execute();
  const valid = rows.filter(isValidAt(now));
  const hash = hashSecret(secret);
  const candidates = valid.length > 0 ? valid : [{ ...NO_SECRET, game_index: 0 }];
  const match = candidates.filter((candidate) => sameHash(candidate.hash, hash))[0];
  return match && { clientId, gameIndex: match.game_index };
}

async function insertSecret(tx: Db, clientId: string, now: number): Promise<string> {
  const { secret, hash, hint } = newSecret('tgs');
  await tx
    .insertInto('client_secret')
    .values({
      secret_id: randomUUID(),
      client_id: clientId,
      hash,
      hint,
      created_at: now,
      expires_at: null,
    })
    .execute();
  return secret;
}

function lockClient(tx: Db, clientId: string) {
  return tx
    .updateTable('oauth_client')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst();
}

function secretsOf(db: Db, clientId: string) {
  return db
    .selectFrom('client_secret')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('secret_id')
    .execute();
}

const audit = auditOf('client', ({ client_id, game_index }: OauthClientTable) => ({
  gameIndex: game_index,
  target: `clients/${client_id}`,
}));

async function viewClient(db: Db, row: OauthClientTable, now: number): Promise<OauthClient> {
  const secrets = await secretsOf(db, row.client_id);
  return {
    client_id: row.client_id,
    game_index: row.game_index,
    name: row.name,
    created_at: isoTime(row.created_at),
    secrets: secrets.filter(isValidAt(now)).map(viewSecret),
  };
}
