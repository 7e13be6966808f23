// Settings of an app at ONE store.
import { Type } from 'typebox';
import type { MarketApp } from '../market.ts';
import { secret, shape, text } from '../shapes.ts';

const OnestoreSettings = shape({
  client_id: text('Client ID of the app: ONE store developer center, licence management.'),
  market_code: Type.Optional(
    Type.Enum(['MKT_ONE', 'MKT_GLB'], {
      default: 'MKT_ONE',
      description:
        'Where the app is sold: `MKT_ONE` in Korea, `MKT_GLB` in all other countries. With the wrong one, ONE store finds no purchase.',
    }),
  ),
  after_verify: Type.Optional(
    Type.Enum(['acknowledge', 'consume'], {
      default: 'acknowledge',
      description: 'What Tollgate does at ONE store after it records a consumable purchase.',
    }),
  ),
});
const OnestoreSecrets = shape({
  client_secret: secret('Client secret of the app.'),
  licence_key: secret('Licence key of the app (base64), which verifies notifications.'),
});

export const onestoreShapes = {
  settings: OnestoreSettings,
  secrets: OnestoreSecrets,
  defaults: {
    market_code: 'MKT_ONE' as 'MKT_ONE' | 'MKT_GLB',
    after_verify: 'acknowledge' as 'acknowledge' | 'consume',
  },
};

export type OnestoreApp = MarketApp<typeof onestoreShapes>;
