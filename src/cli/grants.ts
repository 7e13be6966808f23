// tollgate grant …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  addGrant,
  GrantId,
  GrantInput,
  GrantQuery,
  listGrants,
  revokeGrant,
} from '../payment/owned/grants.ts';
import { addAppCommand } from './command.ts';

export function grantCommands(program: Command): void {
  const grant = program.command('grant').description('products that operators give to players');
  addAppCommand(grant, 'add', {
    summary: 'give a product to an account or player without a purchase',
    input: GrantInput,
    args: ['product_id'],
    run: (command, input) => addGrant(command, command.actor, input),
  });
  addAppCommand(grant, 'list', {
    summary: 'list grants, newest first',
    input: GrantQuery,
    run: listGrants,
  });
  addAppCommand(grant, 'revoke', {
    summary: 'revoke a grant',
    input: Type.Object({ grant_id: GrantId }),
    args: ['grant_id'],
    confirm: (_, { appid, grant_id }) => ({
      lost: `Grant ${grant_id} of app ${appid} will end immediately.`,
    }),
    run: (command, input) => revokeGrant(command, command.actor, input),
  });
}
