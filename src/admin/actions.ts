// Admin routes of actions after the sale: preview, request, list, the second person, and the limits of a project.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import {
  approveAction,
  DeclineInput,
  declineAction,
  withdrawAction,
} from '../payment/actions/decide.ts';
import { ActionQuery, listActions, readAction } from '../payment/actions/list.ts';
import { ActionPreview, PreviewQuery, previewAction } from '../payment/actions/preview.ts';
import { ActionInput, requestAction } from '../payment/actions/request.ts';
import {
  ActionSettings,
  readActionSettings,
  setActionSettings,
} from '../payment/actions/settings.ts';
import { ACTION_EXAMPLE, ActionRecord } from '../payment/actions/view.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const PURCHASE = '/apps/:appid/purchases/:service_transaction_id/actions';
const SUBSCRIPTION = '/apps/:appid/subscriptions/:provider/:subscription_id/actions';
const ACTIONS = '/apps/:appid/actions';
const SETTINGS = '/projects/:game_index/action-settings';

export function actionRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', `${PURCHASE}/preview`, {
    operation: 'action.preview',
    summary: 'Asks the market what a refund of this purchase would do. Changes nothing.',
    needs: 'viewer',
    query: PreviewQuery,
    answer: ActionPreview,
    run: ({ app, params, query, actor }) => previewAction({ ...deps, app }, actor, params, query),
  });
  adminRoute(scope, 'POST', PURCHASE, {
    operation: 'action.request',
    summary: 'Refunds a purchase at its market, or asks a second person to approve that.',
    needs: 'operator',
    body: ActionInput,
    answer: ActionRecord,
    status: 201,
    run: ({ app, params, body, actor }) => requestAction({ ...deps, app }, actor, params, body),
  });
  adminRoute(scope, 'GET', `${SUBSCRIPTION}/preview`, {
    operation: 'action.preview-subscription',
    summary: 'Asks the market what an action would do to this subscription. Changes nothing.',
    needs: 'viewer',
    query: PreviewQuery,
    answer: ActionPreview,
    run: ({ app, params, query, actor }) => previewAction({ ...deps, app }, actor, params, query),
  });
  adminRoute(scope, 'POST', SUBSCRIPTION, {
    operation: 'action.request-subscription',
    summary:
      'Refunds the newest cycle of a subscription, cancels its renewal, extends or defers it at its market.',
    needs: 'operator',
    body: ActionInput,
    answer: ActionRecord,
    status: 201,
    run: ({ app, params, body, actor }) => requestAction({ ...deps, app }, actor, params, body),
  });
  adminRoute(scope, 'GET', ACTIONS, {
    operation: 'action.list',
    summary: 'Lists actions after the sale, newest first.',
    needs: 'viewer',
    query: ActionQuery,
    answer: pageOf(ActionRecord, ACTION_EXAMPLE),
    run: ({ app, query }) => listActions({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', `${ACTIONS}/:action_id`, {
    operation: 'action.read',
    summary: 'Returns an action.',
    needs: 'viewer',
    answer: ActionRecord,
    run: ({ app, params }) => readAction({ ...deps, app }, params),
  });
  adminRoute(scope, 'POST', `${ACTIONS}/:action_id/approve`, {
    operation: 'action.approve',
    summary: 'Approves an action that waits for a second person. The market is called next.',
    needs: 'operator',
    answer: ActionRecord,
    run: ({ app, params, actor }) => approveAction({ ...deps, app }, actor, params),
  });
  adminRoute(scope, 'POST', `${ACTIONS}/:action_id/decline`, {
    operation: 'action.decline',
    summary: 'Declines an action that waits for a second person.',
    needs: 'operator',
    body: DeclineInput,
    answer: ActionRecord,
    run: ({ app, params, body, actor }) =>
      declineAction({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', `${ACTIONS}/:action_id/withdraw`, {
    operation: 'action.withdraw',
    summary: 'Withdraws an action that the market has certainly not done.',
    needs: 'operator',
    answer: ActionRecord,
    run: ({ app, params, actor }) => withdrawAction({ ...deps, app }, actor, params),
  });
  adminRoute(scope, 'GET', SETTINGS, {
    operation: 'action.settings',
    summary: 'Returns who in a project may act after the sale, and how much.',
    needs: 'viewer',
    answer: ActionSettings,
    run: ({ params }) => readActionSettings(deps.context, params.game_index),
  });
  adminRoute(scope, 'PUT', SETTINGS, {
    operation: 'action.change-settings',
    summary: 'Changes who in a project may act after the sale, and how much.',
    needs: 'owner',
    body: ActionSettings,
    answer: ActionSettings,
    run: ({ params, body, actor }) =>
      setActionSettings(deps.context, actor, { ...body, ...params }),
  });
}
