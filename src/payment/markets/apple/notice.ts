// App Store Server Notifications V2: authenticates and parses them.
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';
import type { FollowUp } from '../market.ts';
import type { NoticeEvent, NoticeReader, ReadNotice, Sale } from '../notice.ts';
import type { AppleEnvironment } from './api.ts';
import { readPurchase } from './apple.ts';
import type { AppleSignatures } from './chain.ts';
import { readConsent } from './consent.ts';
import { TOKEN_JOB, type TokenPayload } from './external-token.ts';
import { readRefundRequest } from './refund-request.ts';
import { refundOf } from './revocation.ts';
import type { AppleApp, appleShapes } from './settings.ts';
import { signedContent } from './signed-content.ts';
import { describeCycle, isCycle } from './subscription.ts';
import {
  appleKey,
  BUSY,
  environmentRejection,
  paymentKeyOf,
  SUBSCRIPTION_TYPE,
} from './transaction.ts';

export const createAppleNotices = (
  signatures: AppleSignatures,
): NoticeReader<typeof appleShapes> => ({
  async read(app, body, now, again) {
    const payload = await signatures.open(textOf(parseFields(body)?.signedPayload) ?? '');
    if (payload === 'busy') return BUSY;
    const id = textOf(payload?.notificationUUID);
    const type = textOf(payload?.notificationType);
    if (!payload || id === undefined || type === undefined || !isFor(app, payload)) return 'forged';
    const reportedAt = typeof payload.signedDate === 'number' ? payload.signedDate : now;
    const data = fieldsOf(payload.data) ?? {};
    const { subject, ...about } = readData(type, data);
    const asked = type === 'CONSUMPTION_REQUEST' && signedContent(data.signedTransactionInfo);
    const request =
      asked && readRefundRequest(data, asked, { id: `${id}${again}`, at: reportedAt });
    const consent =
      type === 'RESCIND_CONSENT' &&
      (await readConsent(signatures, app, payload, {
        noticeId: id,
        // A store's clock that is ahead of ours must not lose what it says.
        at: Math.min(reportedAt, now),
        again,
      }));
    if (consent === 'busy') return BUSY;
    if (consent === 'forged') return consent;
    const updates = { ...about, alerts: [], jobs: askedAbout(app, payload, id, again), ...request };
    const isApplied = Object.values(updates).some((each) => each.length > 0);
    const subtype = textOf(payload.subtype);
    return {
      ...updates,
      events: eventsIn(payload, type, subtype, reportedAt),
      id,
      kind: subtype === undefined ? type : `${type}.${subtype}`,
      state: isApplied ? 'applied' : 'kept',
      reportedAt,
      subject,
      ...(consent && { ...consent, state: 'waiting' }),
    };
  },
});

/** Duties of the studio that concern no purchase. */
function eventsIn(
  payload: Fields,
  type: string,
  subtype: string | undefined,
  date: number,
): readonly NoticeEvent[] {
  const { externalPurchaseId, tokenCreationDate } = fieldsOf(payload.externalPurchaseToken) ?? {};
  const id = textOf(externalPurchaseId);
  if (type !== 'EXTERNAL_PURCHASE_TOKEN' || subtype !== 'UNREPORTED' || id === undefined) return [];
  const createdAt = typeof tokenCreationDate === 'number' ? tokenCreationDate : null;
  const details = { externalPurchaseId: id, tokenCreationDate: createdAt, date };
  return [{ type: 'external_purchase.unreported', subject: id, details }];
}

/** Apple asks about a token: what it has led to is reported, if the app wants that. */
function askedAbout(app: AppleApp, payload: Fields, noticeId: string, again: string): FollowUp[] {
  const { subtype, externalPurchaseToken } = payload;
  const { externalPurchaseId, tokenCreationDate } = fieldsOf(externalPurchaseToken) ?? {};
  const id = textOf(externalPurchaseId);
  if (!app.settings.report_external_sales || subtype !== 'UNREPORTED' || !id) return [];
  const createdAt = typeof tokenCreationDate === 'number' ? tokenCreationDate : 0;
  return [
    {
      kind: TOKEN_JOB,
      id: `${TOKEN_JOB} ${id} asked ${noticeId}${again}`,
      payload: { externalPurchaseId: id, createdAt, isAsked: true } satisfies TokenPayload,
    },
  ];
}

