// The API's notification paths: request a test, see how it went, read what was sent.
import type { FastifyInstance } from 'fastify';
import type { Delivery } from '../webhook-sender.ts';
import { type Api, isWithin } from './caller.ts';
import { StoreError } from './errors.ts';
import { type NotificationContent, sendAttempts } from './notifications.ts';
import type { App } from './transaction.ts';

const notificationTypes = new Set(
  (
    'SUBSCRIBED DID_CHANGE_RENEWAL_PREF DID_CHANGE_RENEWAL_STATUS OFFER_REDEEMED DID_RENEW EXPIRED ' +
    'DID_FAIL_TO_RENEW GRACE_PERIOD_EXPIRED PRICE_INCREASE PRICE_CHANGE REFUND REFUND_DECLINED ' +
    'REFUND_REVERSED CONSUMPTION_REQUEST RENEWAL_EXTENDED RENEWAL_EXTENSION REVOKE TEST ' +
    'EXTERNAL_PURCHASE_TOKEN ONE_TIME_CHARGE RESCIND_CONSENT METADATA_UPDATE MIGRATION'
  ).split(' '),
);
const subtypes = new Set(
  (
    'INITIAL_BUY RESUBSCRIBE DOWNGRADE UPGRADE AUTO_RENEW_ENABLED AUTO_RENEW_DISABLED VOLUNTARY ' +
    'BILLING_RETRY PRICE_INCREASE GRACE_PERIOD PENDING ACCEPTED BILLING_RECOVERY ' +
    'PRODUCT_NOT_FOR_SALE SUMMARY FAILURE UNREPORTED'
  ).split(' '),
);

const pageSize = 20;
const dayMs = 24 * 3_600_000;
/** How far back the history reaches. */
const historyMs = { Production: 180 * dayMs, Sandbox: 30 * dayMs };
const paginationLifeMs = dayMs;
const testToken = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{13})$/;

export function notificationRoutes(scope: FastifyInstance, api: Api): void {
  const { notifications, world } = api;
  const show = (delivery: Delivery<NotificationContent>) => ({
    signedPayload: notifications.signedPayload(delivery),
    sendAttempts: sendAttempts(delivery),
  });

  scope.post('/inApps/v1/notifications/test', async (request) => {
    const delivery = notifications.test(api.app(request));
    if (!delivery) throw new StoreError(4040007);
    return { testNotificationToken: `${delivery.id}_${delivery.createdAt}` };
  });

  scope.get<{ Params: { token: string } }>(
    '/inApps/v1/notifications/test/:token',
    async (request) => {
      const [, id] = testToken.exec(request.params.token) ?? [];
      if (id === undefined) throw new StoreError(4000020);
      const delivery = notifications.sender.find(id);
      const mine =
        delivery && belongsTo(delivery, api.app(request)) && delivery.content.type === 'TEST';
      // Until the first attempt has ended there is no status to answer.
      if (!mine || delivery.attempts.length === 0) throw new StoreError(4040008);
      return show(delivery);
    },
  );

  scope.post<{ Querystring: { paginationToken?: string } }>(
    '/inApps/v1/notifications/history',
    async (request) => {
      const app = api.app(request);
      const now = world.clock.now();
      const wanted = readHistoryRequest(request.body, now - historyMs[app.environment]);
      const customer =
        wanted.transactionId === undefined
          ? undefined
          : api.store.customer(app, wanted.transactionId)?.[0]?.appTransactionId;
      if (wanted.transactionId !== undefined && customer === undefined) {
        throw new StoreError(4040010);
      }
      const from = readPaginationToken(request.query.paginationToken, now);
      const matching = Iterator.from(notifications.sender.deliveries())
        .filter((delivery) => belongsTo(delivery, app))
        .filter(({ content }) => customer === undefined || content.appTransactionId === customer)
        .filter(wanted.accepts);
      const page = [...matching.drop(from).take(pageSize + 1)];
      const hasMore = page.length > pageSize;
      return {
        ...(hasMore && { paginationToken: writePaginationToken(from + pageSize, now) }),
        hasMore,
        notificationHistory: page.slice(0, pageSize).map(show),
      };
    },
  );
}

function belongsTo({ content }: Delivery<NotificationContent>, app: App): boolean {
  return content.environment === app.environment && content.bundleId === app.bundleId;
}

function readHistoryRequest(body: unknown, earliest: number) {
  const sent = (body ?? {}) as Record<string, unknown>;
  const { startDate, endDate, notificationType, notificationSubtype, transactionId } = sent;
  if (!isWithin(startDate, 0, 8.64e15)) throw new StoreError(4000015);
  if (!isWithin(endDate, 0, 8.64e15)) throw new StoreError(4000016);
  if (startDate < earliest) throw new StoreError(4000012);
  if (startDate >= endDate) throw new StoreError(4000013);
  if (notificationType !== undefined && transactionId !== undefined) throw new StoreError(4000019);
  if (!isKnown(notificationType, notificationTypes)) throw new StoreError(4000018);
  if (!isKnown(notificationSubtype, subtypes)) throw new StoreError(4000018);
  if (notificationSubtype !== undefined && notificationType === undefined) {
    throw new StoreError(4000018);
  }
  if (transactionId !== undefined && !/^\d+$/.test(String(transactionId))) {
    throw new StoreError(4000006);
  }
  return {
    transactionId: transactionId === undefined ? undefined : String(transactionId),
    accepts: ({ content, attempts }: Delivery<NotificationContent>) =>
      content.signedDate >= startDate &&
      content.signedDate <= endDate &&
      (notificationType === undefined || content.type === notificationType) &&
      (notificationSubtype === undefined || content.subtype === notificationSubtype) &&
      (sent.onlyFailures !== true || attempts.every(({ result }) => result !== 'delivered')),
  };
}

function isKnown(value: unknown, known: ReadonlySet<string>): boolean {
  return value === undefined || (typeof value === 'string' && known.has(value));
}

function writePaginationToken(from: number, now: number): string {
  return Buffer.from(`${from}_${Math.floor(now)}`).toString('base64url');
}

function readPaginationToken(token: string | undefined, now: number): number {
  if (token === undefined) return 0;
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const [, from, issued] = /^(\d+)_(\d+)$/.exec(text) ?? [];
  if (from === undefined) throw new StoreError(4000014);
  if (now > Number(issued) + paginationLifeMs) throw new StoreError(4000017);
  return Number(from);
}
