// Settings of an app at the App Store, and the checks of its key.
import { createPrivateKey } from 'node:crypto';
import { Type } from 'typebox';
import type { KeyFile } from '../description.ts';
import type { MarketApp } from '../market.ts';
import { optionalText, secret, shape, text } from '../shapes.ts';

/** Those that Apple takes reports of external sales in. */
export const REPORTING_CURRENCIES = [
  ...['AED', 'AUD', 'BGN', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'COP', 'CZK', 'DKK', 'EGP', 'EUR'],
  ...['GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'JPY', 'KRW', 'KZT', 'MXN', 'MYR', 'NGN', 'NOK'],
  ...['NZD', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RUB', 'SAR', 'SEK', 'SGD', 'THB', 'TRY'],
  ...['TWD', 'TZS', 'USD', 'VND', 'ZAR'],
] as const;

const AppleSettings = shape({
  bundle_id: text('Bundle id of the app.'),
  app_apple_id: Type.Integer({ minimum: 1, description: 'Apple ID of the app (a number).' }),
  issuer_id: optionalText('Issuer of the App Store Server API key.'),
  key_id: optionalText('Id of the App Store Server API key.'),
  accept_sandbox: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Accepts Apple sandbox receipts in production, as App Review requires.',
    }),
  ),
  answer_refund_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Answers when Apple asks about a refund (CONSUMPTION_REQUEST) with the delivery result of the purchase.',
    }),
  ),
  customer_consented: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Your players have agreed that you send Apple data about their purchases. Without it nothing is answered.',
    }),
  ),
  refund_preference: Type.Optional(
    Type.Enum(['DECLINE', 'GRANT_FULL', 'GRANT_PRORATED'], {
      description:
        'What you prefer Apple to do with a refund request. Without it, no preference. `GRANT_PRORATED`: by how much was used.',
    }),
  ),
  sample_content_provided: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Players can try the content, or learn what it does, before they buy it.',
    }),
  ),
  report_external_sales: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Reports sales in your web shop to buyers from the app (External Purchase Server API). Needs the API key. Orders take `externalPurchaseToken`.',
    }),
  ),
  external_reporting_currency: Type.Optional(
    Type.Enum([...REPORTING_CURRENCIES], {
      default: 'USD',
      description:
        'Currency of reports about prices in a currency that Apple takes no reports in. The exchange rates are those of the figures.',
    }),
  ),
  external_no_sale_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 8,
      default: 5,
      description:
        'Days after which a token without a sale is reported as such. Apple asks after ten.',
    }),
  ),
});
const AppleSecrets = shape({ private_key: secret('App Store Server API key (.p8 text).') });

export const appleShapes = {
  settings: AppleSettings,
  secrets: AppleSecrets,
  defaults: { accept_sandbox: true as boolean },
};

export type AppleApp = MarketApp<typeof appleShapes>;

/** Reports need the key, and a missing one would be noticed at the first sale. */
export function appleSettingsProblem(
  _: AppleApp['environment'],
  { report_external_sales: isReporting, issuer_id, key_id }: Partial<AppleApp['settings']>,
  { private_key }: AppleApp['secrets'],
): { readonly field: string; readonly problem: string } | undefined {
  const parts = Object.entries({ issuer_id, key_id, private_key });
  const missing = parts.find(([, value]) => !value)?.[0];
  if (!isReporting || missing === undefined) return undefined;
  const problem = `report_external_sales needs the App Store Server API key: set ${missing}.`;
  return { field: 'settings.report_external_sales', problem };
}

/** Undefined when the text is a key of the App Store Server API. */
export function privateKeyProblem(text: string): string | undefined {
  return isP256(text)
    ? undefined
    : 'is not a P-256 private key in PEM form. Send the text of the SubscriptionKey_….p8 file from App Store Connect.';
}

function isP256(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** App Store Connect names its key files after the type and the id of the key. */
export function appleKeyFile(name: string, private_key: string): KeyFile | { problem: string } {
  if (/^AuthKey_/.test(name)) {
    return {
      problem: `${name} is an App Store Connect API key. Tollgate needs the In-App Purchase key, SubscriptionKey_….p8: App Store Connect → Users and Access → Integrations → In-App Purchase.`,
    };
  }
  const [, key_id] = /^SubscriptionKey_(\w+)\.p8$/.exec(name) ?? [];
  return { settings: key_id === undefined ? {} : { key_id }, secrets: { private_key } };
}
