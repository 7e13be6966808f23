// What the API reference says about the addresses for stores and gateways.
import { type TObject, Type } from 'typebox';
import { GATEWAYS } from '../../base/market.ts';
import { plainError, REFERENCE_KEYWORD } from '../../base/reference.ts';
import { LookedUp } from '../../base/shapes.ts';
import type { NoticeTraits } from '../markets/description.ts';

const appid = LookedUp('App identifier.');
const names = GATEWAYS.map((name) => `\`${name.toLowerCase()}\``).join(' or ');
const gateway = Type.String({ description: `${names}, as set for the app.` });

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
  413: plainError('NoticeTooLarge', 'The body exceeds 256 KiB, or 2 MiB from a payment gateway.', {
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

/** The body is whatever the sender signed, so that it is not checked here. */
export const noticeReference = (
  { summary, description, body }: NoticeTraits,
  params: TObject = Type.Object({ appid }),
) => ({
  tags: ['Market notices'],
  security: [],
  summary,
  description,
  params,
  response: answers,
  [REFERENCE_KEYWORD]: { body },
});

export const GatewayPath = Type.Object({ gateway, appid });
