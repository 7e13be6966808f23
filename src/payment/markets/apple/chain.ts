// Checks that Apple signed a JWS: pinned roots, Apple's OIDs in the certificates, then the ES256 signature.
import { hash, type KeyObject, verify as verifyWith, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { SignedDataVerifier } from '@apple/app-store-server-library';
import { type Fields, parseFields } from '../fields.ts';

/** The most expensive step; with a callback it runs off the event loop. */
const verify = promisify(verifyWith);

/** SHA-256 of Apple Root CA - G3. */
const APPLE_ROOT_G3 = '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179';

/** Apple uses few leaf certificates; leaves room for rotations and both environments. */
const REMEMBERED_HEADERS = 128;
/** Three certificates take about 3 KiB. */
const MAX_HEADER_LENGTH = 16_384;
/** Strict, because decoders treat other characters differently. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** The same as in Apple's library. */
const SKEW_MS = 60_000;

export interface AppleSignatures {
  /** The payload of a compact JWS that Apple signed, or undefined. */
  open(jws: string): Promise<Fields | undefined>;
}

/** A header whose certificates were checked: its key, and when all of them are valid. */
interface TrustedHeader {
  readonly key: KeyObject;
  readonly validFrom: number;
  readonly validTo: number;
}

export function createAppleSignatures(
  extraRoots: readonly string[],
  now: () => number,
): AppleSignatures {
  const pinned = new Set([APPLE_ROOT_G3, ...extraRoots]);
  const trusted = new Map<string, TrustedHeader>();

  async function trust(header: string, at: number): Promise<TrustedHeader | undefined> {
    const known = trusted.get(header);
    if (known) return known;
    const checked = await checkHeader(header, pinned, at);
    if (!checked) return undefined;
    if (trusted.size >= REMEMBERED_HEADERS) trusted.delete(trusted.keys().next().value as string);
    trusted.set(header, checked);
    return checked;
  }

  return {
    async open(jws) {
      if (!COMPACT.test(jws)) return undefined;
      const [header, payload, signature] = jws.split('.') as [string, string, string];
      if (header.length > MAX_HEADER_LENGTH) return undefined;
      const claims = parsePart(payload);
      if (!claims) return undefined;
      // The certificates must be valid at signing time; old receipts stay valid after they expire.
      const at = typeof claims.signedDate === 'number' ? claims.signedDate : now();
      const signer = await trust(header, at);
      if (!signer || at < signer.validFrom - SKEW_MS || at > signer.validTo + SKEW_MS) {
        return undefined;
      }
      const content = Buffer.from(jws.slice(0, header.length + 1 + payload.length), 'latin1');
      const key = { key: signer.key, dsaEncoding: 'ieee-p1363' } as const;
      const isSigned = await verify('sha256', content, key, Buffer.from(signature, 'base64url'));
      return isSigned ? claims : undefined;
    },
  };
}

async function checkHeader(
  text: string,
  pinned: ReadonlySet<string>,
  at: number,
): Promise<TrustedHeader | undefined> {
  const header = parsePart(text);
  const chain = header?.x5c;
  if (header?.alg !== 'ES256' || !Array.isArray(chain) || chain.length !== 3) return undefined;
  const checker = await chainChecker();
  try {
    const [leaf, intermediate, root] = chain.map(readCertificate) as Certificates;
    if (!pinned.has(hash('sha256', root.raw, 'hex'))) return undefined;
    const key = await checker.check(root, leaf, intermediate, new Date(at));
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined;
    const all = [leaf, intermediate, root];
    return {
      key,
      validFrom: Math.max(...all.map((each) => each.validFromDate.getTime())),
      validTo: Math.min(...all.map((each) => each.validToDate.getTime())),
    };
  } catch {
    // An unreadable certificate, or a chain that the library rejects.
    return undefined;
  }
}

type Certificates = [X509Certificate, X509Certificate, X509Certificate];

const readCertificate = (text: unknown): X509Certificate =>
  new X509Certificate(Buffer.from(String(text), 'base64'));

const parsePart = (part: string): Fields | undefined =>
  parseFields(Buffer.from(part, 'base64url').toString('utf8'));

interface ChainChecker {
  check(
    root: X509Certificate,
    leaf: X509Certificate,
    intermediate: X509Certificate,
    at: Date,
  ): Promise<KeyObject>;
}

let checker: Promise<ChainChecker> | undefined;

/** Loaded lazily: the library is slow to load and needed once per chain. */
function chainChecker(): Promise<ChainChecker> {
  checker ??= import('@apple/app-store-server-library').then((library) => {
    const Verifier: typeof SignedDataVerifier = library.SignedDataVerifier;
    // Only the chain check is used: signatures, names, Apple's OIDs, dates.
    class Checker extends Verifier implements ChainChecker {
      check(root: X509Certificate, leaf: X509Certificate, intermediate: X509Certificate, at: Date) {
        return this.verifyCertificateChain([root], leaf, intermediate, at);
      }
    }
    return new Checker([], false, library.Environment.SANDBOX, 'any');
  });
  return checker;
}
