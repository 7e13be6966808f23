// tollgate scope …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { ScopeName } from '../restriction/schema.ts';
import { listScopes, removeScope, ScopeInput, setScope } from '../restriction/scope-operations.ts';
import { addCommand, readDocument, SettingsFile } from './command.ts';
import { OneProject } from './projects.ts';

const OneScope = { ...OneProject.properties, scope: ScopeName };

export function scopeCommands(program: Command): void {
  const scopes = program
    .command('scope')
    .description('what restrictions can be about: the login, and features of the game');
  addCommand(scopes, 'list', {
    summary: 'list the ready scopes and those of a project',
    input: OneProject,
    args: ['game_index'],
    run: ({ context }, { game_index }) => listScopes(context, game_index),
    text: ({ items }) => items.map(({ scope, names }) => `${scope}  ${names.en}`).join('\n'),
  });
  addCommand(scopes, 'set', {
    summary: 'add a scope to a project, or change its names',
    input: Type.Object({ ...OneScope, file: SettingsFile }),
    args: ['game_index', 'scope', 'file'],
    run: ({ context, actor }, { file, ...key }) =>
      setScope(context, actor, { ...readDocument(ScopeInput, file), ...key }),
  });
  addCommand(scopes, 'remove', {
    summary: 'remove a scope that nobody is restricted in',
    input: Type.Object(OneScope),
    args: ['game_index', 'scope'],
    confirm: (_, { game_index, scope }) => ({
      lost: `The scope ${scope} of project ${game_index} will be deleted with its names.`,
    }),
    run: ({ context, actor }, key) => removeScope(context, actor, key),
  });
}
