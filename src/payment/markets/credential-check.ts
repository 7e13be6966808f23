// Whether a market lets an app in: asked about something made up, which a market that knows us does not find.
import type { Market, MarketApp } from './market.ts';

/** What a checkup may say. A code keeps its meaning; its sentence may be said better one day. */
export const CHECKUP_CODES = [
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

export interface Checkup {
  readonly ok: boolean;
  readonly code: (typeof CHECKUP_CODES)[number];
  readonly details: CheckupDetails;
  /** One sentence for the app's owner; it holds no secret. */
  readonly text: string;
}

/** What the sentence names. */
export interface CheckupDetails {
  /** Settings and secrets that are not set. */
  readonly missing?: string[];
  readonly secret?: string;
  /** In the market's own words. */
  readonly reason?: string;
  readonly right?: 'view_orders' | 'manage_orders';
  /** The app as it is called at the market. */
  readonly app?: string;
}

export type Check<M extends Market = Market> = (app: MarketApp<M>) => Promise<Checkup>;

type Judge = (code: Checkup['code'], text: string, details?: CheckupDetails) => Checkup;

export const fine: Judge = (code, text, details = {}) => ({ ok: true, code, details, text });
export const wrong: Judge = (code, text, details = {}) => ({ ok: false, code, details, text });

/** Some reasons are sentences already, most are not. */
export function unchecked(said: string): Checkup {
  const reason = said.replace(/\.$/, '');
  return wrong('unchecked', `This could not be checked: ${reason}.`, { reason });
}
