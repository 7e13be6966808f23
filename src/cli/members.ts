// tollgate member …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { notFound } from '../audit/operation.ts';
import { PageQuery } from '../base/paging.ts';
import { Email, findAccount, plainEmail } from '../operators/accounts.ts';
import { changeMember, listMembers } from '../operators/members.ts';
import { unknownLimits } from '../restriction/limits.ts';
import { addCommand } from './command.ts';
import { LimitOptions, limitsIn } from './limits.ts';
import { OneProject } from './projects.ts';

export function memberCommands(program: Command): void {
  const member = program.command('member').description('members of a project and their roles');
  addCommand(member, 'list', {
    summary: 'list the members of a project',
    input: Type.Object({ ...OneProject.properties, ...PageQuery.properties }),
    args: ['game_index'],
    run: ({ context }, input) => listMembers(context, input),
  });
  addCommand(member, 'limit', {
    summary: 'limit what an operator may restrict; without options, the limits end',
    input: Type.Object({ ...OneProject.properties, email: Email, ...LimitOptions }),
    args: ['game_index', 'email'],
    async run({ context, actor }, { game_index, email, ...options }) {
      const limits = limitsIn(options) ?? null;
      const unknown = await unknownLimits(context, [game_index], limits);
      if (unknown) return unknown;
      const account = await findAccount(context.storage.db, plainEmail(email));
      if (!account) return notFound(`There is no account ${email}.`);
      const { account_id } = account;
      return changeMember(context, actor, { game_index, account_id, limits });
    },
  });
}
