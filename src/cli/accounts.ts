// tollgate account …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { PageQuery } from '../base/paging.ts';
import {
  createOwner,
  disableAccount,
  Email,
  listAccounts,
  resetPassword,
} from '../operators/accounts.ts';
import { addCommand } from './command.ts';

const ByEmail = Type.Object({ email: Email });

export function accountCommands(program: Command): void {
  const account = program.command('account').description('console accounts');
  addCommand(account, 'create', {
    summary: 'create an owner account; prints its password once',
    input: ByEmail,
    args: ['email'],
    run: ({ context, actor }, input) => createOwner(context, actor, input),
  });
  addCommand(account, 'list', {
    summary: 'list accounts',
    input: PageQuery,
    run: ({ context }, input) => listAccounts(context, input),
  });
  addCommand(account, 'reset-password', {
    summary:
      'set a new password and print it once; removes the second factor and ends all sessions',
    input: ByEmail,
    args: ['email'],
    run: ({ context, actor }, input) => resetPassword(context, actor, input),
  });
  addCommand(account, 'disable', {
    summary: 'block an account from signing in; ends its sessions, keeps its roles',
    input: ByEmail,
    args: ['email'],
    run: ({ context, actor }, input) =>
      disableAccount(context, actor, { ...input, disabled: true }),
  });
  addCommand(account, 'enable', {
    summary: 'let a disabled account sign in again',
    input: ByEmail,
    args: ['email'],
    run: ({ context, actor }, input) =>
      disableAccount(context, actor, { ...input, disabled: false }),
  });
}
