// Checks that Apple signed a JWS: pinned roots, Apple's OIDs in the certificates, then the ES256 signature.
import { createCache } from '../../../base/cache.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChainCheck } from '../description.ts';
import { type Fields, parseFields } from '../fields.ts';
import {
  type ChainText,
  chainOf,
  isAppleChain,
  isValidAt,
  type PlausibleChain,
  plausibleChain,
  type TrustedChain,
} from './certificates.ts';
import { createChainBudget } from './chain-budget.ts';
import { isSigned } from './es256.ts';
import type { Revocations, Watched } from './revocations.ts';

/** SHA-256 of Apple Root CA - G3. */
const APPLE_ROOT_G3 = '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179';

/** Apple uses few leaf certificates; leaves room for rotations and both environments. */
const REMEMBERED = 128;
const ALWAYS = Number.POSITIVE_INFINITY;
/** Three certificates take about 3 KiB. */
const MAX_HEADER_LENGTH = 16_384;
/** Strict, because decoders treat other characters differently. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface AppleSignatures {
  /** The payload of a compact JWS that Apple signed, or undefined; `busy` when too many unknown chains wait to be checked. */
  open(jws: string): Promise<Fields | undefined | 'busy'>;
}

export interface AppleSignatureOptions {
  /** Absent: nobody is asked. */
  readonly revocations?: Revocations | undefined;
  readonly extraRoots: readonly string[];
  readonly clock: Clock;
  readonly onChainCheck?: ((result: ChainCheck) => void) | undefined;
}

/** A chain that may sign, unless one of its certificates is revoked. */
interface Signer extends TrustedChain {
  readonly watched: readonly Watched[];
}

export function createAppleSignatures(options: AppleSignatureOptions): AppleSignatures {
  const { extraRoots, clock, revocations, onChainCheck = () => {} } = options;
  const pinned = new Set([APPLE_ROOT_G3, ...extraRoots]);
  const budget = createChainBudget(clock);
  const trusted = createCache<string, Signer>(clock, ALWAYS, REMEMBERED);
  const underWay = new Map<string, Promise<Signer | undefined>>();
  /** The chains of headers under which Apple has signed, so that only Apple fills this memory. */
  const signedHeaders = createCache<string, Signer>(clock, ALWAYS, REMEMBERED);

  async function check(key: string, chain: PlausibleChain, at: number, done: () => void) {
    try {
      const isTrusted = await isAppleChain(chain, at);
      onChainCheck(isTrusted ? 'trusted' : 'refused');
      if (!isTrusted) return undefined;
      const { certificates: _, ...rest } = chain;
      const signer = { ...rest, watched: revocations?.watch(chain) ?? [] };
      trusted.set(key, signer);
      return signer;
    } finally {
      done();
      underWay.delete(key);
    }
  }

  async function trust(texts: ChainText, at: number) {
    const key = texts.join(' ');
    const known = trusted.get(key);
    if (known) return known;
    const chain = plausibleChain(texts, pinned);
    if (!chain || !isValidAt(chain, at)) return undefined;
    // Simultaneous receipts under one new chain share its check.
    const shared = underWay.get(key);
    if (shared) return shared;
    const done = budget.take();
    if (!done) {
      onChainCheck('busy');
      return 'busy';
    }
    const checking = check(key, chain, at, done);
    underWay.set(key, checking);
    return checking;
  }

  return {
    async open(jws) {
      if (!COMPACT.test(jws)) return undefined;
      const [header, payload, signature] = jws.split('.') as [string, string, string];
      if (header.length > MAX_HEADER_LENGTH) return undefined;
      const claims = parsePart(payload);
      if (!claims) return undefined;
      // The certificates must be valid at signing time; old receipts stay valid after they expire.
      const at = typeof claims.signedDate === 'number' ? claims.signedDate : clock();
      const known = signedHeaders.get(header);
      const texts = known ? undefined : chainOf(parsePart(header));
      const signer = known ?? (texts && (await trust(texts, at)));
      if (!signer || signer === 'busy') return signer;
      if (!isValidAt(signer, at) || revocations?.isRevoked(signer.watched)) return undefined;
      const content = jws.slice(0, header.length + 1 + payload.length);
      if (!(await isSigned(content, signature, signer.key))) return undefined;
      if (!known) signedHeaders.set(header, signer);
      return claims;
    },
  };
}

const parsePart = (part: string): Fields | undefined =>
  parseFields(Buffer.from(part, 'base64url').toString('utf8'));
