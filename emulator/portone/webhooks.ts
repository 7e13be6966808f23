// PortOne's notifications: small, signed by the Standard Webhooks rules, without the payment itself.
import { createHmac, randomBytes } from 'node:crypto';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';

interface Subject {
  id: string;
  storeId: string;
  transactionId: string;
}

interface WebhookContent {
  type: string;
  timestamp: string;
  /** Never sent: signs with another secret. */
  forged?: true;
  data: { storeId: string; paymentId: string; transactionId: string } & Details;
}

/** What webhooks of some types say beside the payment. */
interface Details {
  cancellationId?: string;
  totalAmount?: number;
}

interface Address {
  url: string;
  /** Absent: webhooks of every store. */
  storeId?: string;
}

export interface Webhooks {
  readonly sender: WebhookSender<WebhookContent>;
  readonly secret: () => string;
  readonly addresses: () => readonly Address[];
  register(address: Address): void;
  /** No address gets webhooks any more. */
  forget(): void;
  announce(type: string, subject: Subject, details?: Details): void;
  /** Sends a webhook to every URL, whichever its store; with `forged` the signature is not PortOne's. */
  sendStray(type: string, subject: Subject, forged?: boolean): string[];
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface WebhooksState {
  secret: string;
  addresses: Address[];
  courier: unknown;
}

const retryMinutes = [1, 4, 16, 64, 256];

export function createWebhooks(world: World): Webhooks {
  let secret = newWebhookSecret();
  let addresses: Address[] = [];

  const sender = createWebhookSender<WebhookContent>(world, {
    compose({ id, content: { forged, ...content } }) {
      const body = JSON.stringify(content);
      // The receiver compares the time with its own clock, which the emulated clock does not move.
      const time = Math.floor(Date.now() / 1000);
      return {
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(time),
          'webhook-signature': `v1,${sign(`${id}.${time}.${body}`, forged ? newWebhookSecret() : secret)}`,
        },
        body,
      };
    },
    retryDelay(_delivery, attempts) {
      const minutes = retryMinutes[attempts - 1];
      return minutes === undefined ? undefined : minutes * 60_000;
    },
    accepted: (status) => status >= 200 && status < 300,
  });

  const contentOf = (
    type: string,
    { id: paymentId, storeId, transactionId }: Subject,
    details: Details = {},
  ): WebhookContent => ({
    type,
    timestamp: new Date(world.clock.now()).toISOString(),
    data: { storeId, paymentId, transactionId, ...details },
  });

  return {
    sender,
    secret: () => secret,
    addresses: () => addresses,
    register(address) {
      addresses = addresses.filter(({ url }) => url !== address.url);
      addresses.push(address);
    },
    forget() {
      addresses = [];
    },
    sendStray(type, subject, forged = false) {
      const content = { ...contentOf(type, subject), ...(forged && { forged }) };
      return addresses.map(({ url }) => sender.send({ id: world.id('wh_'), url, content }).id);
    },
    announce(type, subject, details) {
      const content = contentOf(type, subject, details);
      const { storeId } = subject;
      for (const address of addresses) {
        if ((address.storeId ?? storeId) !== storeId) continue;
        sender.send({ id: world.id('wh_'), url: address.url, content });
      }
    },
    exportState: (): WebhooksState => ({ secret, addresses, courier: sender.exportState() }),
    importState(state) {
      const saved = state as WebhooksState;
      secret = saved.secret;
      addresses = saved.addresses;
      sender.importState(saved.courier);
    },
    reset: () => sender.reset(),
  };
}

const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
