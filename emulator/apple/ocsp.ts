// Apple's OCSP responder for the emulated chain (RFC 6960): signs, as Apple does, with a certificate that the issuer
// of the asked one has made for that.
import { hash, sign, X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import type { Authority, Responder } from './certificates.ts';
import {
  bits,
  context,
  type Der,
  elements,
  enumerated,
  nothing,
  octets,
  oid,
  sequence,
  tagged,
  time,
} from './der.ts';

const states = ['good', 'revoked', 'unknown'] as const;
type State = (typeof states)[number];

const ecdsaSha384 = '1.2.840.10045.4.3.3';
const basicResponse = '1.3.6.1.5.5.7.48.1.1';
const sha1 = '1.3.14.3.2.26';
const halfDayMs = 12 * 3_600_000;
const unauthorized = 6;

/** What the control routes have set. */
export interface OcspBook {
  readonly states: Map<string, State>;
  /** How long an answer holds. */
  lastsMs: number;
  /** Answers signed by somebody else. */
  forged: boolean;
  asked: number;
}

export const openOcspBook = (): OcspBook => ({
  states: new Map(),
  lastsMs: halfDayMs,
  forged: false,
  asked: 0,
});

export interface OcspDeps {
  readonly book: OcspBook;
  readonly authority: () => Authority;
  readonly now: () => number;
}

/** `POST /apple/ocsp`, with the bytes of a request. */
export function ocspRoutes(scope: FastifyInstance, { book, authority, now }: OcspDeps): void {
  scope.addContentTypeParser(
    'application/ocsp-request',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  scope.post('/ocsp', async ({ body }, reply) => {
    book.asked += 1;
    const asked = certIdIn(body as Buffer);
    const { responders = [] } = authority().chain;
    const found = responders.find((each) => certIdOf(each).equals(asked));
    reply.type('application/ocsp-response');
    if (!found) return sequence(enumerated(unauthorized));
    const stranger = responders.find((each) => each !== found);
    const signer = book.forged ? (stranger ?? found) : found;
    return answer(asked, book.states.get(found.part) ?? 'good', signer, now(), book.lastsMs);
  });
}

/** `{certificate, state}` says what the responder says of one; `lastsSeconds`, `forged` how it says it. */
export function ocspControl(scope: FastifyInstance, book: OcspBook): void {
  scope.get('/apple/ocsp', async () => ({
    asked: book.asked,
    states: Object.fromEntries(book.states),
  }));
  scope.post('/apple/ocsp', async (request) => {
    const input = readInput(request.body);
    input.only('certificate', 'state', 'lastsSeconds', 'forged');
    const part = input.oneOf('certificate', ['leaf', 'intermediate'] as const);
    if (part) book.states.set(part, required(input.oneOf('state', states), 'state'));
    const lasts = input.integer('lastsSeconds', { min: 1 });
    if (lasts !== undefined) book.lastsMs = lasts * 1_000;
    book.forged = input.boolean('forged') ?? book.forged;
    return { states: Object.fromEntries(book.states) };
  });
}

/** The request asks about one certificate. */
function certIdIn(request: Buffer): Der {
  const [tbs] = elements(request);
  const [list] = elements(tbs ?? nothing());
  const [single] = elements(list ?? nothing());
  const [id] = elements(single ?? nothing());
  return id ?? nothing();
}

function certIdOf({ certificate, issuer }: Responder): Der {
  const { subject, key } = namesOf(issuer);
  const { serial } = namesOf(certificate);
  const digest = (content: Buffer) => octets(hash('sha1', content, 'buffer'));
  return sequence(sequence(oid(sha1), nothing()), digest(subject), digest(key), serial);
}

/** Number, name and key of a certificate. */
function namesOf(base64: string): { serial: Der; subject: Der; key: Buffer } {
  const { raw } = new X509Certificate(Buffer.from(base64, 'base64'));
  const [tbs] = elements(raw);
  const [, serial, , , , subject, publicKey] = elements(tbs ?? nothing());
  const [, bitString] = elements(publicKey ?? nothing());
  if (!serial || !subject || !bitString) throw new Error('A certificate cannot be read.');
  // Behind its tag, its length and the number of unused bits.
  const header = (bitString[1] ?? 0) < 0x80 ? 3 : 4;
  return { serial, subject, key: bitString.subarray(header) };
}

function answer(id: Der, state: State, signer: Responder, now: number, lastsMs: number): Der {
  const status = {
    good: tagged(0x80),
    revoked: tagged(0xa1, time(now)),
    unknown: tagged(0x82),
  }[state];
  const single = sequence(id, status, time(now), context(0, time(now + lastsMs)));
  const { key } = namesOf(signer.delegate);
  const responder = context(2, octets(hash('sha1', key, 'buffer')));
  const data = sequence(responder, time(now), sequence(single));
  const signature = sign('sha384', data, signer.key);
  const basic = sequence(
    data,
    sequence(oid(ecdsaSha384)),
    bits(signature),
    context(0, sequence(Buffer.from(signer.delegate, 'base64'))),
  );
  const typed = sequence(oid(basicResponse), octets(basic));
  return sequence(enumerated(0), context(0, typed));
}
