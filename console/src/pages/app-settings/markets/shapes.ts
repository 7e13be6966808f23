// What each market asks for: its settings, its secrets, and where it sends its notifications.
import type { Market } from '../../../sales/records.ts';
import type { useFieldMessages } from './field-messages.ts';

/** With `_about` each has a sentence that helps to find the value. */
type FieldName =
  Extract<
    keyof ReturnType<typeof useFieldMessages>,
    `${string}_about`
  > extends `${infer Name}_about`
    ? Name
    : never;

export interface Field {
  readonly name: FieldName;
  readonly kind: 'text' | 'number' | 'flag' | 'url' | 'choice' | 'methods';
  readonly required?: true;
  /** Of a choice. */
  readonly choices?: readonly (keyof ReturnType<typeof useFieldMessages>)[];
  /** What stands there first. */
  readonly initial?: string | boolean;
  /** Only at this payment gateway. */
  readonly gateway?: 'PORTONE';
}

export interface SecretField {
  readonly name: FieldName;
  /** A file as the market hands it out, or one line. */
  readonly kind: 'file' | 'line';
  readonly accept?: string;
  /** The name of a file that holds another key. */
  readonly isOther?: (fileName: string) => boolean;
  /** Settings that a file contains beside the secret; they fill empty fields. */
  readonly hints?: (fileName: string, text: string) => Readonly<Record<string, string>>;
}

export interface Shape {
  readonly settings: readonly Field[];
  readonly secrets: readonly SecretField[];
  /** Path for the notifications of the market; Steam has none. */
  readonly notices?: (appid: string, settings: Readonly<Record<string, unknown>>) => string;
}

export const SHAPES: Readonly<Record<Market, Shape>> = {
  APPLE: {
    settings: [
      { name: 'bundle_id', kind: 'text', required: true },
      { name: 'app_apple_id', kind: 'number', required: true },
      { name: 'issuer_id', kind: 'text' },
      { name: 'key_id', kind: 'text' },
      { name: 'accept_sandbox', kind: 'flag', initial: true },
      { name: 'answer_refund_requests', kind: 'flag' },
      { name: 'customer_consented', kind: 'flag' },
      { name: 'refund_preference', kind: 'choice', choices: ['DECLINE', 'GRANT_FULL'] },
      { name: 'sample_content_provided', kind: 'flag' },
    ],
    secrets: [
      {
        name: 'private_key',
        kind: 'file',
        accept: '.p8,.pem',
        isOther: (fileName) => fileName.startsWith('AuthKey_'),
        hints: keyIdOf,
      },
    ],
    notices: (appid) => `/market/v1/apple/${appid}`,
  },
  GOOGLE: {
    settings: [
      { name: 'package_name', kind: 'text', required: true },
      { name: 'service_account_email', kind: 'text' },
      {
        name: 'after_verify',
        kind: 'choice',
        choices: ['acknowledge', 'consume'],
        initial: 'acknowledge',
      },
      { name: 'push_email', kind: 'text' },
      { name: 'push_audience', kind: 'text' },
      { name: 'answer_refund_requests', kind: 'flag', initial: false },
    ],
    secrets: [
      { name: 'service_account', kind: 'file', accept: '.json,application/json', hints: emailOf },
      { name: 'licence_key', kind: 'line' },
    ],
    notices: (appid) => `/market/v1/google/${appid}`,
  },
  STEAM: {
    settings: [
      { name: 'steam_app_id', kind: 'number', required: true },
      { name: 'amount_divisor', kind: 'number', initial: '100' },
    ],
    secrets: [{ name: 'publisher_key', kind: 'line' }],
  },
  PG: {
    settings: [
      { name: 'gateway', kind: 'choice', choices: ['STRIPE', 'PORTONE'], initial: 'STRIPE' },
      { name: 'store_id', kind: 'text', gateway: 'PORTONE' },
      { name: 'channel_key', kind: 'text', gateway: 'PORTONE' },
      { name: 'pay_methods', kind: 'methods', gateway: 'PORTONE' },
      { name: 'success_url', kind: 'url' },
      { name: 'cancel_url', kind: 'url' },
    ],
    secrets: [
      { name: 'api_secret', kind: 'line' },
      { name: 'webhook_secret', kind: 'line' },
    ],
    notices: (appid, { gateway }) => `/market/v1/pg/${String(gateway).toLowerCase()}/${appid}`,
  },
};

/** App Store Connect names its key files after the type and the id of the key. */
function keyIdOf(fileName: string): Readonly<Record<string, string>> {
  const [, key_id] = /^SubscriptionKey_(\w+)\.p8$/.exec(fileName) ?? [];
  return key_id === undefined ? {} : { key_id };
}

function emailOf(_fileName: string, text: string): Readonly<Record<string, string>> {
  try {
    const { client_email: email } = JSON.parse(text);
    return typeof email === 'string' ? { service_account_email: email } : {};
  } catch {
    // The service says what is wrong with such a file.
    return {};
  }
}
