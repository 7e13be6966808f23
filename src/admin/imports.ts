// Admin routes of imports: batches of lines from another system, with a dry run.
import type { FastifyInstance } from 'fastify';
import { ImportResult } from '../base/import-lines.ts';
import { importPurchases, PurchaseImport } from '../payment/imports/operations.ts';
import { importRestrictions, RestrictionImport } from '../restriction/imports/restrictions.ts';
import { importTypes, TypeImport } from '../restriction/imports/types.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function importRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'POST', '/apps/:appid/types/import', {
    operation: 'type.import',
    summary: 'Imports restriction types. A type with the same names is not registered again.',
    needs: 'admin',
    body: TypeImport,
    answer: ImportResult,
    run: ({ app, body, actor }) => importTypes({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'POST', '/apps/:appid/restrictions/import', {
    operation: 'restriction.import',
    summary: 'Imports restrictions from another system. Repeating it is safe.',
    needs: 'operator',
    body: RestrictionImport,
    answer: ImportResult,
    run: ({ app, body, actor }) => importRestrictions({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'POST', '/apps/:appid/purchases/import', {
    operation: 'purchase.import',
    summary: 'Imports purchases that another system has verified. Repeating it is safe.',
    needs: 'admin',
    body: PurchaseImport,
    answer: ImportResult,
    run: ({ app, body, actor }) => importPurchases({ ...deps, app }, actor, body),
  });
}
