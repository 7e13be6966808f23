// Admin routes of appeals: the queue, decisions, figures and settings.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import {
  AppealFigures,
  AppealFiguresQuery,
  AppealQuery,
  AppealRecord,
  AppealSettings,
  appealFigures,
  DecisionInput,
  decideAppeal,
  listAppeals,
  readAppeal,
  readAppealSettings,
  setAppealSettings,
} from '../restriction/appeals/operations.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const APPEALS = '/apps/:appid/appeals';
const SETTINGS = '/projects/:game_index/appeal-settings';

export function appealRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', APPEALS, {
    operation: 'appeal.list',
    summary:
      'Lists appeals: open ones unless asked for others, oldest first unless sorted otherwise.',
    needs: 'viewer',
    query: AppealQuery,
    answer: pageOf(AppealRecord),
    run: ({ app, query }) => listAppeals({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', `${APPEALS}/:appeal_id`, {
    operation: 'appeal.read',
    summary: 'Returns an appeal.',
    needs: 'viewer',
    answer: AppealRecord,
    run: ({ app, params, actor }) => readAppeal({ ...deps, app }, actor, params.appeal_id),
  });
  adminRoute(scope, 'POST', `${APPEALS}/:appeal_id/decide`, {
    operation: 'appeal.decide',
    summary:
      'Decides an open appeal: releases the player, shortens the restriction, or upholds it.',
    needs: 'operator',
    body: DecisionInput,
    answer: AppealRecord,
    run: ({ app, params: { appeal_id }, body, actor }) =>
      decideAppeal({ ...deps, app }, actor, { ...body, appeal_id }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/figures/appeals', {
    operation: 'appeal.figures',
    summary: 'Counts appeals, those granted, and the median time, by type and by operator.',
    needs: 'viewer',
    query: AppealFiguresQuery,
    answer: AppealFigures,
    cost: 'yielding',
    run: ({ app, query }) => appealFigures({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', SETTINGS, {
    operation: 'appeal.settings',
    summary: 'Returns how a project treats appeals.',
    needs: 'viewer',
    answer: AppealSettings,
    run: ({ params }) => readAppealSettings(deps.context, params.game_index),
  });
  adminRoute(scope, 'PUT', SETTINGS, {
    operation: 'appeal.change-settings',
    summary: 'Changes how a project treats appeals.',
    needs: 'admin',
    body: AppealSettings,
    answer: AppealSettings,
    run: ({ params, body, actor }) =>
      setAppealSettings(deps.context, actor, { ...body, ...params }),
  });
}
