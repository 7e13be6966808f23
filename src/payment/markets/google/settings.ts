// Settings of an app at Google Play.
import { Type } from 'typebox';
import type { MarketApp } from '../market.ts';
import { optionalText, secret, shape, text } from '../shapes.ts';

const GoogleSettings = shape({
  package_name: text('Package name of the app.'),
  service_account_email: optionalText('E-mail address of the service account, for display only.'),
  after_verify: Type.Optional(
    Type.Enum(['acknowledge', 'consume'], {
      default: 'acknowledge',
      description: 'What Tollgate does at Google Play after it records a consumable purchase.',
    }),
  ),
  push_audience: optionalText('Audience required in the tokens of Pub/Sub pushes.'),
  push_email: optionalText('Service account that signs Pub/Sub pushes.'),
  answer_refund_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Answers when Google asks about a refund: decline if the game reported the delivery, approve if it was not delivered or taken back, else no preference.',
    }),
  ),
  report_external_sales: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Reports sales in your web shop to buyers from the app (external transactions). Orders take `externalTransactionToken`.',
    }),
  ),
});
const GoogleSecrets = shape({
  service_account: secret('Service account key file (JSON text).'),
  licence_key: secret('Licence key of the app (base64).'),
});

export const googleShapes = {
  settings: GoogleSettings,
  secrets: GoogleSecrets,
  defaults: {
    after_verify: 'acknowledge' as 'acknowledge' | 'consume',
    answer_refund_requests: false as boolean,
  },
};

export type GoogleApp = MarketApp<typeof googleShapes>;
