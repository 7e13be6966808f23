// The JWT that a caller of the App Store Server API must show, and the key that signs it.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readToken } from './jws.ts';

export interface ApiKey {
  readonly keyId: string;
  readonly issuerId: string;
  /** PKCS #8 PEM, as App Store Connect hands it out. */
  readonly privateKey: string;
}

export const createApiKey = (): ApiKey => ({
  keyId: 'EMULATOR01',
  issuerId: '57246542-96fe-1a63-e053-0824d011072a',
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
});

const longestLifeSeconds = 3600;
const clockSkewSeconds = 60;

/** The bundle id that a valid token speaks for, or undefined. `now` may be any of several clocks. */
export type CheckBearer = (authorization: string | undefined, now: number[]) => string | undefined;

export function createBearerCheck({ keyId, issuerId, privateKey }: ApiKey): CheckBearer {
  const publicKey: KeyObject = createPublicKey(createPrivateKey(privateKey));

  return (authorization, clocks) => {
    const token = readToken(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '');
    if (!token) return undefined;
    const { header, claims } = token;
    const { iss, aud, bid, iat, exp } = claims;
    const named = header.alg === 'ES256' && header.kid === keyId && iss === issuerId;
    if (!named || aud !== 'appstoreconnect-v1' || typeof bid !== 'string') return undefined;
    if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
    if (exp - iat > longestLifeSeconds) return undefined;
    const timely = clocks
      .map((ms) => ms / 1000)
      .some((now) => iat <= now + clockSkewSeconds && now < exp);
    return timely && token.signedBy(publicKey) ? bid : undefined;
  };
}
