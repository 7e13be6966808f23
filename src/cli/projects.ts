// tollgate project …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  createProject,
  deleteProject,
  GameIndex,
  listProjects,
  Name,
  NewProject,
  ProjectQuery,
  readProject,
  renameProject,
} from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import { lossOfProject } from './losses.ts';

export const OneProject = Type.Object({ game_index: GameIndex });

export function projectCommands(program: Command): void {
  const project = program.command('project').description('projects (games)');
  addCommand(project, 'create', {
    summary: 'create a project',
    input: NewProject,
    args: ['name'],
    run: ({ context, actor }, input) => createProject(context, actor, input),
  });
  addCommand(project, 'list', {
    summary: 'list projects',
    input: ProjectQuery,
    run: ({ context }, input) => listProjects(context, input),
  });
  addCommand(project, 'show', {
    summary: 'show a project',
    input: OneProject,
    args: ['game_index'],
    run: ({ context }, input) => readProject(context, input.game_index),
  });
  addCommand(project, 'rename', {
    summary: 'rename a project',
    input: Type.Object({ game_index: GameIndex, name: Name }),
    args: ['game_index', 'name'],
    run: ({ context, actor }, input) => renameProject(context, actor, input),
  });
  addCommand(project, 'delete', {
    summary: 'delete a project; delete its apps first',
    input: OneProject,
    args: ['game_index'],
    confirm: ({ context }, input) => lossOfProject(context, input.game_index),
    run: ({ context, actor }, input) => deleteProject(context, actor, input.game_index),
  });
}
