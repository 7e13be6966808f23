// tollgate client …, token …, signing-key …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PageQuery } from '../base/paging.ts';
import {
  authenticateClient,
  createClient,
  deleteClient,
  listClients,
  NewClient,
  readClient,
  rotateClientSecret,
} from '../identity/oauth-clients.ts';
import { Rotation } from '../identity/rotation.ts';
import { KeyRotation } from '../identity/signing-keys.ts';
import { APP_TOKEN_LIFE_S } from '../identity/tokens.ts';
import {
  createAdminToken,
  listAdminTokens,
  NewAdminToken,
  revokeAdminToken,
} from '../operators/admin-tokens.ts';
import { unknownLimits } from '../restriction/limits.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import { Failure } from './failure.ts';
import { LimitOptions, limitsIn } from './limits.ts';

const ClientId = Type.String({ description: 'Client id, from tollgate client list.' });

export function clientCommands(program: Command): void {
  const client = program.command('client').description('OAuth clients of a project');
  addCommand(client, 'create', {
    summary: 'create a client and print its secret once',
    input: NewClient,
    args: ['game_index', 'name'],
    run: ({ context, actor }, input) => createClient(context, actor, input),
  });
  addCommand(client, 'list', {
    summary: 'list the clients of a project',
    input: Type.Object({ game_index: GameIndex, ...PageQuery.properties }),
    args: ['game_index'],
    run: ({ context }, input) => listClients(context, input),
  });
  addCommand(client, 'rotate', {
    summary: 'create a new secret and print it once; the old one expires after a grace period',
    input: Type.Object({ client_id: ClientId, ...Rotation.properties }),
    args: ['client_id'],
    run: ({ context, actor }, input) => rotateClientSecret(context, actor, input),
  });
  addCommand(client, 'delete', {
    summary: 'delete a client and its secrets; its tokens stop working',
    input: Type.Object({ client_id: ClientId }),
    args: ['client_id'],
    async confirm({ context }, { client_id }) {
      const client = await readClient(context, client_id);
      if (isRejection(client)) return client;
      return {
        lost: `Client ${client_id} (${client.name}) of project ${client.game_index} will be deleted, and its tokens will stop working immediately.`,
      };
    },
    run: ({ context, actor }, input) => deleteClient(context, actor, input.client_id),
  });
}

const { limits: _limits, ...tokenFields } = NewAdminToken.properties;

export function tokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('admin tokens, and access tokens for OAuth clients');
  addCommand(token, 'create', {
    summary: 'create an admin token and print it once',
    input: Type.Object({ ...tokenFields, ...LimitOptions }),
    args: ['name'],
    async run({ context, actor }, input) {
      const limits = limitsIn(input);
      const unknown = await unknownLimits(context, input.projects ?? null, limits);
      return unknown ?? createAdminToken(context, actor, { ...input, ...(limits && { limits }) });
    },
  });
  addCommand(token, 'list', {
    summary: 'list admin tokens',
    input: PageQuery,
    run: ({ context }, input) => listAdminTokens(context, input),
  });
  addCommand(token, 'revoke', {
    summary: 'revoke an admin token immediately',
    input: Type.Object({
      token_id: Type.String({ description: 'Token id, from tollgate token list.' }),
    }),
    args: ['token_id'],
    confirm: (_, { token_id }) => ({
      lost: `Admin token ${token_id} will stop working immediately.`,
    }),
    run: ({ context, actor }, input) => revokeAdminToken(context, actor, input.token_id),
  });
  addCommand(token, 'issue', {
    summary: 'issue an access token for a client, like POST /oauth/token',
    input: Type.Object({
      client_id: ClientId,
      client_secret: Type.String({ description: 'Secret of the client.' }),
    }),
    async run({ context, tokens }, { client_id, client_secret }) {
      const { db } = context.storage;
      const client = await authenticateClient(db, client_id, client_secret, context.clock());
      if (!client) throw new Failure('The client id or secret is wrong.');
      const access_token = await tokens.issueAppToken(client.clientId, client.gameIndex);
      return { access_token, token_type: 'Bearer', expires_in: APP_TOKEN_LIFE_S };
    },
  });
}

export function signingKeyCommands(program: Command): void {
  const key = program.command('signing-key').description('keys that sign access tokens');
  addCommand(key, 'rotate', {
    summary: 'sign new tokens with a new key; tokens already issued stay valid without --end-now',
    input: KeyRotation,
    run: ({ tokens, actor }, input) => tokens.keys.rotate(actor, input),
  });
}
