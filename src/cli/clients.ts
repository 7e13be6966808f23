// tollgate client …, token …, signing-key …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  createAdminToken,
  listAdminTokens,
  NewAdminToken,
  revokeAdminToken,
} from '../apps/admin-tokens.ts';
import {
  authenticateClient,
  createClient,
  deleteClient,
  listClients,
  NewClient,
  rotateClientSecret,
} from '../apps/oauth-clients.ts';
import { PageQuery } from '../apps/page.ts';
import { GameIndex } from '../apps/projects.ts';
import { Rotation } from '../apps/rotation.ts';
import { APP_TOKEN_LIFE_S } from '../apps/tokens.ts';
import { addCommand, Nothing } from './command.ts';
import { Failure } from './context.ts';

const ClientId = Type.String({ description: 'the OAuth client' });

export function clientCommands(program: Command): void {
  const client = program.command('client').description('OAuth clients of a project');
  addCommand(client, 'create', {
    summary: 'create a client and show its secret once',
    input: NewClient,
    args: ['game_index', 'name'],
    run: ({ desk, actor }, input) => createClient(desk, actor, input),
  });
  addCommand(client, 'list', {
    summary: 'list the clients of a project',
    input: Type.Object({ game_index: GameIndex, ...PageQuery.properties }),
    args: ['game_index'],
    run: ({ desk }, input) => listClients(desk, input),
  });
  addCommand(client, 'rotate', {
    summary: 'give a client a new secret; the one before it ends after the grace period',
    input: Type.Object({ client_id: ClientId, ...Rotation.properties }),
    args: ['client_id'],
    run: ({ desk, actor }, input) => rotateClientSecret(desk, actor, input),
  });
  addCommand(client, 'delete', {
    summary: 'delete a client; its tokens stop working',
    input: Type.Object({ client_id: ClientId }),
    args: ['client_id'],
    run: ({ desk, actor }, input) => deleteClient(desk, actor, input.client_id),
  });
}

export function tokenCommands(program: Command): void {
  const token = program.command('token').description('admin tokens, and access tokens of clients');
  addCommand(token, 'create', {
    summary: 'create an admin token and show it once',
    input: NewAdminToken,
    args: ['name'],
    run: ({ desk, actor }, input) => createAdminToken(desk, actor, input),
  });
  addCommand(token, 'list', {
    summary: 'list admin tokens',
    input: PageQuery,
    run: ({ desk }, input) => listAdminTokens(desk, input),
  });
  addCommand(token, 'revoke', {
    summary: 'end an admin token at once',
    input: Type.Object({ token_id: Type.String() }),
    args: ['token_id'],
    run: ({ desk, actor }, input) => revokeAdminToken(desk, actor, input.token_id),
  });
  addCommand(token, 'issue', {
    summary: 'issue an access token, as POST /oauth/token does',
    input: Type.Object({ client_id: ClientId, client_secret: Type.String() }),
    async run({ desk, tokens }, { client_id, client_secret }) {
      const { db } = desk.storage;
      const client = await authenticateClient(db, client_id, client_secret, desk.clock());
      if (!client) throw new Failure('The client id or secret is wrong.');
      const access_token = await tokens.issueAppToken(client.clientId, client.gameIndex);
      return { access_token, token_type: 'Bearer', expires_in: APP_TOKEN_LIFE_S };
    },
  });
}

export function signingKeyCommands(program: Command): void {
  const key = program.command('signing-key').description('keys that sign access tokens');
  addCommand(key, 'rotate', {
    summary: 'sign with a new key from now on; live tokens stay valid',
    input: Nothing,
    run: ({ tokens, actor }) => tokens.keys.rotate(actor),
  });
}
