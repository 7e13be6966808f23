// The calls on events and on webhook endpoints.
import { newSecret } from '../pg/secret.ts';
import { type Call, expandable, find, listPage, paging } from './call.ts';
import { noSuch } from './errors.ts';
import { apiVersion, type Endpoint, type Events } from './events.ts';
import { listObject, type StripeObject } from './objects.ts';
import { boolean, ignored, list, metadata, needed, read, shape, text, webUrl } from './params.ts';

const eventList = shape({
  ...paging,
  type: text(),
  types: list(text()),
  delivery_success: boolean,
});
const lookup = shape(expandable);
const endpointCreation = shape({
  ...expandable,
  url: needed(webUrl),
  enabled_events: needed(list(text())),
  api_version: ignored,
  connect: ignored,
  description: text(),
  metadata,
});

export const eventCalls: Call[] = [
  {
    verb: 'GET',
    path: '/events',
    answer({ events }, { livemode, source }) {
      const query = read(eventList, source);
      const types = query.types ?? (query.type === undefined ? undefined : [query.type]);
      const object = listPage(events.log, livemode, query, {
        url: '/v1/events',
        matches: ({ id, type }) =>
          (types?.some((wanted) => covers(wanted, type)) ?? true) &&
          (query.delivery_success === undefined || query.delivery_success === arrived(events, id)),
        show: (event) => ({ ...event }),
      });
      return { object };
    },
  },
  {
    verb: 'GET',
    path: '/events/:id',
    answer({ events }, { livemode, id, source }) {
      read(lookup, source);
      return { object: { ...find(events.log, 'event', id, livemode) } };
    },
  },
  {
    verb: 'POST',
    path: '/webhook_endpoints',
    answer({ events }, { livemode, source }) {
      const params = read(endpointCreation, source);
      const endpoint = events.register({
        url: params.url,
        secret: `whsec_${newSecret()}`,
        events: params.enabled_events,
        livemode,
        metadata: params.metadata ?? {},
        ...(params.description !== undefined && { description: params.description }),
      });
      // The secret is shown once.
      return { object: { ...showEndpoint(endpoint, livemode), secret: endpoint.secret } };
    },
  },
  {
    verb: 'GET',
    path: '/webhook_endpoints',
    answer({ events }, { livemode }) {
      const endpoints = events
        .endpoints()
        .filter((endpoint) => (endpoint.livemode ?? livemode) === livemode)
        .map((endpoint) => showEndpoint(endpoint, livemode));
      return { object: listObject('/v1/webhook_endpoints', endpoints) };
    },
  },
  {
    verb: 'DELETE',
    path: '/webhook_endpoints/:id',
    answer({ events }, { livemode, id }) {
      const endpoint = events.endpoint(id);
      if (!endpoint || (endpoint.livemode ?? livemode) !== livemode) {
        throw noSuch('webhook_endpoint', id);
      }
      endpoint.deleted = true;
      return { object: { id, object: 'webhook_endpoint', deleted: true } };
    },
  },
];

/** `charge.*` covers every event of a charge. */
function covers(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

function arrived({ sender }: Events, eventId: string): boolean {
  const attempts = sender.find(eventId)?.attempts ?? [];
  return attempts.some(({ result }) => result === 'delivered');
}

function showEndpoint(endpoint: Endpoint, livemode: boolean): StripeObject {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description ?? null,
    enabled_events: endpoint.events,
    livemode,
    metadata: endpoint.metadata,
    status: 'enabled',
    url: endpoint.url,
  };
}
