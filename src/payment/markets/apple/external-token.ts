// The token that an app gets from StoreKit when a buyer leaves it to pay elsewhere: base64url of JSON, not signed.
import { type Fields, parseFields, textOf } from '../fields.ts';
import type { AppleEnvironment } from './api.ts';
import type { AppleApp } from './settings.ts';
import { acceptedEnvironments } from './transaction.ts';

export interface ExternalPurchaseToken {
  readonly externalPurchaseId: string;
  readonly createdAt: number;
}

/** The job that reports a token which has led to no sale. */
export const TOKEN_JOB = 'external.token';

export interface TokenPayload extends ExternalPurchaseToken {
  /** Apple has asked about it. */
  readonly isAsked?: true;
}

/** Apple's clock may be ahead of ours. */
const AHEAD_MS = 10 * 60_000;
const BASE64URL = /^[A-Za-z0-9_-]{1,4096}={0,2}$/;
const ID = /^[\x21-\x7e]{1,128}$/;

/** The App Store that reports about this token go to; nothing else in it says so. */
export const environmentOfToken = (externalPurchaseId: string): AppleEnvironment =>
  externalPurchaseId.startsWith('SANDBOX') ? 'Sandbox' : 'Production';

/** The token, or what is wrong with it: goes on the name of the field. */
export function readExternalToken(
  app: AppleApp,
  text: string,
  now: number,
): ExternalPurchaseToken | string {
  const content = BASE64URL.test(text)
    ? parseFields(Buffer.from(text, 'base64url').toString('utf8'))
    : undefined;
  const externalPurchaseId = textOf(content?.externalPurchaseId);
  if (!content || externalPurchaseId === undefined || !ID.test(externalPurchaseId)) {
    return 'is not a token of StoreKit (base64url of JSON with externalPurchaseId). Send it as the app got it';
  }
  return problemOf(app, content, externalPurchaseId, now) ?? readDates(content, externalPurchaseId);
}

function problemOf(
  app: AppleApp,
  { bundleId, appAppleId, tokenCreationDate, tokenExpirationDate }: Fields,
  id: string,
  now: number,
): string | undefined {
  const { bundle_id, app_apple_id } = app.settings;
  if (bundleId !== bundle_id) return `is for another app: its bundle id is not ${bundle_id}`;
  const environment = environmentOfToken(id);
  // As in the notifications of the sandbox.
  const mayBeAbsent = environment === 'Sandbox' && appAppleId === undefined;
  if (appAppleId !== app_apple_id && !mayBeAbsent) {
    return `is for another app: its App Apple ID is not ${app_apple_id}`;
  }
  if (!acceptedEnvironments(app).includes(environment)) {
    return environment === 'Production'
      ? 'is from the production App Store. Send it to the production service'
      : 'is from the sandbox App Store, and accept_sandbox is off for this app';
  }
  const isDated = typeof tokenCreationDate === 'number' && Number.isSafeInteger(tokenCreationDate);
  if (!isDated || tokenCreationDate <= 0 || tokenCreationDate > now + AHEAD_MS) {
    return 'has no tokenCreationDate in the past. Send it as the app got it';
  }
  const isExpired = typeof tokenExpirationDate === 'number' && tokenExpirationDate <= now;
  return isExpired
    ? `expired at ${new Date(tokenExpirationDate).toISOString()}. Get a new one from StoreKit`
    : undefined;
}

const readDates = (
  { tokenCreationDate }: Fields,
  externalPurchaseId: string,
): ExternalPurchaseToken => ({ externalPurchaseId, createdAt: Number(tokenCreationDate) });
