// The certificates of a JWS header. Everything that can be refused without checking a signature is refused first.
import { hash, type KeyObject, X509Certificate } from 'node:crypto';
import type { SignedDataVerifier } from '@apple/app-store-server-library';
import type { Fields } from '../fields.ts';

/** The three certificates as text, which identify the chain. */
export type ChainText = readonly [leaf: string, intermediate: string, root: string];

/** Apple's are about 1,400 characters each. */
const MAX_CERTIFICATE_LENGTH = 4_096;
/** Object identifiers in DER: "signs receipts" (1.2.840.113635.100.6.11.1) and "issues signers" (…100.6.2.1). */
const LEAF_OID = Buffer.from('060a2a864886f76364060b01', 'hex');
const INTERMEDIATE_OID = Buffer.from('060a2a864886f76364060201', 'hex');
/** The same as in Apple's library. */
const SKEW_MS = 60_000;

/** A checked chain: its key, and when all of its certificates are valid. */
export interface TrustedChain {
  readonly key: KeyObject;
  readonly validFrom: number;
  readonly validTo: number;
}

export function chainOf(header: Fields | undefined): ChainText | undefined {
  const x5c = header?.x5c;
  if (header?.alg !== 'ES256' || !Array.isArray(x5c) || x5c.length !== 3) return undefined;
  const isText = (each: unknown) =>
    typeof each === 'string' && each.length <= MAX_CERTIFICATE_LENGTH;
  return x5c.every(isText) ? (x5c as unknown as ChainText) : undefined;
}

/** A chain that names a pinned root, in which each certificate names the next as its issuer; no signature is checked yet. */
export interface PlausibleChain extends TrustedChain {
  readonly certificates: readonly [X509Certificate, X509Certificate, X509Certificate];
}

export function plausibleChain(
  texts: ChainText,
  pinned: ReadonlySet<string>,
): PlausibleChain | undefined {
  const [leafBytes, intermediateBytes, rootBytes] = texts.map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer];
  if (!pinned.has(hash('sha256', rootBytes, 'hex'))) return undefined;
  if (!leafBytes.includes(LEAF_OID) || !intermediateBytes.includes(INTERMEDIATE_OID)) {
    return undefined;
  }
  try {
    const [leaf, intermediate, root] = [leafBytes, intermediateBytes, rootBytes].map(
      (bytes) => new X509Certificate(bytes),
    ) as [X509Certificate, X509Certificate, X509Certificate];
    if (!leaf.checkIssued(intermediate) || !intermediate.checkIssued(root)) return undefined;
    const key = leaf.publicKey;
    // ES256 is P-256; a signature under another curve would pass as well.
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined;
    const all = [leaf, intermediate, root];
    return {
      certificates: [leaf, intermediate, root],
      key,
      validFrom: Math.max(...all.map((each) => each.validFromDate.getTime())),
      validTo: Math.min(...all.map((each) => each.validToDate.getTime())),
    };
  } catch {
    // A certificate that cannot be read.
    return undefined;
  }
}

export const isValidAt = ({ validFrom, validTo }: TrustedChain, at: number): boolean =>
  at >= validFrom - SKEW_MS && at <= validTo + SKEW_MS;

/** Signatures, names, Apple's OIDs and dates, by Apple's own library. */
export async function isAppleChain(chain: PlausibleChain, at: number): Promise<boolean> {
  const { check } = await chainChecker();
  const [leaf, intermediate, root] = chain.certificates;
  try {
    await check(root, leaf, intermediate, new Date(at));
    return true;
  } catch {
    return false;
  }
}

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
    class Checker extends Verifier implements ChainChecker {
      check = (
        root: X509Certificate,
        leaf: X509Certificate,
        intermediate: X509Certificate,
        at: Date,
      ) => this.verifyCertificateChain([root], leaf, intermediate, at);
    }
    return new Checker([], false, library.Environment.SANDBOX, 'any');
  });
  return checker;
}
