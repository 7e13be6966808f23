// Google Play.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { fieldsOf } from '../fields.ts';
import { address } from '../shapes.ts';
import { createGoogleAccess } from './access.ts';
import { createGoogleActions } from './action-calls.ts';
import { googleActions } from './actions.ts';
import { createGoogleApi } from './api.ts';
import { createGoogleCredentialCheck } from './credential-check.ts';
import { createGoogleReports } from './external-transactions.ts';
import { createGoogle } from './google.ts';
import { createGoogleNotices } from './notice.ts';
import { isOrderId } from './order.ts';
import { createGooglePlay } from './play.ts';
import { createGooglePush } from './push.ts';
import { googleKeyFile, licenceKeyProblem, serviceAccountProblem } from './secrets.ts';
import { googleShapes } from './settings.ts';
import { createGoogleSubscriptions } from './subscription.ts';
import { createVoidedList } from './voided.ts';

const addresses = {
  googleUrl: address(
    'GOOGLE_URL',
    'Google Play Developer API.',
    'https://androidpublisher.googleapis.com',
    '/google',
  ),
  googleTokenUrl: address(
    'GOOGLE_TOKEN_URL',
    'Google OAuth token endpoint.',
    'https://oauth2.googleapis.com/token',
    '/google/token',
  ),
  googleCertsUrl: address(
    'GOOGLE_CERTS_URL',
    'Keys that verify the tokens of Google Pub/Sub pushes (JWKS).',
    'https://www.googleapis.com/oauth2/v3/certs',
    '/google/oauth2/v3/certs',
  ),
} as const satisfies MarketDescription['addresses'];

export const google = {
  code: 'GOOGLE',
  prefix: 'GO',
  name: { en: 'Google Play', ko: 'Google Play' },
  seller: 'Google Play',
  ...googleShapes,
  identity: 'package_name',
  required: 'service_account',
  secretProblems: { service_account: serviceAccountProblem, licence_key: licenceKeyProblem },
  keyFile: googleKeyFile,
  strict: { product: true, price: false },
  transactionId: 'order id',
  sellsTogether: true,
  subscriptions: {
    id: 'purchase token',
    original: 'order id of the first payment',
    datesRefunds: false,
    firstOf: (orderId) => orderId.replace(/\.\.\d+$/, ''),
  },
  imports: {
    dateSource: 'STORE_PAYMENT',
    hasToken: true,
    problem({ id, token }) {
      if (id !== undefined && !isOrderId(id)) {
        return `${id} is no order id of Google Play (GPA.…). If it is the purchase token, name it purchase_token.`;
      }
      return id === undefined && token === undefined
        ? 'Add the order id, or the purchase token as purchase_token.'
        : undefined;
    },
  },
  notices: {
    path: 'google',
    summary: 'Real-time developer notifications of Google Play',
    description:
      'Called by Pub/Sub, whose OIDC token in `Authorization` proves the sender. Until `push_email` is set, every push gets 503.',
    body: Type.Object(
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
    id: 'messageId',
  },
  actions: googleActions,
  addresses,
  emulator: 'google',
  demo: ({ appid }, { serviceAccount, licenceKey }, { pushEmail }) => ({
    settings: {
      package_name: appid,
      service_account_email: fieldsOf(serviceAccount)?.client_email,
      push_email: pushEmail,
      report_external_sales: true,
    },
    secrets: {
      service_account: serviceAccount && JSON.stringify(serviceAccount),
      licence_key: licenceKey,
    },
  }),
  create({ http, addresses: at, clock, log, onAccess }: MarketOptions<typeof addresses>) {
    const access = createGoogleAccess({ http, clock, tokenUrl: at.googleTokenUrl });
    const ask = createGoogleApi({ http, access, url: at.googleUrl, log, onAccess });
    const play = createGooglePlay(ask);
    const subscriptions = createGoogleSubscriptions({ ask, play }, clock);
    const external = createGoogleReports(ask);
    return {
      ...createGoogle(play),
      ...subscriptions,
      actions: createGoogleActions(ask, play, subscriptions),
      check: createGoogleCredentialCheck({ access, play, external }),
      notices: createGoogleNotices(createGooglePush({ http, certsUrl: at.googleCertsUrl, clock })),
      play,
      external,
      readVoided: createVoidedList(ask),
    };
  },
} as const satisfies MarketDescription;
