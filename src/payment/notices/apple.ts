// App Store Server Notifications V2: authenticates and parses them.

import type { CancellationUpdate } from '../ledger/cancellation.ts';
import type { Alert } from '../ledger/ledger.ts';
import type { Notice } from '../ledger/notices-store.ts';
import type { SubscriptionUpdate } from '../ledger/subscriptions.ts';
import type { AppleEnvironment } from '../markets/apple/api.ts';
import type { AppleSignatures } from '../markets/apple/chain.ts';
import { refundOf } from '../markets/apple/revocation.ts';
import { signedContent } from '../markets/apple/signed-content.ts';
import { describeCycle, isCycle } from '../markets/apple/subscription.ts';
import {
  type AppleApp,
  appleKey,
  BUSY,
  environmentRejection,
  SUBSCRIPTION_TYPE,
} from '../markets/apple/transaction.ts';
import { type Fields, fieldsOf, parseFields, textOf } from '../markets/fields.ts';
import type { FollowUp, Unavailable } from '../markets/market.ts';
import { readRefundRequest } from './apple-refund-requests.ts';

interface Updates {
  readonly subscriptions: SubscriptionUpdate[];
  readonly cancellations: CancellationUpdate[];
  readonly alerts: Alert[];
  readonly jobs: FollowUp[];
}

/** A notification with its updates; `forged` when it is not from Apple or not for this app. */
export type NoticeReading = ({ readonly notice: Notice } & Updates) | 'forged' | Unavailable;

/** `again` tells the jobs of a replay apart from those of the first time. */
export async function readAppleNotice(
  signatures: AppleSignatures,
  app: AppleApp,
  body: string,
  now: number,
  again = '',
): Promise<NoticeReading> {
  const payload = await signatures.open(textOf(parseFields(body)?.signedPayload) ?? '');
  if (payload === 'busy') return BUSY;
  const id = textOf(payload?.notificationUUID);
  const type = textOf(payload?.notificationType);
  if (!payload || id === undefined || type === undefined || !isFor(app, payload)) return 'forged';
  const said_at = typeof payload.signedDate === 'number' ? payload.signedDate : now;
  const data = fieldsOf(payload.data) ?? {};
  const { subject, ...about } = readData(type, data);
  const asked = type === 'CONSUMPTION_REQUEST' && signedContent(data.signedTransactionInfo);
  const request = asked && readRefundRequest(data, asked, { id: `${id}${again}`, at: said_at });
  const updates = { ...about, alerts: [], jobs: [], ...request };
  const isApplied = Object.values(updates).some((each) => each.length > 0);
  const subtype = textOf(payload.subtype);
  return {
    ...updates,
    notice: {
      game_index: app.gameIndex,
      appid: app.appid,
      provider: 'APPLE',
      notice_id: id,
      kind: subtype === undefined ? type : `${type}.${subtype}`,
      state: isApplied ? 'applied' : 'kept',
      body,
      said_at,
      received_at: now,
      subject,
    },
  };
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

interface NoticeData extends Pick<Updates, 'subscriptions' | 'cancellations'> {
  /** The subscription, or the purchase. */
  readonly subject: string | null;
}

const NOTHING: NoticeData = { subscriptions: [], cancellations: [], subject: null };

/** The outer signature covers the inner ones, so those are not checked again. */
function readData(type: string, data: Fields): NoticeData {
  const jws = textOf(data.signedTransactionInfo);
  const transaction = signedContent(jws);
  if (jws === undefined || !transaction) return NOTHING;
  const reversed = type === 'REFUND_REVERSED';
  if (transaction.type !== SUBSCRIPTION_TYPE) {
    const id = textOf(transaction.transactionId);
    return {
      subscriptions: [],
      cancellations: refundsOf(transaction, reversed),
      subject: id === undefined ? null : appleKey(transaction.environment, id),
    };
  }
  if (!isCycle(transaction)) return NOTHING;
  const renewal = signedContent(data.signedRenewalInfo);
  const current = renewal && { status: data.status, renewal };
  const state = describeCycle(transaction, jws, current, reversed);
  return { subscriptions: [{ state }], cancellations: [], subject: state.subscriptionId };
}

function refundsOf(transaction: Fields, reversed: boolean): CancellationUpdate[] {
  const id = textOf(transaction.transactionId);
  const { signedDate: reportedAt, environment } = transaction;
  const refund = reversed
    ? ({ kind: 'refund', state: 'restored' } as const)
    : refundOf(transaction);
  if (id === undefined || typeof reportedAt !== 'number' || !refund) return [];
  const purchase = { provider: 'APPLE', unique_key: appleKey(environment, id) } as const;
  return [{ purchase, report: { ...refund, reportedAt } }];
}
