// Admin routes of a project's configuration as a file. Files are applied by the command line, where their secrets lie.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import { readDrift } from '../configuration/apply.ts';
import { ConfigurationDocument, documentOf } from '../configuration/document.ts';
import { exportProject } from '../configuration/export.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const Value = Type.Unknown({ description: 'Of a secret, where it lies. Missing: there is none.' });

const Drift = namedObject('ConfigurationDrift', {
  applied_at: orNull(Type.String({ description: 'Null: no file was applied yet.' })),
  applied_by: orNull(Type.String()),
  changes: Type.Array(
    Type.Object({
      target: Type.String({ description: 'Such as `apps/skyraid/products/gems.100`.' }),
      action: Type.Enum(['add', 'change', 'remove']),
      fields: Type.Array(
        Type.Object({
          field: Type.String(),
          from: Type.Optional(Value),
          to: Type.Optional(Value),
        }),
      ),
    }),
    { description: 'What applying the file once more would change.' },
  ),
});

export function configurationRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/configuration', {
    operation: 'configuration.read',
    summary:
      'Returns the settings of a project and its apps as a configuration file, without secrets.',
    needs: 'admin',
    answer: ConfigurationDocument,
    cost: 'yielding',
    run: async ({ params }) => {
      const part = await exportProject(deps, params.game_index);
      return isRejection(part) ? part : (documentOf([part]) as never);
    },
  });
  adminRoute(scope, 'GET', '/projects/:game_index/configuration/drift', {
    operation: 'configuration.drift',
    summary: 'Returns what differs from the configuration file that was last applied.',
    needs: 'admin',
    answer: Drift,
    cost: 'yielding',
    run: ({ params }) => readDrift(deps, params.game_index) as never,
  });
}