/** Apple signs notifications of all apps, so the app and the environment must match. */
function isFor(app: AppleApp, payload: Fields): boolean {
  const { bundle_id, app_apple_id } = app.settings;
  const token = fieldsOf(payload.externalPurchaseToken);
  const about =
    fieldsOf(payload.data) ?? fieldsOf(payload.summary) ?? token ?? fieldsOf(payload.appData);
  if (!about) return false;
  const { bundleId, appAppleId } = about;
  const environment = about === token ? tokenEnvironment(token) : environmentOf(about);
  if (!environment || environmentRejection(app, environment)) return false;
  // A token may name the app by its App Apple ID alone.
  const isBundle = bundleId === bundle_id || (about === token && bundleId === undefined);
  // In the sandbox some notifications have no App Apple ID.
  const mayBeAbsent = environment === 'Sandbox' && bundleId !== undefined;
  const isApp = appAppleId === app_apple_id || (appAppleId === undefined && mayBeAbsent);
  return isBundle && isApp;
}

function environmentOf({ environment = 'Production' }: Fields): AppleEnvironment | undefined {
  return environment === 'Production' || environment === 'Sandbox' ? environment : undefined;
}

/** An external purchase has no field for it. */
const tokenEnvironment = ({ externalPurchaseId: id }: Fields): AppleEnvironment =>
  textOf(id)?.startsWith('SANDBOX') ? 'Sandbox' : 'Production';

type NoticeData = Required<
  Pick<ReadNotice, 'sales' | 'subscriptions' | 'cancellations' | 'subject'>
>;

const NOTHING: NoticeData = { sales: [], subscriptions: [], cancellations: [], subject: null };

/** The outer signature covers the inner ones, so those are not checked again. */
function readData(type: string, data: Fields): NoticeData {
  const jws = textOf(data.signedTransactionInfo);
  const transaction = signedContent(jws);
  if (jws === undefined || !transaction) return NOTHING;
  const reversed = type === 'REFUND_REVERSED';
  if (transaction.type !== SUBSCRIPTION_TYPE) {
    const id = textOf(transaction.transactionId);
    return {
      sales: type === 'ONE_TIME_CHARGE' ? salesOf(transaction, jws) : [],
      subscriptions: [],
      cancellations: refundsOf(transaction, reversed),
      subject: id === undefined ? null : keyOf(transaction, id),
    };
  }
  if (!isCycle(transaction)) return NOTHING;
  const renewal = signedContent(data.signedRenewalInfo);
  const current = renewal && { status: data.status, renewal };
  const state = describeCycle(transaction, jws, current, reversed);
  return { ...NOTHING, subscriptions: [{ state }], subject: state.subscriptionId };
}

/** What a family shares was sold to somebody else. */
function salesOf(transaction: Fields, receipt: string): readonly Sale[] {
  const accepted = readPurchase(transaction);
  return accepted && accepted.ownership === undefined ? [{ accepted, receipt }] : [];
}

/** A refund of a restored purchase is one of what was paid. */
const keyOf = (transaction: Fields, id: string): string =>
  paymentKeyOf(transaction) ?? appleKey(transaction.environment, id);

function refundsOf(transaction: Fields, reversed: boolean): ReadNotice['cancellations'] {
  const id = textOf(transaction.transactionId);
  const { signedDate: reportedAt } = transaction;
  const refund = reversed
    ? ({ kind: 'refund', state: 'restored' } as const)
    : refundOf(transaction);
  if (id === undefined || typeof reportedAt !== 'number' || !refund) return [];
  const purchase = { provider: 'APPLE', unique_key: keyOf(transaction, id) } as const;
  return [{ purchase, report: { ...refund, reportedAt } }];
}
