// Admin routes of projects.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { invalid } from '../audit/operation.ts';
import { pageOf } from '../base/paging.ts';
import { viewerOf } from '../operators/access.ts';
import {
  createProject,
  deleteProject,
  listProjects,
  Name,
  NewProject,
  Project,
  ProjectQuery,
  readProject,
  readSecondFactorRule,
  renameProject,
  requireSecondFactor,
  SecondFactorRule,
} from '../tenants/projects.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function projectRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects', {
    operation: 'project.list',
    summary: 'Lists projects by number.',
    needs: 'caller',
    query: ProjectQuery,
    answer: pageOf(Project),
    run: ({ query, account, adminToken }) =>
      listProjects(context, query, viewerOf({ account, adminToken })),
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
    answer: Project,
    run: ({ params }) => readProject(context, params.game_index),
  });
  adminRoute(scope, 'PATCH', '/projects/:game_index', {
    operation: 'project.rename',
    summary: 'Renames a project.',
    needs: 'admin',
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    answer: Project,
    run: ({ params, body, actor }) => renameProject(context, actor, { ...params, ...body }),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/second-factor', {
    operation: 'project.second-factor.read',
    summary: 'Returns whether the project requires a second factor.',
    needs: 'viewer',
    answer: SecondFactorRule,
    run: ({ params }) => readSecondFactorRule(context, params.game_index),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/second-factor', {
    operation: 'project.second-factor',
    summary:
      'Requires a second factor of everyone who works in the project, or stops requiring it. Members without one see nothing of the project until they set one up.',
    needs: 'owner',
    body: SecondFactorRule,
    answer: SecondFactorRule,
    async run({ params, body, actor, account }) {
      if (body.required && account?.secondFactor === false) {
        return invalid('required', 'Set up a second factor for your own account first.');
      }
      return requireSecondFactor(context, actor, { ...params, ...body });
    },
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index', {
    operation: 'project.delete',
    summary: 'Deletes a project without apps, with its clients and receivers.',
    needs: 'owner',
    run: ({ params, actor }) => deleteProject(context, actor, params.game_index),
  });
}
