// Stripe's events: the log that can be listed, and the signed webhooks to registered endpoints.
import { createHmac } from 'node:crypto';
import { newSecret } from '../pg/secret.ts';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';
import type { StripeObject } from './objects.ts';
import { createRecordList, type RecordList } from './record-list.ts';

export const apiVersion = '2026-10-28.endive';

interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: StripeObject; previous_attributes?: StripeObject };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  events: string[];
  /** Absent: events of both modes, which only the control can ask for. */
  livemode?: boolean;
  created: number;
  description?: string;
  metadata: Record<string, string>;
  deleted?: boolean;
}

interface Webhook {
  endpoint: string;
  event: StripeEvent;
  /** Instead of the endpoint's. */
  secret?: string;
}

export interface Events {
  readonly log: RecordList<StripeEvent>;
  readonly sender: WebhookSender<Webhook>;
  /** The signing secret of endpoints that the control registers: known before any URL is. */
  readonly webhookSecret: () => string;
  /** `previous` is what an update has changed, as it was before. */
  announce(type: string, livemode: boolean, object: StripeObject, previous?: StripeObject): void;
  /** Sends an event that is in no log to every endpoint, signed with that secret instead of the endpoint's. */
  sendStray(type: string, object: StripeObject, secret?: string): string[];
  /** Runs a request's work, so that its events name the request. */
  during<T>(request: StripeEvent['request'], work: () => T): T;
  register(endpoint: Omit<Endpoint, 'id' | 'created'>): Endpoint;
  endpoint(id: string): Endpoint | undefined;
  endpoints(): Endpoint[];
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface EventsState {
  webhookSecret: string;
  endpoints: Endpoint[];
  log: StripeEvent[];
  courier: unknown;
}

const keptEvents = 10_000;
const minute = 60_000;
/** Three days of growing pauses in live mode, three more attempts within hours in test mode. */
const liveRetries = [1, 5, 30, 120, 300, 600, 720, 720, 720, 720].map((m) => m * minute);
const testRetries = [5, 60, 180].map((m) => m * minute);

export function createEvents(world: World): Events {
  let webhookSecret = `whsec_${newSecret()}`;
  let endpoints = new Map<string, Endpoint>();
  let request: StripeEvent['request'] = { id: null, idempotency_key: null };
  const log = createRecordList<StripeEvent>();
  const seconds = () => Math.floor(world.clock.now() / 1000);

  const sender = createWebhookSender<Webhook>(world, {
    compose({ content: { endpoint, event, secret: other } }) {
      const body = JSON.stringify(event);
      const secret = other ?? endpoints.get(endpoint)?.secret ?? '';
      return {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': sign(body, secret),
        },
        body,
      };
    },
    retryDelay({ content: { endpoint, event } }, attempts) {
      if (endpoints.get(endpoint)?.deleted) return undefined;
      return (event.livemode ? liveRetries : testRetries)[attempts - 1];
    },
    accepted: (status) => status >= 200 && status < 300,
  });

  const newEvent = (type: string, livemode: boolean, object: StripeObject): StripeEvent => ({
    id: world.id('evt_'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(),
    data: { object },
    livemode,
    pending_webhooks: 0,
    request,
    type,
  });

  function wanting({ type, livemode }: StripeEvent): Endpoint[] {
    return [...endpoints.values()].filter(
      (endpoint) =>
        !endpoint.deleted &&
        (endpoint.livemode ?? livemode) === livemode &&
        (endpoint.events.includes('*') || endpoint.events.includes(type)),
    );
  }

  return {
    log,
    sender,
    webhookSecret: () => webhookSecret,
    sendStray(type, object, secret) {
      return [...endpoints.values()]
        .filter(({ deleted }) => !deleted)
        .map(({ id: endpoint, url, livemode = true }) => {
          const event = newEvent(type, livemode, { ...object, livemode });
          const content = { endpoint, event, ...(secret !== undefined && { secret }) };
          return sender.send({ id: event.id, url, content }).id;
        });
    },
    announce(type, livemode, object, previous) {
      const event = newEvent(type, livemode, object);
      if (previous) event.data.previous_attributes = previous;
      log.add(event);
      if (log.size > 2 * keptEvents) log.load(log.all().slice(-keptEvents));
      const receivers = wanting(event);
      event.pending_webhooks = receivers.length;
      for (const [index, { id: endpoint, url }] of receivers.entries()) {
        // A delivery has its event's id; further endpoints count on from there.
        const id = index === 0 ? event.id : `${event.id}#${index + 1}`;
        sender.send({ id, url, content: { endpoint, event } });
      }
    },
    during(current, work) {
      const outer = request;
      request = current;
      try {
        return work();
      } finally {
        request = outer;
      }
    },
    register(fields) {
      const endpoint = { ...fields, id: world.id('we_'), created: seconds() };
      endpoints.set(endpoint.id, endpoint);
      return endpoint;
    },
    endpoint(id) {
      const endpoint = endpoints.get(id);
      return endpoint?.deleted ? undefined : endpoint;
    },
    endpoints: () => [...endpoints.values()].filter(({ deleted }) => !deleted),
    exportState: (): EventsState => ({
      webhookSecret,
      endpoints: [...endpoints.values()],
      log: log.all(),
      courier: sender.exportState(),
    }),
    importState(state) {
      const saved = state as EventsState;
      webhookSecret = saved.webhookSecret;
      endpoints = new Map(saved.endpoints.map((endpoint) => [endpoint.id, endpoint]));
      log.load(saved.log);
      sender.importState(saved.courier);
    },
    reset() {
      log.load([]);
      sender.reset();
    },
  };
}

/** The receiver compares the time with its own clock, which the emulated clock does not move. */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
