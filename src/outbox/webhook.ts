// What the API reference says about the requests that Tollgate sends: headers, signature, and the expected answer.
import { type TSchema, Type } from 'typebox';
import { named } from '../base/named.ts';
import { asExamples } from '../base/reference.ts';

export interface Webhook {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly examples: Readonly<Record<string, unknown>>;
  /** The body of an answer that accepts the message; any 2xx does where there is none. */
  readonly accepted?: TSchema;
  /** Whether what was accepted can be sent again. */
  readonly isReplayed?: true;
}

const header = (name: string, description: string, example: string) => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: named(name, Type.String()),
  example,
});

const REPLAY = {
  ...header(
    'webhook-replay',
    'Only on a request that is sent again because an operator asked for it: the id of the replay. Not signed.',
    '01a2b7c4-9d3e-7f10-8a52-6f5a2d7c9e10',
  ),
  required: false,
};

const HEADERS = [
  header(
    'webhook-id',
    'The same in every attempt of a message: remember it to process each only once.',
    'msg_0b8e2f4e-6f1c-4a53-9d6e-2f8f4b7c1a90',
  ),
  header('webhook-timestamp', 'When it was sent, in Unix seconds.', '1794744000'),
  header(
    'webhook-signature',
    'Standard Webhooks: HMAC-SHA256 of `id.timestamp.body` with the key of the receiver. Two during a rotation.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** An OpenAPI path item. */
export const describeWebhook = ({
  body,
  examples,
  accepted,
  isReplayed,
  ...operation
}: Webhook) => ({
  post: {
    ...operation,
    tags: ['Webhooks'],
    security: [{ receiverKey: [] }],
    parameters: isReplayed ? [...HEADERS, REPLAY] : HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body, examples: asExamples(examples) } },
    },
    responses: {
      '2XX': {
        description: accepted ? 'Accepted, if `result_code` is 0.' : 'Accepted.',
        ...(accepted && { content: { 'application/json': { schema: accepted } } }),
      },
      '4XX': {
        description: accepted
          ? 'With a `result_code` other than 0, Tollgate isolates the refused players, except with 401, 403, 407, 408 and 429. Otherwise it sends the same bytes again for three days.'
          : 'Tollgate sends the same bytes again for three days.',
      },
      '5XX': { description: 'Tollgate sends the same bytes again for three days.' },
    },
  },
});
