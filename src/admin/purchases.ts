// Admin routes of purchases: search, details, timeline, delivery, events, refunds and export.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { columnsOf } from '../base/csv-list.ts';
import { listOf } from '../base/paging.ts';
import { ResendInput, ResentEvent, resendEvent } from '../payment/ledger/resend.ts';
import { DeliveryInput, reportDelivery } from '../payment/orders/delivery-operations.ts';
import { openPurchaseFile, PurchaseFileQuery } from '../payment/queries/purchase-file.ts';
import {
  countPurchases,
  countRefunds,
  listPurchases,
  listRefunds,
  PurchaseQuery,
  RefundQuery,
  readPurchase,
  readPurchaseTimeline,
} from '../payment/queries/purchase-operations.ts';
import {
  PURCHASE_EXAMPLE,
  PurchaseRecordView,
  PurchaseView,
  REFUND_EXAMPLE,
} from '../payment/queries/purchase-view.ts';
import { groupRefunds, RefundGroupQuery, RefundGroups } from '../payment/queries/refund-groups.ts';
import { TIMELINE_EXAMPLE, TimelineEntry } from '../payment/queries/timeline.ts';
import { sendFile } from './edge/download.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const PURCHASE = '/apps/:appid/purchases/:service_transaction_id';

export function purchaseRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, '/apps/:appid/purchases', {
    operation: 'purchase.search',
    summary: 'Lists purchases, last verified first.',
    noun: 'purchases',
    query: PurchaseQuery,
    item: PurchaseView,
    example: PURCHASE_EXAMPLE,
    list: (query, { app }) => listPurchases({ ...deps, app }, query),
    count: (query, { app }) => countPurchases({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', PURCHASE, {
    operation: 'purchase.read',
    summary: "Returns a purchase with its receipt and the market's response.",
    needs: 'viewer',
    answer: PurchaseRecordView,
    run: ({ app, params }) => readPurchase({ ...deps, app }, params),
  });
  adminRoute(scope, 'GET', `${PURCHASE}/timeline`, {
    operation: 'purchase.timeline',
    summary: 'Lists what happened to a purchase, from the order to the refund, oldest first.',
    needs: 'viewer',
    answer: listOf(TimelineEntry, TIMELINE_EXAMPLE),
    run: ({ app, params }) => readPurchaseTimeline({ ...deps, app }, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/purchases/file', {
    operation: 'purchase.file',
    summary:
      'Downloads the purchases that match as a file. Without account, state, id or order: newest first within each provider.',
    needs: 'viewer',
    query: PurchaseFileQuery,
    answer: Type.String({
      description: 'CSV with a header line, or one JSON object per line.',
      examples: ['service_transaction_id,provider,amount,currency\nAP_12,APPLE,9.99,USD\n'],
    }),
    produces: ['text/csv', 'application/x-ndjson'],
    async run({ app, query, reply }) {
      const file = await openPurchaseFile({ ...deps, app }, query);
      if (isRejection(file)) return file;
      const name = `purchases-${app.appid}.${file.format}`;
      return sendFile(reply, { contentType: file.contentType, name, chunks: file.chunks() });
    },
  });
  adminRoute(scope, 'POST', `${PURCHASE}/delivery`, {
    operation: 'purchase.deliver',
    summary: 'Reports the delivery of a purchase in place of the game.',
    needs: 'operator',
    body: DeliveryInput,
    answer: PurchaseRecordView,
    async run({ app, params, body, actor }) {
      const outcome = await reportDelivery({ ...deps, app }, actor, { ...body, ...params });
      return isRejection(outcome) ? outcome : readPurchase({ ...deps, app }, params);
    },
  });
  adminRoute(scope, 'POST', `${PURCHASE}/events`, {
    operation: 'purchase.resend-event',
    summary: 'Sends an event about a purchase to the app server again.',
    needs: 'operator',
    body: ResendInput,
    answer: ResentEvent,
    run: ({ app, params, body, actor }) =>
      resendEvent({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/refunds/groups', {
    operation: 'refund.groups',
    summary: 'Groups refunds and disputes by player, device or product, most refunds first.',
    needs: 'viewer',
    query: RefundGroupQuery,
    answer: RefundGroups,
    cost: 'yielding',
    run: ({ app, query }) => groupRefunds({ ...deps, app }, query),
  });
  listRoutes(scope, '/apps/:appid/refunds', {
    operation: 'refund.list',
    summary: 'Lists purchases cancelled by a refund or a dispute, newest first.',
    noun: 'refunds',
    query: RefundQuery,
    item: PurchaseView,
    example: REFUND_EXAMPLE,
    file: { name: 'refunds', columns: columnsOf(PurchaseView) },
    list: (query, { app }) => listRefunds({ ...deps, app }, query),
    count: (query, { app }) => countRefunds({ ...deps, app }, query),
  });
}
