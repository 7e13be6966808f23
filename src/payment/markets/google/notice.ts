// Google's real-time developer notifications: each names a purchase or subscription to read again.
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';
import type { FollowUp } from '../market.ts';
import type { NoticeAlert, NoticeReader } from '../notice.ts';
import type { GooglePush } from './push.ts';
import type { PlayVoid } from './refunds.ts';
import type { GoogleApp, googleShapes } from './settings.ts';
import { millisOf } from './time.ts';

export const REREAD_JOB = 'google.reread';
export const SALE_JOB = 'google.sale';
export const VOID_JOB = 'google.void';
export const REVIEW_JOB = 'google.refund-review';

export interface RereadPayload {
  readonly purchaseToken: string;
  /** The notification that caused the job. */
  readonly noticeId?: string;
}

/** A purchase of several products names none. */
export interface SalePayload extends RereadPayload {
  readonly productId?: string | undefined;
}

/** `notificationType` of a purchase that was paid. */
const PURCHASED = 1;

/** Details that a notification does not give are read from Google. */
export type VoidPayload = RereadPayload & Pick<PlayVoid, 'orderId'> & Partial<PlayVoid>;

/** `refundType` of a quantity-based partial refund. */
const PARTIAL = 2;

export interface ReviewPayload {
  readonly orderId: string;
  readonly pendingRefundToken: string;
  /** The notification that caused the job. */
  readonly noticeId: string;
}

export const createGoogleNotices = (push: GooglePush): NoticeReader<typeof googleShapes> => ({
  authenticate: (app, { authorization }, address) =>
    push.check(app, authorization, app.settings.push_audience ?? address),
  async read(app, body, now, again) {
    const message = fieldsOf(parseFields(body)?.message);
    const id = textOf(message?.messageId);
    const event = parseFields(Buffer.from(textOf(message?.data) ?? '', 'base64').toString('utf8'));
    const packageName = textOf(event?.packageName);
    if (id === undefined || !event || packageName === undefined) return 'forged';
    // One topic often serves all apps of a studio.
    if (packageName !== app.settings.package_name) return 'foreign';
    const { kind, job, alert, subject = null } = readEvent(app, event, id);
    return {
      id,
      kind,
      state: job ? 'waiting' : alert ? 'applied' : 'kept',
      reportedAt: millisOf(event.eventTimeMillis) ?? now,
      subject,
      subscriptions: [],
      cancellations: [],
      alerts: alert ? [alert] : [],
      // One job per notification: a running job may have read the state before this change.
      jobs: job ? [{ ...job, id: `${job.kind} ${id}${again}` }] : [],
    };
  },
});

interface ReadEvent {
  readonly kind: string;
  readonly job?: Omit<FollowUp, 'id'>;
  readonly alert?: NoticeAlert;
  /** The subscription, or the purchase. */
  readonly subject?: string;
}

function readEvent(app: GoogleApp, event: Fields, noticeId: string): ReadEvent {
  const subscription = fieldsOf(event.subscriptionNotification);
  if (subscription) {
    const kind = `subscription.${subscription.notificationType}`;
    const purchaseToken = textOf(subscription.purchaseToken);
    if (purchaseToken === undefined) return { kind };
    const payload: RereadPayload = { purchaseToken, noticeId };
    return { kind, subject: purchaseToken, job: { kind: REREAD_JOB, payload } };
  }
  const voided = fieldsOf(event.voidedPurchaseNotification);
  if (voided) {
    const purchaseToken = textOf(voided.purchaseToken);
    if (purchaseToken === undefined) return { kind: 'voided' };
    // Without an order id the purchase token identifies it.
    const orderId = textOf(voided.orderId) ?? purchaseToken;
    const at = millisOf(event.eventTimeMillis) ?? null;
    const isPartial = voided.refundType === PARTIAL;
    const payload: VoidPayload = { purchaseToken, orderId, noticeId, at, isPartial };
    return { kind: 'voided', subject: orderId, job: { kind: VOID_JOB, payload } };
  }
  const once = fieldsOf(event.oneTimeProductNotification);
  if (once) return readSale(once, noticeId);
  if (event.testNotification !== undefined) return { kind: 'test' };
  const review = fieldsOf(event.pendingRefundReviewNotification);
  return review ? readReview(app, event, review, noticeId) : { kind: 'unknown' };
}

/** Paid, perhaps days after the game was left, so perhaps no game reports it. */
function readSale(once: Fields, noticeId: string): ReadEvent {
  const kind = `oneTimeProduct.${once.notificationType}`;
  const purchaseToken = textOf(once.purchaseToken);
  if (once.notificationType !== PURCHASED || purchaseToken === undefined) return { kind };
  const payload: SalePayload = { purchaseToken, productId: textOf(once.sku), noticeId };
  return { kind, job: { kind: SALE_JOB, payload } };
}

/** A buyer wants a refund, and Google asks what the studio thinks of it. */
function readReview(
  { settings }: GoogleApp,
  event: Fields,
  review: Fields,
  noticeId: string,
): ReadEvent {
  const kind = 'pendingRefundReview';
  const orderId = textOf(review.orderId);
  const pendingRefundToken = textOf(review.pendingRefundToken);
  if (orderId === undefined) return { kind };
  const date = millisOf(event.eventTimeMillis) ?? null;
  const refundRequest = { reason: textOf(review.refundReason) ?? null, date };
  const alert: NoticeAlert = {
    purchase: { provider: 'GOOGLE', unique_key: orderId },
    type: 'purchase.refund_requested',
    details: { refundRequest },
  };
  if (!settings.answer_refund_requests || pendingRefundToken === undefined) {
    return { kind, subject: orderId, alert };
  }
  const payload: ReviewPayload = { orderId, pendingRefundToken, noticeId };
  return { kind, subject: orderId, alert, job: { kind: REVIEW_JOB, payload } };
}
