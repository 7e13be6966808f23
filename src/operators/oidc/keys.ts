// The public keys of an issuer: read once, and again when a token names one that is not known yet.

import type { JWTVerifyOptions } from 'jose';
import { createLocalJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import type { Clock } from '../../base/clock.ts';

const LIFE_MS = 60 * 60_000;
/** An unknown key id may be new or made up, so the keys are not read for every token. */
const LOOK_AGAIN_MS = 10_000;
/** Only with key pairs: with a shared secret, whoever verifies can also sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SKEW_S = 30;

export interface IssuerKeys {
  /** The claims; fails when the signature, the issuer, the audience or the time is wrong. */
  verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload>;
}

export function createIssuerKeys(
  clock: Clock,
  readSet: () => Promise<Parameters<typeof createLocalJWKSet>[0]>,
): IssuerKeys {
  let keys: { readonly set: ReturnType<typeof createLocalJWKSet>; readonly readAt: number };
  const read = async (): Promise<void> => {
    keys = { set: createLocalJWKSet(await readSet()), readAt: clock() };
  };
  const check = async (token: string, options: JWTVerifyOptions): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keys.set, {
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_S,
      currentDate: new Date(clock()),
      ...options,
    });
    return payload;
  };
  return {
    async verify(token, options) {
      if (!keys || clock() - keys.readAt > LIFE_MS) await read();
      try {
        return await check(token, options);
      } catch (error) {
        const mayBeNewer = error instanceof joseErrors.JWKSNoMatchingKey;
        if (!mayBeNewer || clock() - keys.readAt < LOOK_AGAIN_MS) throw error;
      }
      await read();
      return check(token, options);
    },
  };
}
