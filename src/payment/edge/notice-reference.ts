// What the API reference says about the addresses for stores and gateways.
import { Type } from 'typebox';
import { plainError, REFERENCE_KEYWORD } from '../../base/reference.ts';
import { LookedUp } from '../../base/shapes.ts';

const TEXTS = {
  APPLE: {
    summary: 'App Store Server Notifications, version 2',
    description:
      'Called by Apple. The signature in the body proves the sender; register the address in App Store Connect.',
  },
  GOOGLE: {
    summary: 'Real-time developer notifications of Google Play',
    description:
      'Called by Pub/Sub, whose OIDC token in `Authorization` proves the sender. Until `push_email` is set, every push gets 503.',
  },
  PG: {
    summary: 'Webhooks of Stripe and PortOne',
    description: 'Called by the payment gateway. The signature in the headers proves the sender.',
  },
};

const appid = LookedUp('App identifier.');
const gateway = Type.String({ description: '`stripe` or `portone`, as set for the app.' });

const answers = {
  200: Type.Object(
    { received: Type.Literal(true) },
    { description: 'Received; nothing is left to do.' },
  ),
  400: plainError('NoticeForged', 'The signature is not valid. Nothing is stored.', {
    forged: 'The signature is not valid.',
  }),
  404: plainError('NoticeNotFound', 'The app does not exist, or has no settings for the market.', {
    not_found: 'No such app or market.',
  }),
  413: plainError('BodyTooLarge', 'The body exceeds 256 KiB.', {
    invalid_request: 'Request body is too large',
  }),
  503: plainError(
    'NoticeUnavailable',
    'Not processed yet. Stores and gateways retry by themselves.',
    {
      unavailable: 'Not processed yet. Retry later.',
    },
  ),
};

const BODIES = {
  APPLE: Type.Object(
    { signedPayload: Type.String({ description: 'JWS signed by Apple.' }) },
    { examples: [{ signedPayload: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…' }] },
  ),
  GOOGLE: Type.Object(
    {
      message: Type.Object({
        data: Type.String({ description: 'The notification, base64 of JSON.' }),
        messageId: Type.String(),
      }),
      subscription: Type.String(),
    },
    {
      examples: [
        {
          message: { data: 'eyJ2ZXJzaW9uIjoiMS4wIi4uLn0=', messageId: '1' },
          subscription: 'projects/game/subscriptions/tollgate',
        },
      ],
    },
  ),
  PG: Type.Object(
    {},
    { additionalProperties: true, examples: [{ id: 'evt_1PqM2', type: 'charge.refunded' }] },
  ),
};

/** The body is whatever the sender signed, so that it is not checked here. */
export const noticeReference = (sender: keyof typeof TEXTS) => ({
  tags: ['Market notices'],
  security: [],
  ...TEXTS[sender],
  params: Type.Object(sender === 'PG' ? { gateway, appid } : { appid }),
  response: answers,
  [REFERENCE_KEYWORD]: { body: BODIES[sender] },
});
