// Admin routes of projects.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOf } from '../base/paging.ts';
import { forgetProject } from '../outbox/outbox.ts';
import {
  createProject,
  deleteProject,
  listProjects,
  Name,
  NewProject,
  Project,
  ProjectQuery,
  readProject,
  renameProject,
} from '../tenants/projects.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ProjectPath } from './edge/schema.ts';

export function projectRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects', {
    operation: 'project.list',
    summary: 'Lists projects by number.',
    needs: 'caller',
    query: ProjectQuery,
    answer: pageOf(Project),
    run: ({ query, account }) =>
      listProjects(context, query, account?.owner ? undefined : account?.accountId),
  });
  adminRoute(scope, 'POST', '/projects', {
    operation: 'project.create',
    summary: 'Creates a project.',
    needs: 'owner',
    body: NewProject,
    answer: Project,
    status: 201,
    run: ({ body, actor }) => createProject(context, actor, body),
  });
  adminRoute(scope, 'GET', '/projects/:game_index', {
    operation: 'project.read',
    summary: 'Returns a project.',
    needs: 'viewer',
    params: ProjectPath,
    answer: Project,
    run: ({ params }) => readProject(context, params.game_index),
  });
  adminRoute(scope, 'PATCH', '/projects/:game_index', {
    operation: 'project.rename',
    summary: 'Renames a project.',
    needs: 'admin',
    params: ProjectPath,
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    answer: Project,
    run: ({ params, body, actor }) => renameProject(context, actor, { ...params, ...body }),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index', {
    operation: 'project.delete',
    summary: 'Deletes a project without apps, with its clients and receivers.',
    needs: 'owner',
    params: ProjectPath,
    run: ({ params, actor }) => deleteProject(context, actor, params.game_index, [forgetProject]),
  });
}
