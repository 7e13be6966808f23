// The app server of this suite: the SDK, as a game would use it. What is judged byte by byte goes through client.ts instead.
import { createRestrictionsV1, createTollgate } from '../../sdk/src/index.ts';
import { settings } from './settings.ts';

/** One request per call: a repeated one would hide the answer that is judged. */
const ONCE = {
  retry: { attempts: 1, attemptTimeoutMs: 60_000 },
  timeoutMs: 60_000,
} as const;

const { url, appid: appId, clientId, clientSecret } = settings;

export const tollgate = createTollgate({ url, appId, clientId, clientSecret, ...ONCE });

/** Restrictions of generation 1, of this app or of another. */
export const withKey = (app: { readonly appid: string; readonly certificationKey: string }) =>
  createRestrictionsV1({ url, appId: app.appid, certificationKey: app.certificationKey, ...ONCE });
