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
import {
  type App,
  appTransactionPayload,
  type Download,
  type Payload,
  type Transaction,
  transactionPayload,
} from './transaction.ts';

/** The state at the time of the event, which a late delivery still reports. */
export interface NotificationContent {
  readonly type: string;
  readonly subtype?: string;
  readonly signedDate: number;
  readonly environment: App['environment'];
  readonly bundleId: string;
  readonly appAppleId: number;
  readonly omitAppAppleId?: boolean;
  readonly externalPurchaseToken?: Payload;
  /** A notification about a download, not a purchase. */
  readonly appTransaction?: Payload;
  /** Instead of the signature of Apple. */
  readonly forgedAppTransaction?: string;
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

/** What the app transaction inside says instead, or that text itself. */
interface Rescinded {
  readonly payload: Payload;
  readonly forged?: string | undefined;
}

interface ExternalToken {
  readonly externalPurchaseId?: string | undefined;
  readonly tokenCreationDate?: number | undefined;
  readonly omit: readonly string[];
}

/** Sends a notification when the app has an address for them. */
export type Announce = (type: string, event: Event) => void;

/** Where notifications go; some of the sandbox have no App Apple ID. */
interface Address {
  readonly url: string;
  readonly omitAppAppleId: boolean;
}

export interface Notifications {
  register(app: App, address: Address): void;
  announce: Announce;
  /** Reports an external purchase that the app has not reported to Apple; answers its token. */
  announceToken(app: App, token: ExternalToken): Payload;
  /** A parent has withdrawn the consent to what a child does with the app. */
  announceRescinded(download: Download, transaction?: Rescinded): void;
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
  const addresses = new Map<string, Address>();
  const key = ({ environment, bundleId }: App) => `${environment} ${bundleId}`;

  const signedPayload = ({ id, content }: Delivery<NotificationContent>) => {
    return sign({
      notificationType: content.type,
      ...(content.subtype && { subtype: content.subtype }),
      notificationUUID: id,
      ...subjectOf(content),
      version: '2.0',
      signedDate: content.signedDate,
    });
  };

  /** Exactly one of the members that a notification can be about. */
  function subjectOf(content: NotificationContent): Payload {
    const { externalPurchaseToken, appTransaction } = content;
    if (externalPurchaseToken) return { externalPurchaseToken };
    if (!appTransaction) return { data: dataOf(content) };
    const { environment, bundleId, appAppleId, omitAppAppleId } = content;
    return {
      appData: {
        ...(!omitAppAppleId && { appAppleId }),
        bundleId,
        environment,
        signedAppTransactionInfo: content.forgedAppTransaction ?? sign(appTransaction),
      },
    };
  }

  function dataOf(content: NotificationContent): Payload {
    const { environment, bundleId, appAppleId, status, consumptionRequestReason } = content;
    const { transaction, renewal, omitAppAppleId } = content;
    return {
      environment,
      ...(!omitAppAppleId && { appAppleId }),
      bundleId,
      bundleVersion: '1.0',
      ...(transaction && { signedTransactionInfo: sign(transaction) }),
      ...(renewal && { signedRenewalInfo: sign(renewal) }),
      ...(status && { status }),
      ...(consumptionRequestReason && { consumptionRequestReason }),
    };
  }

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
    const address = addresses.get(key(app));
    if (!address) return undefined;
    const { url, omitAppAppleId } = address;
    const omits = omitAppAppleId && { omitAppAppleId };
    return sender.send({ id: randomUUID(), url, content: { ...app, ...omits, ...content } });
  }

  return {
    register: (app, address) => addresses.set(key(app), address),
    announceRescinded(download, transaction) {
      const at = world.clock.now();
      const forgedAppTransaction = transaction?.forged;
      send(download.app, {
        type: 'RESCIND_CONSENT',
        signedDate: at,
        appTransactionId: download.appTransactionId,
        appTransaction: transaction?.payload ?? appTransactionPayload(download, at),
        ...(forgedAppTransaction !== undefined && { forgedAppTransaction }),
      });
    },
    announceToken(app, { externalPurchaseId, tokenCreationDate, omit }) {
      const now = world.clock.now();
      const prefix = app.environment === 'Sandbox' ? 'SANDBOX_' : '';
      const token: Payload = {
        externalPurchaseId: externalPurchaseId ?? `${prefix}${randomUUID()}`,
        tokenCreationDate: tokenCreationDate ?? now,
        appAppleId: app.appAppleId,
        bundleId: app.bundleId,
      };
      for (const field of omit) delete token[field];
      send(app, {
        type: 'EXTERNAL_PURCHASE_TOKEN',
        subtype: 'UNREPORTED',
        signedDate: now,
        externalPurchaseToken: token,
      });
      return token;
    },
    announce(type, { at, transaction, subtype, consumptionRequestReason }) {
      if (!addresses.has(key(transaction.app))) return;
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
    exportState: () => ({
      urls: Array.from(addresses, ([app, { url }]) => [app, url]),
      omitAppAppleId: Array.from(addresses).flatMap(([app, each]) =>
        each.omitAppAppleId ? [app] : [],
      ),
      courier: sender.exportState(),
    }),
    importState(state) {
      // State files of earlier releases have no `omitAppAppleId`.
      const imported = state as {
        urls: [string, string][];
        omitAppAppleId?: string[];
        courier: unknown;
      };
      addresses.clear();
      for (const [app, url] of imported.urls) {
        addresses.set(app, {
          url,
          omitAppAppleId: imported.omitAppAppleId?.includes(app) ?? false,
        });
      }
      sender.importState(imported.courier);
    },
  };
}
