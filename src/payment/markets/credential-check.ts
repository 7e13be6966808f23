// Whether a market lets an app in: asked about something made up, which a market that knows us does not find.
import type { Market, MarketApp } from './market.ts';

/** What a check may say. A code keeps its meaning; its sentence may be said better one day. */
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
  'unchecked',
] as const;

export interface CredentialCheck {
  readonly ok: boolean;
  readonly code: (typeof CREDENTIAL_CHECK_CODES)[number];
  readonly details: CredentialCheckDetails;
  /** One sentence for the app's owner; it holds no secret. */
  readonly text: string;
}

/** What the sentence names. */
export interface CredentialCheckDetails {
  /** Settings and secrets that are not set. */
  readonly missing?: string[];
  readonly secret?: string;
  /** In the market's own words. */
  readonly reason?: string;
  readonly right?: 'view_orders' | 'manage_orders';
  /** The app as it is called at the market. */
  readonly app?: string;
}

export type Check<M extends Market = Market> = (app: MarketApp<M>) => Promise<CredentialCheck>;

type Judge = (
  code: CredentialCheck['code'],
  text: string,
  details?: CredentialCheckDetails,
) => CredentialCheck;

export const fine: Judge = (code, text, details = {}) => ({ ok: true, code, details, text });
export const wrong: Judge = (code, text, details = {}) => ({ ok: false, code, details, text });

/** Some reasons are sentences already, most are not. */
export function unchecked(said: string): CredentialCheck {
  const reason = said.replace(/\.$/, '');
  return wrong('unchecked', `This could not be checked: ${reason}.`, { reason });
}
