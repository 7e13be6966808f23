// Checks an app's credentials by asking the market for a made-up purchase: accepted credentials get "not found".
import type { MarketApp, Shapes } from './market.ts';

/** Results of a check. Codes are stable, sentences may change. */
export const CREDENTIAL_CHECK_CODES = [
  'accepted',
  'no_api_key',
  'sandbox_only',
  'no_licence_key',
  'incomplete',
  'unreadable_secret',
  'refused',
  'unknown_app',
  'missing_right',
  'no_webhook_secret',
  'wrong_mode',
  'unchecked',
] as const;

export interface CredentialCheck {
  readonly ok: boolean;
  readonly code: (typeof CREDENTIAL_CHECK_CODES)[number];
  readonly details: CredentialCheckDetails;
  /** One sentence for the app's owner; it holds no secret. */
  readonly text: string;
}

/** The values in the sentence. */
export interface CredentialCheckDetails {
  /** Settings and secrets that are not set. */
  readonly missing?: string[];
  readonly secret?: string;
  /** In the market's own words. */
  readonly reason?: string;
  readonly right?: 'view_orders' | 'manage_orders';
  /** Of the key. */
  readonly mode?: 'live' | 'test';
  /** The app's id at the market. */
  readonly app?: string;
}

/** A method, so that a check of one market's apps is one of apps. */
export type Check<S extends Shapes = Shapes> = {
  check(app: MarketApp<S>): Promise<CredentialCheck>;
}['check'];

type Judge = (
  code: CredentialCheck['code'],
  text: string,
  details?: CredentialCheckDetails,
) => CredentialCheck;

export const fine: Judge = (code, text, details = {}) => ({ ok: true, code, details, text });
export const wrong: Judge = (code, text, details = {}) => ({ ok: false, code, details, text });

/** Some reasons end with a period, most do not. */
export function unchecked(message: string): CredentialCheck {
  const reason = message.replace(/\.$/, '');
  return wrong('unchecked', `The credentials could not be checked: ${reason}.`, { reason });
}
