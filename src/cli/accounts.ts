// tollgate account …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  createOwner,
  disableAccount,
  Email,
  listAccounts,
  resetPassword,
} from '../apps/console/accounts.ts';
import { PageQuery } from '../apps/page.ts';
import { addCommand } from './command.ts';

const ByEmail = Type.Object({ email: Email });

export function accountCommands(program: Command): void {
  const account = program.command('account').description('accounts of the console');
  addCommand(account, 'create', {
    summary: 'create an owner of the installation and show the password once',
    input: ByEmail,
    args: ['email'],
    run: ({ desk, actor }, input) => createOwner(desk, actor, input),
  });
  addCommand(account, 'list', {
    summary: 'list accounts',
    input: PageQuery,
    run: ({ desk }, input) => listAccounts(desk, input),
  });
  addCommand(account, 'reset-password', {
    summary: 'give a new password, shown once; the second factor and all sessions end',
    input: ByEmail,
    args: ['email'],
    run: ({ desk, actor }, input) => resetPassword(desk, actor, input),
  });
  addCommand(account, 'disable', {
    summary: 'let an account sign in no more; its sessions end, its roles are kept',
    input: ByEmail,
    args: ['email'],
    run: ({ desk, actor }, input) => disableAccount(desk, actor, { ...input, disabled: true }),
  });
  addCommand(account, 'enable', {
    summary: 'let a disabled account sign in again',
    input: ByEmail,
    args: ['email'],
    run: ({ desk, actor }, input) => disableAccount(desk, actor, { ...input, disabled: false }),
  });
}
