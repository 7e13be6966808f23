// PayPal's webhooks: an event, signed over its bytes, and the list of events that the API keeps.
import { createHmac, randomUUID } from 'node:crypto';
import { newSecret, sameSecret } from '../pg/secret.ts';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import { type Environment, newId, type Store } from './store.ts';

export interface PaypalEvent {
  readonly id: string;
  readonly event_type: string;
  readonly create_time: string;
  readonly resource: object;
}

interface Content {
  readonly event: PaypalEvent;
  readonly environment: Environment;
  /** Signed by somebody else. */
  readonly forged?: true;
}

interface Address {
  readonly url: string;
  readonly environment: Environment;
}

interface Transmission {
  readonly id: string;
  readonly time: string;
  readonly webhookId: string;
}

export interface Webhooks {
  readonly sender: WebhookSender<Content>;
  readonly events: { readonly environment: Environment; readonly event: PaypalEvent }[];
  addresses(): readonly Address[];
  register(address: Address): void;
  forget(): void;
  announce(environment: Environment, type: string, kind: string, resource: object): void;
  /** Sends it to every URL and keeps no event; answers with the ids of the deliveries. */
  sendStray(type: string, kind: string, resource: object, forged?: true): string[];
  isSigned(transmission: Transmission, signature: string, body: string): boolean;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface WebhooksState {
  readonly key: string;
  readonly addresses: Address[];
  readonly events: Webhooks['events'];
  readonly sender: unknown;
}

const retryMs = 3 * 60 * 60_000;
const attempts = 25;

export function createWebhooks(store: Store): Webhooks {
  const { world } = store;
  // Only PayPal itself checks signatures, so any that it recognizes will do.
  let key = newSecret();
  let addresses: Address[] = [];
  const events: Webhooks['events'] = [];

  const signatureOf = ({ id, time, webhookId }: Transmission, body: string, by = key): string =>
    createHmac('sha256', by).update(`${id}|${time}|${webhookId}|${body}`).digest('base64');

  const sender = createWebhookSender<Content>(world, {
    compose({ id, content: { event, environment, forged } }, now) {
      const body = JSON.stringify(event);
      const time = new Date(now).toISOString();
      const { webhookId } = store.apps[environment];
      const signature = signatureOf({ id, time, webhookId }, body, forged ? newSecret() : key);
      return {
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${world.baseUrl()}/paypal/v1/notifications/certs/CERT-emulator`,
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': signature,
        },
        body,
      };
    },
    retryDelay: (_delivery, failures) => (failures < attempts ? retryMs : undefined),
    accepted: (status) => status >= 200 && status < 300,
  });

  const eventOf = (event_type: string, resource_type: string, resource: object): PaypalEvent =>
    ({
      id: `WH-${newId(world)}`,
      event_version: '1.0',
      create_time: new Date(world.clock.now()).toISOString(),
      resource_type,
      resource_version: '2.0',
      event_type,
      summary: `Emulated ${event_type}`,
      resource,
      links: [],
    }) as PaypalEvent;

  return {
    sender,
    events,
    addresses: () => addresses,
    register(address) {
      addresses = addresses.filter(({ url }) => url !== address.url);
      addresses.push(address);
    },
    forget() {
      addresses = [];
    },
    announce(environment, type, kind, resource) {
      const event = eventOf(type, kind, resource);
      events.push({ environment, event });
      for (const address of addresses) {
        if (address.environment !== environment) continue;
        sender.send({ id: randomUUID(), url: address.url, content: { event, environment } });
      }
    },
    sendStray(type, kind, resource, forged) {
      const event = eventOf(type, kind, resource);
      return addresses.map(({ url, environment }) => {
        const content = { event, environment, ...(forged && { forged }) };
        return sender.send({ id: randomUUID(), url, content }).id;
      });
    },
    isSigned: (transmission, signature, body) =>
      sameSecret(signature, signatureOf(transmission, body)),
    exportState: (): WebhooksState => ({ key, addresses, events, sender: sender.exportState() }),
    importState(state) {
      const saved = state as WebhooksState;
      key = saved.key;
      addresses = saved.addresses;
      events.splice(0, events.length, ...saved.events);
      sender.importState(saved.sender);
    },
    reset() {
      events.length = 0;
      sender.reset();
    },
  };
}
