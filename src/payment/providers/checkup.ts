// Whether a market lets an app in: asked about something made up, which a market that knows us does not find.
import type { Market, MarketApp } from './provider.ts';

export interface Checkup {
  readonly ok: boolean;
  /** One sentence for the app's owner; it holds no secret. */
  readonly text: string;
}

export type Check<M extends Market = Market> = (app: MarketApp<M>) => Promise<Checkup>;

export const fine = (text: string): Checkup => ({ ok: true, text });
export const wrong = (text: string): Checkup => ({ ok: false, text });

/** Some reasons are sentences already, most are not. */
export const unchecked = (reason: string): Checkup =>
  wrong(`This could not be checked: ${reason.replace(/\.$/, '')}.`);
