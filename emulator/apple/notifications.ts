// App Store Server Notifications V2: who wants them, what they say, when they are sent again.
import { randomUUID } from 'node:crypto';
import {
  type Attempt,
  createWebhookSender,
  type Delivery,
  type WebhookSender,
} from '../webhook-sender.ts';
import type { World } from '../world.ts';
import type { Sign } from './jws.ts';
import type { Store } from './store.ts';
import { renewalPayload } from './subscription.ts';
import { type App, type Payload, type Transaction, transactionPayload } from './transaction.ts';

/** The state at the time of the event, which a late delivery still reports. */
export interface NotificationContent {
  readonly type: string;
  readonly subtype?: string;
  readonly signedDate: number;
  readonly environment: App['environment'];
  readonly bundleId: string;
  readonly appAppleId: number;
  readonly appTransactionId?: string;
  readonly status?: number;
  readonly consumptionRequestReason?: string;
  readonly transaction?: Payload;
  readonly renewal?: Payload;
}

interface Event {
  at: number;
  transaction: Transaction;
  subtype?: string;
  consumptionRequestReason?: string;
}

/** Sends a notification when the app has an address for them. */
export type Announce = (type: string, event: Event) => void;

export interface Notifications {
  register(app: App, url: string): void;
  announce: Announce;
  /** Sends a TEST notification; undefined when the app has no address. */
  test(app: App): Delivery<NotificationContent> | undefined;
  signedPayload(delivery: Delivery<NotificationContent>): string;
  readonly sender: WebhookSender<NotificationContent>;
  exportState(): unknown;
  importState(state: unknown): void;
}

const hourMs = 3_600_000;
/** Waiting times before the five further attempts of production; the sandbox tries once. */
const retryDelays = [1, 12, 24, 48, 72].map((hours) => hours * hourMs);

const attemptResults: Record<Attempt['result'], string> = {
  delivered: 'SUCCESS',
  refused: 'UNSUCCESSFUL_HTTP_RESPONSE_CODE',
  timeout: 'TIMED_OUT',
  unreachable: 'NO_RESPONSE',
};

export const sendAttempts = ({ attempts }: Delivery<NotificationContent>) =>
  attempts.map(({ at, result }) => ({
    attemptDate: at,
    sendAttemptResult: attemptResults[result],
  }));

export function createNotifications(world: World, store: Store, sign: Sign): Notifications {
  const urls = new Map<string, string>();
  const key = ({ environment, bundleId }: App) => `${environment} ${bundleId}`;

  const signedPayload = ({ id, content }: Delivery<NotificationContent>) => {
    const { environment, bundleId, appAppleId, status, consumptionRequestReason } = content;
    const { transaction, renewal } = content;
    return sign({
      notificationType: content.type,
      ...(content.subtype && { subtype: content.subtype }),
      notificationUUID: id,
      data: {
        environment,
        ...(environment === 'Production' && { appAppleId }),
        bundleId,
        bundleVersion: '1.0',
        ...(transaction && { signedTransactionInfo: sign(transaction) }),
        ...(renewal && { signedRenewalInfo: sign(renewal) }),
        ...(status && { status }),
        ...(consumptionRequestReason && { consumptionRequestReason }),
      },
      version: '2.0',
      signedDate: content.signedDate,
    });
  };

  const sender = createWebhookSender<NotificationContent>(world, {
    compose: (delivery) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signedPayload: signedPayload(delivery) }),
    }),
    retryDelay: ({ content }, attempts) =>
      content.environment === 'Production' ? retryDelays[attempts - 1] : undefined,
    accepted: (status) => status >= 200 && status <= 206,
  });

  function send(
    app: App,
    content: Omit<NotificationContent, keyof App>,
  ): Delivery<NotificationContent> | undefined {
    const url = urls.get(key(app));
    if (url === undefined) return undefined;
    return sender.send({ id: randomUUID(), url, content: { ...app, ...content } });
  }

  return {
    register: (app, url) => urls.set(key(app), url),
    announce(type, { at, transaction, subtype, consumptionRequestReason }) {
      if (!urls.has(key(transaction.app))) return;
      const subscription = store.subscriptions.get(transaction.originalTransactionId);
      send(transaction.app, {
        type,
        signedDate: at,
        appTransactionId: transaction.appTransactionId,
        transaction: transactionPayload(transaction, at),
        ...(subscription && {
          renewal: renewalPayload(subscription, transaction, at),
          status: subscription.status,
        }),
        ...(subtype && { subtype }),
        ...(consumptionRequestReason && { consumptionRequestReason }),
      });
    },
    test: (app) => send(app, { type: 'TEST', signedDate: world.clock.now() }),
    signedPayload,
    sender,
    exportState: () => ({ urls: [...urls], courier: sender.exportState() }),
    importState(state) {
      const imported = state as { urls: [string, string][]; courier: unknown };
      urls.clear();
      for (const [app, url] of imported.urls) urls.set(app, url);
      sender.importState(imported.courier);
    },
  };
}
