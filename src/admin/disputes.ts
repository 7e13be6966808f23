// Admin routes of disputes: the list, the draft of the evidence, sending it, and the texts of the app.
import type { FastifyInstance } from 'fastify';
import { columnsOf } from '../base/csv-list.ts';
import { listOf } from '../base/paging.ts';
import {
  countDisputes,
  DisputeQuery,
  DraftInput,
  draftEvidence,
  listDisputes,
  readDispute,
  SendInput,
  saveEvidence,
  sendEvidence,
} from '../payment/disputes/operations.ts';
import { DISPUTE_EXAMPLE, DisputeRecord, DisputeView } from '../payment/disputes/shapes.ts';
import {
  DisputeTexts,
  DisputeTextsInput,
  listDisputeTexts,
  removeDisputeTexts,
  setDisputeTexts,
} from '../payment/disputes/texts.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const DISPUTE = '/apps/:appid/disputes/:dispute_id';
const TEXTS = '/apps/:appid/dispute-texts';

export function disputeRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps;
  listRoutes(scope, '/apps/:appid/disputes', {
    operation: 'dispute.list',
    summary: 'Lists disputes at payment gateways, newest first unless sorted otherwise.',
    noun: 'disputes',
    query: DisputeQuery,
    item: DisputeView,
    example: DISPUTE_EXAMPLE,
    file: { name: 'disputes', columns: columnsOf(DisputeView) },
    list: (query, { app }) => listDisputes({ ...deps, app }, query),
    count: (query, { app }) => countDisputes({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', DISPUTE, {
    operation: 'dispute.read',
    summary:
      'Returns a dispute with what is known about the purchase, the draft and what was sent.',
    needs: 'viewer',
    answer: DisputeRecord,
    run: ({ app, params }) => readDispute({ ...deps, app }, params.dispute_id),
  });
  adminRoute(scope, 'POST', `${DISPUTE}/draft`, {
    operation: 'dispute.draft',
    summary: 'Drafts the evidence anew from what is known about the purchase and the player.',
    needs: 'operator',
    answer: DisputeRecord,
    run: ({ app, params, actor }) => draftEvidence({ ...deps, app }, actor, params.dispute_id),
  });
  adminRoute(scope, 'PUT', `${DISPUTE}/draft`, {
    operation: 'dispute.edit',
    summary: 'Replaces the draft of the evidence.',
    needs: 'operator',
    body: DraftInput,
    answer: DisputeRecord,
    run: ({ app, params: { dispute_id }, body, actor }) =>
      saveEvidence({ ...deps, app }, actor, { ...body, dispute_id }),
  });
  adminRoute(scope, 'POST', `${DISPUTE}/send`, {
    operation: 'dispute.send',
    summary: 'Sends the draft to the gateway. The bank takes evidence once.',
    needs: 'operator',
    body: SendInput,
    answer: DisputeRecord,
    run: ({ app, params: { dispute_id }, body, actor }) =>
      sendEvidence({ ...deps, app }, actor, { ...body, dispute_id }),
  });
  adminRoute(scope, 'GET', TEXTS, {
    operation: 'dispute.texts',
    summary: 'Lists what an app shows its buyers about refunds and cancellations, by language.',
    needs: 'viewer',
    answer: listOf(DisputeTexts),
    run: ({ params }) => listDisputeTexts(context, params.appid),
  });
  adminRoute(scope, 'PUT', `${TEXTS}/:language`, {
    operation: 'dispute.set-texts',
    summary: 'Adds or replaces the texts of a language.',
    needs: 'admin',
    body: DisputeTextsInput,
    answer: DisputeTexts,
    run: ({ params, body, actor }) => setDisputeTexts(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', `${TEXTS}/:language`, {
    operation: 'dispute.remove-texts',
    summary: 'Removes the texts of a language.',
    needs: 'admin',
    run: ({ params, actor }) => removeDisputeTexts(context, actor, params),
  });
}
