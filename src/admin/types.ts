// Admin routes of restriction types, with their texts in all languages.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Actor, writeAudit } from '../audit/audit.ts';
import { invalid, isRefusal, notFound, type Refusal } from '../audit/operation.ts';
import { listOf } from '../base/paging.ts';
import type { TypeProblem } from '../restriction/operations.ts';
import { TypeSet } from '../restriction/schema.ts';
import { readTypes, type StoredType } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { App } from '../tenants/directory.ts';
import { type AdminDeps, adminRoute, appOf } from './edge/route.ts';
import { AppPath, TypePath } from './edge/schema.ts';

const NewType = Type.Object(TypeSet.properties, { additionalProperties: false });
const RestrictionType = Type.Object({ block_type: Type.Integer(), ...TypeSet.properties });

const PROBLEMS = {
  4014: 'Every text has a title with N, and none has one with O.',
  4015: 'Texts in Korean (ko) and English (en) are required.',
  4016: 'Names and titles have at most 200 bytes, reasons 200 with O and 400 with N.',
} as const;

export function typeRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { desk, restrictions } = deps;
  const audit =
    (actor: Actor, app: App, verb: 'create' | 'change' | 'delete') =>
    (tx: Db, type: StoredType, before?: StoredType) =>
      writeAudit(tx, desk.clock(), actor, {
        action: `type.${verb}`,
        gameIndex: app.gameIndex,
        target: `apps/${app.appid}/types/${type.block_type}`,
        ...(verb === 'delete' ? { before: type } : { after: type, ...(before && { before }) }),
      });

  adminRoute(scope, 'GET', '/apps/:appid/types', {
    operation: 'type.list',
    summary: 'Restriction types of an app, by number, with the texts in every language.',
    needs: 'viewer',
    params: AppPath,
    answer: listOf(RestrictionType),
    async run({ params }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      return { items: (await readTypes(desk.storage.db, app.appid)) as Item[] };
    },
  });
  adminRoute(scope, 'POST', '/apps/:appid/types', {
    operation: 'type.create',
    summary: 'Registers a restriction type.',
    needs: 'admin',
    params: AppPath,
    body: NewType,
    answer: RestrictionType,
    status: 201,
    async run({ params, body, actor }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const outcome = await restrictions.registerType(app, body, audit(actor, app, 'create'));
      return 'block_type' in outcome ? { ...outcome, ...body } : problemOf(outcome);
    },
  });
  adminRoute(scope, 'PUT', '/apps/:appid/types/:block_type', {
    operation: 'type.change',
    summary: 'New names and texts for a restriction type, for everybody restricted with it too.',
    needs: 'admin',
    params: TypePath,
    body: NewType,
    answer: RestrictionType,
    async run({ params, body, actor }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const { block_type } = params;
      const also = audit(actor, app, 'change');
      const outcome = await restrictions.changeType(app, block_type, body, also);
      if (outcome === 0) return { block_type, ...body };
      return outcome === 4011 ? refusals(block_type)[4011] : problemOf(outcome);
    },
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/types/:block_type', {
    operation: 'type.delete',
    summary: 'Deletes a restriction type that restricts nobody.',
    needs: 'admin',
    params: TypePath,
    async run({ params, actor }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const { block_type: blockType } = params;
      const code = await restrictions.deleteType(app, blockType, audit(actor, app, 'delete'));
      return code === 0 ? {} : refusals(blockType)[code];
    },
  });
}

type Item = Type.Static<typeof RestrictionType>;

const FIELDS: Readonly<Record<string, string>> = {
  reasons: 'A language appears twice.',
  type_status: 'A type stays the kind it is; register another one.',
};

const problemOf = (problem: TypeProblem): Refusal =>
  'code' in problem
    ? invalid('reasons', PROBLEMS[problem.code])
    : invalid(problem.field, FIELDS[problem.field] ?? '');

const refusals = (blockType: number): Record<4011 | 4012, Refusal> => ({
  4011: notFound(`There is no type ${blockType}.`),
  4012: { refused: 'IN_USE', detail: `Type ${blockType} still restricts players.` },
});
