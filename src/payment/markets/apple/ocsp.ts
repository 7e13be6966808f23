// OCSP (RFC 6960): the question whether a certificate is revoked, and what an answer says. No network here.
import { hash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { elements, inside, nth, TAGS, written } from './asn1.ts';

/** What a responder says of a certificate, and until when that holds; undefined: it does not say. */
export interface OcspAnswer {
  readonly revoked: boolean;
  readonly nextUpdate: number | undefined;
}

/** An answer that proves nothing, and why. */
export interface OcspRefusal {
  readonly useless: string;
}

const OIDS = {
  sha1: Buffer.from('2b0e03021a', 'hex'),
  basic: '2b0601050507300101',
} as const;

/** Object identifiers of signature algorithms, and the hash of each. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
};

/** "Signs OCSP answers", among the extended key usages. */
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
/** Tags of the three states of a certificate. */
const STATES = { good: 0x80, revoked: 0xa1 } as const;
const SKEW_MS = 5 * 60_000;

/** Who is asked about: a certificate and the one that issued it. */
export interface Asked {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
}

/** Where the certificate says that it can be asked about. */
export function responderOf({ infoAccess }: X509Certificate): string | undefined {
  return /^OCSP - URI:(https?:\S+)$/m.exec(infoAccess ?? '')?.[1];
}

/** The request, in DER. */
export const ocspRequest = (asked: Asked): Buffer =>
  sequence(sequence(sequence(sequence(certId(asked)))));

export function readOcsp(bytes: Buffer, asked: Asked, now: number): OcspAnswer | OcspRefusal {
  try {
    return readBasic(basicOf(bytes), asked, now);
  } catch (error) {
    return { useless: (error as Error).message };
  }
}

const sequence = (...content: readonly Buffer[]): Buffer => written(TAGS.sequence, ...content);

/** Names the certificate by hashes of its issuer's name and key, and its number. */
function certId({ certificate, issuer }: Asked): Buffer {
  const { subject, publicKey } = tbsOf(issuer);
  const { serial } = tbsOf(certificate);
  const sha1 = (content: Buffer) => written(TAGS.octets, hash('sha1', content, 'buffer'));
  return sequence(
    sequence(written(TAGS.oid, OIDS.sha1), written(TAGS.null)),
    sha1(subject),
    sha1(publicKey),
    serial,
  );
}

interface Tbs {
  readonly serial: Buffer;
  readonly subject: Buffer;
  readonly publicKey: Buffer;
}

/** The parts of a certificate that name it. */
function tbsOf({ raw }: X509Certificate): Tbs {
  const all = [...elements(inside(inside(raw, TAGS.sequence), TAGS.sequence))];
  // Version 1 does not say its version.
  const [serial, , , , subject, key] = all[0]?.tag === TAGS.first ? all.slice(1) : all;
  if (!serial || !subject || !key) throw new Error('the certificate is incomplete');
  return {
    serial: serial.whole,
    subject: subject.whole,
    publicKey: bitsOf(nth(key.content, 1, TAGS.bits)),
  };
}

/** Without the number of unused bits. */
const bitsOf = (content: Buffer): Buffer => content.subarray(1);

/** The signed part of a successful answer. */
function basicOf(bytes: Buffer): Buffer {
  const response = inside(bytes, TAGS.sequence);
  const status = nth(response, 0, TAGS.enumerated);
  if (status[0] !== 0) throw new Error(`the responder refuses to answer (status ${status[0]})`);
  const typed = inside(nth(response, 1, TAGS.first), TAGS.sequence);
  if (nth(typed, 0, TAGS.oid).toString('hex') !== OIDS.basic) throw new Error('an unknown answer');
  return inside(nth(typed, 1, TAGS.octets), TAGS.sequence);
}

function readBasic(basic: Buffer, asked: Asked, now: number): OcspAnswer {
  const [data, algorithm, signature, certificates] = elements(basic);
  if (!data || !algorithm || !signature) throw new Error('the answer is incomplete');
  const digest = SIGNATURES[nth(algorithm.content, 0, TAGS.oid).toString('hex')];
  if (digest === undefined) throw new Error('the answer is signed in an unknown way');
  const keys = signersOf(certificates?.content, asked, now);
  const bits = bitsOf(signature.content);
  if (!keys.some((key) => verify(digest, data.whole, key, bits))) {
    throw new Error('the answer is not signed by the issuer');
  }
  return readSingle(data.content, certId(asked), now);
}

/** The issuer, and whom it lets sign for it. */
function signersOf(certificates: Buffer | undefined, { issuer }: Asked, now: number): KeyObject[] {
  const list = certificates === undefined ? [] : elements(inside(certificates, TAGS.sequence));
  const delegates = [...list]
    .map(({ whole }) => new X509Certificate(whole))
    .filter(
      (each) =>
        each.keyUsage?.includes(OCSP_SIGNING) &&
        each.checkIssued(issuer) &&
        each.verify(issuer.publicKey) &&
        each.validFromDate.getTime() <= now + SKEW_MS &&
        each.validToDate.getTime() >= now - SKEW_MS,
    );
  return [issuer.publicKey, ...delegates.map(({ publicKey }) => publicKey)];
}

/** The word about our certificate among those of the answer. */
function readSingle(data: Buffer, id: Buffer, now: number): OcspAnswer {
  const list = [...elements(data)].find(({ tag }) => tag === TAGS.sequence);
  for (const { content } of elements(list?.content ?? Buffer.alloc(0))) {
    const [about, state, thisUpdate, next] = elements(content);
    if (!about?.whole.equals(id) || !state || !thisUpdate) continue;
    const nextUpdate =
      next?.tag === TAGS.first ? timeOf(inside(next.content, TAGS.time)) : undefined;
    if (timeOf(thisUpdate.content) > now + SKEW_MS) throw new Error('the answer is of the future');
    if (nextUpdate !== undefined && nextUpdate < now - SKEW_MS)
      throw new Error('the answer is old');
    if (state.tag === STATES.revoked) return { revoked: true, nextUpdate };
    if (state.tag === STATES.good) return { revoked: false, nextUpdate };
    throw new Error('the responder does not know the certificate');
  }
  throw new Error('the answer is about another certificate');
}

/** `YYYYMMDDHHMMSSZ`. */
function timeOf(content: Buffer): number {
  const text = content.toString();
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1).map(Number);
  if (!parts) throw new Error('the answer has no time');
  const [year = 0, month = 1, ...rest] = parts;
  return Date.UTC(year, month - 1, ...rest);
}
