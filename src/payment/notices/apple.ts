// App Store Server Notifications V2: authenticates and parses them.

import type { CancellationUpdate } from '../ledger/cancellation.ts';
import type { Notice } from '../ledger/notices-store.ts';
import type { SubscriptionUpdate } from '../ledger/subscriptions.ts';
import {
  type AppleApp,
  appleKey,
  environmentRejection,
  isCancelled,
  SUBSCRIPTION_TYPE,
} from '../markets/apple/apple.ts';
import type { AppleSignatures } from '../markets/apple/chain.ts';
import { describeCycle, isCycle } from '../markets/apple/subscription.ts';
import { type Fields, fieldsOf, parseFields, textOf } from '../markets/fields.ts';

/** A notification with its updates; `forged` when it is not from Apple or not for this app. */
export type NoticeReading =
  | {
      readonly notice: Notice;
      readonly subscriptions: SubscriptionUpdate[];
      readonly cancellations: CancellationUpdate[];
    }
  | 'forged';

export async function readAppleNotice(
  signatures: AppleSignatures,
  app: AppleApp,
  body: string,
  now: number,
): Promise<NoticeReading> {
  const payload = await signatures.open(textOf(parseFields(body)?.signedPayload) ?? '');
  const id = textOf(payload?.notificationUUID);
  const type = textOf(payload?.notificationType);
  if (!payload || id === undefined || type === undefined || !isFor(app, payload)) return 'forged';
  const { subscriptions, cancellations, subject } = readData(type, fieldsOf(payload.data) ?? {});
  const isApplied = subscriptions.length > 0 || cancellations.length > 0;
  const subtype = textOf(payload.subtype);
  return {
    subscriptions,
    cancellations,
    notice: {
      appid: app.appid,
      provider: 'APPLE',
      notice_id: id,
      kind: subtype === undefined ? type : `${type}.${subtype}`,
      state: isApplied ? 'applied' : 'kept',
      body,
      said_at: typeof payload.signedDate === 'number' ? payload.signedDate : now,
      received_at: now,
      subject,
    },
  };
}

/** Apple signs notifications of all apps, so the app and the environment must match. */
function isFor(app: AppleApp, payload: Fields): boolean {
  const about =
    fieldsOf(payload.data) ??
    fieldsOf(payload.summary) ??
    fieldsOf(payload.externalPurchaseToken) ??
    fieldsOf(payload.appData);
  const environment = about?.environment ?? 'Production';
  if (about?.bundleId !== app.settings.bundle_id) return false;
  if (environment !== 'Production' && environment !== 'Sandbox') return false;
  // Sandbox notifications have no App Apple ID.
  if (environment === 'Production' && about.appAppleId !== app.settings.app_apple_id) return false;
  return environmentRejection(app, environment) === undefined;
}

interface NoticeData {
  readonly subscriptions: SubscriptionUpdate[];
  readonly cancellations: CancellationUpdate[];
  /** The subscription, or the purchase. */
  readonly subject: string | null;
}

function readData(type: string, data: Fields): NoticeData {
  const jws = textOf(data.signedTransactionInfo);
  const transaction = jws === undefined ? undefined : signedContent(jws);
  if (jws === undefined || !transaction)
    return { subscriptions: [], cancellations: [], subject: null };
  const reversed = type === 'REFUND_REVERSED';
  if (transaction.type !== SUBSCRIPTION_TYPE) {
    const id = textOf(transaction.transactionId);
    return {
      subscriptions: [],
      cancellations: refundsOf(transaction, reversed),
      subject: id === undefined ? null : appleKey(transaction.environment, id),
    };
  }
  if (!isCycle(transaction)) return { subscriptions: [], cancellations: [], subject: null };
  const renewal = signedContent(textOf(data.signedRenewalInfo) ?? '');
  const current = renewal && { status: data.status, renewal };
  const state = describeCycle(transaction, jws, current, reversed);
  return { subscriptions: [{ state }], cancellations: [], subject: state.subscriptionId };
}

function refundsOf(transaction: Fields, reversed: boolean): CancellationUpdate[] {
  const id = textOf(transaction.transactionId);
  const { signedDate: reportedAt, environment } = transaction;
  if (id === undefined || typeof reportedAt !== 'number') return [];
  if (!reversed && !isCancelled(transaction)) return [];
  const purchase = { provider: 'APPLE', unique_key: appleKey(environment, id) } as const;
  const state = reversed ? 'restored' : 'given';
  return [{ purchase, report: { kind: 'refund', state, reportedAt } }];
}

/** The outer signature covers the inner JWS, so the inner signature is not checked again. */
function signedContent(jws: string): Fields | undefined {
  return parseFields(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
