// Checks the OIDC token of a push: it must come from the Pub/Sub subscription of this app.
import { createLocalJWKSet, type JSONWebKeySet, errors as joseErrors, jwtVerify } from 'jose';
import type { Clock } from '../../../base/clock.ts';
import { parseFields } from '../fields.ts';
import type { MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';
import type { GoogleApp } from './settings.ts';

export interface GooglePush {
  check(
    app: GoogleApp,
    authorization: string | undefined,
    audience: string,
  ): Promise<'genuine' | 'forged' | Unavailable>;
}

export interface GooglePushOptions {
  readonly http: MarketHttp;
  readonly certsUrl: string;
  readonly clock: Clock;
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const KEYS_LIFE_MS = 60 * 60_000;
/** An unknown key id may be new or made up, so the keys are not fetched for every token. */
const LOOK_AGAIN_MS = 60_000;
const SKEW_S = 60;
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

export function createGooglePush({ http, certsUrl, clock }: GooglePushOptions): GooglePush {
  let keys: { readonly set: ReturnType<typeof createLocalJWKSet>; readonly readAt: number };

  async function readKeys(app: GoogleApp): Promise<Unavailable | undefined> {
    const answer = await http.call({
      market: 'GOOGLE certificates',
      appid: app.appid,
      operation: 'google.certs',
      method: 'GET',
      url: certsUrl,
      repeatable: true,
    });
    if (!('text' in answer) || answer.status !== 200) {
      return { unavailable: "Google's keys for push tokens could not be read" };
    }
    const set = parseFields(answer.text);
    if (!Array.isArray(set?.keys)) return { unavailable: "Google's keys have an unknown format" };
    keys = {
      set: createLocalJWKSet(set as Readonly<Record<string, unknown>> & JSONWebKeySet),
      readAt: clock(),
    };
    return undefined;
  }

  async function verify(app: GoogleApp, token: string, audience: string) {
    const { payload } = await jwtVerify(token, keys.set, {
      algorithms: ['RS256'],
      issuer: ISSUERS,
      audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: SKEW_S,
      currentDate: new Date(clock()),
    });
    // Anybody can get a token for any audience, so the e-mail in it decides.
    const isOurs = payload.email === app.settings.push_email && payload.email_verified === true;
    return isOurs ? 'genuine' : 'forged';
  }

  return {
    async check(app, authorization, audience) {
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (token === undefined) return 'forged';
      if (app.settings.push_email === undefined) {
        return { unavailable: 'the app has no push_email, so pushes cannot be authenticated' };
      }
      const isOld = !keys || clock() - keys.readAt > KEYS_LIFE_MS;
      const unread = isOld ? await readKeys(app) : undefined;
      if (unread) return unread;
      try {
        return await verify(app, token, audience);
      } catch (error) {
        if (!(error instanceof joseErrors.JOSEError)) throw error;
        const mayBeNewer = error instanceof joseErrors.JWKSNoMatchingKey;
        if (!mayBeNewer || clock() - keys.readAt < LOOK_AGAIN_MS) return 'forged';
      }
      const unreadable = await readKeys(app);
      if (unreadable) return unreadable;
      return verify(app, token, audience).catch(() => 'forged' as const);
    },
  };
}
