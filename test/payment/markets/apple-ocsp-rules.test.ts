// What an OCSP answer proves: who signed it, about which certificate, when. OpenSSL's own answers are read, too.
import '../../../emulator/reflect.ts';
import assert from 'node:assert/strict';
import { KeyObject, sign, webcrypto, X509Certificate } from 'node:crypto';
import { describe, test } from 'node:test';
import { ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509';
import {
  type Asked,
  ocspRequest,
  readOcsp,
  responderOf,
} from '../../../src/payment/markets/apple/ocsp.ts';
import {
  GOOD,
  ISSUER,
  LASTING,
  LEAF,
  LEAF_OF_VERSION_1,
  QUESTION,
  QUESTION_OF_VERSION_1,
  REVOKED,
} from './openssl-ocsp.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
const certificateOf = (base64: string) => new X509Certificate(bytesOf(base64));

describe('of OpenSSL', () => {
  const asked = { certificate: certificateOf(LEAF), issuer: certificateOf(ISSUER) };
  const at = Date.UTC(2026, 10, 18, 12, 45, 39);
  const read = (answer: string) => readOcsp(bytesOf(answer), asked, at);

  test('the same question', () => {
    assert.equal(ocspRequest(asked).toString('base64'), QUESTION);
    const old = { ...asked, certificate: certificateOf(LEAF_OF_VERSION_1) };
    assert.equal(ocspRequest(old).toString('base64'), QUESTION_OF_VERSION_1);
  });

  test('the address of the responder', () => {
    assert.equal(responderOf(asked.certificate), 'http://ocsp.example.com/1');
    assert.equal(responderOf(asked.issuer), undefined);
  });

  test('answers', () => {
    const good = { revoked: false, nextUpdate: at + HOUR };
    for (const answer of Object.values(GOOD)) assert.deepEqual(read(answer), good);
    assert.deepEqual(read(LASTING), { revoked: false, nextUpdate: undefined });
    assert.deepEqual(read(REVOKED), { revoked: true, nextUpdate: at + 26 * SECOND + HOUR });
  });
});

test('only an address that stands by itself is one', () => {
  const found = (infoAccess: string | undefined) => responderOf({ infoAccess } as X509Certificate);
  assert.equal(found('CA Issuers - URI:http://a\nOCSP - URI:https://b/c\n'), 'https://b/c');
  assert.equal(found('OCSP - URI:http://b'), 'http://b');
  for (const none of ['OCSP - URI:ftp://b', 'an OCSP - URI:http://b', 'OCSP - URI:http://b c']) {
    assert.equal(found(none), undefined);
  }
});

const NOW = Date.UTC(2026, 10, 15, 12, 34, 56);

const keys = () =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const [issuerKeys, ownKeys, strangerKeys] = await Promise.all([keys(), keys(), keys()]);

interface Made {
  readonly subject?: string;
  readonly by?: string;
  readonly key?: webcrypto.CryptoKey;
  readonly from?: number;
  readonly to?: number;
  readonly usages?: readonly string[] | undefined;
}

/** The issuer makes it for the key of `ownKeys`, unless said otherwise. */
async function make({ subject = 'Own', by = 'Issuer', ...wishes }: Made): Promise<Buffer> {
  const { key = issuerKeys.privateKey, from = NOW - HOUR, to = NOW + HOUR, usages } = wishes;
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${subject}`,
    issuer: `CN=${by}`,
    publicKey: subject === 'Issuer' ? issuerKeys.publicKey : ownKeys.publicKey,
    signingKey: key,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    notBefore: new Date(from),
    notAfter: new Date(to),
    extensions: usages ? [new ExtendedKeyUsageExtension([...usages])] : [],
  });
  return Buffer.from(certificate.rawData);
}

const asked: Asked = {
  certificate: new X509Certificate(await make({ subject: 'Leaf' })),
  issuer: new X509Certificate(await make({ subject: 'Issuer' })),
};

/** Up to 65,535 bytes. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const high = body.length >> 8;
  const length = body.length < 128 ? [body.length] : [0x82, high, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...content: readonly Buffer[]) => der(0x30, ...content);
const text = (tag: number, content: string) => der(tag, Buffer.from(content));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (at: number) =>
  text(0x18, `${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`);
const first = (content: Buffer) => der(0xa0, content);

/** Behind the four lists around it. */
const idOf = (of: Asked) => ocspRequest(of).subarray(8);
const other = idOf({ ...asked, certificate: asked.issuer });
const id = idOf(asked);
const STATES = { good: der(0x80), revoked: der(0xa1, time(NOW)), unknown: der(0x82) };
const EC_SHA256 = '2a8648ce3d040302';
const BASIC = oid('2b0601050507300101');

interface Said {
  readonly singles?: readonly Buffer[];
  /** Instead of everything that is signed. */
  readonly data?: Buffer;
  readonly algorithm?: string;
  readonly digest?: string;
  readonly key?: webcrypto.CryptoKey;
  readonly certificates?: readonly Buffer[];
}

function basicOf({ singles = [single()], ...said }: Said): Buffer {
  const { algorithm = EC_SHA256, digest = 'sha256', key = issuerKeys.privateKey } = said;
  const responder = text(0xa2, 'whoever');
  const version = first(der(0x02, Buffer.from([0])));
  const data = said.data ?? sequence(version, responder, time(NOW), sequence(...singles));
  const signature = sign(digest, data, KeyObject.from(key));
  const certificates = said.certificates && [first(sequence(...said.certificates))];
  return sequence(
    data,
    sequence(oid(algorithm)),
    der(0x03, Buffer.from([0]), signature),
    ...(certificates ?? []),
  );
}

const answered = (basic: Buffer, { status = 0, type = BASIC } = {}) =>
  sequence(der(0x0a, Buffer.from([status])), first(sequence(type, der(0x04, basic))));

function single({
  about = id,
  state = STATES.good,
  thisUpdate = time(NOW),
  next = first(time(NOW + HOUR)),
} = {}): Buffer {
  return sequence(about, state, thisUpdate, next);
}

const GOOD_FOR_AN_HOUR = { revoked: false, nextUpdate: NOW + HOUR };
const STRANGE = { useless: 'the answer is not signed by the issuer' };
const ABOUT_ANOTHER = { useless: 'the answer is about another certificate' };
const FUTURE = { useless: 'the answer is of the future' };
const OLD = { useless: 'the answer is old' };
const NO_TIME = { useless: 'the answer has no time' };
const INCOMPLETE = { useless: 'the answer is incomplete' };
const MISSING = { useless: 'an element is missing' };

type Case = readonly [name: string, answer: Buffer, read: object];
const said = (name: string, what: Said, read: object): Case => [
  name,
  answered(basicOf(what)),
  read,
];
const of = (name: string, what: Parameters<typeof single>[0], read: object): Case =>
  said(name, { singles: [single(what)] }, read);
const at = (name: string, written: string): Case =>
  of(name, { thisUpdate: text(0x18, written) }, NO_TIME);

const SIGNING = '1.3.6.1.5.5.7.3.9';
const delegated = async (name: string, made: Made, read: object): Promise<Case> =>
  said(
    name,
    { key: ownKeys.privateKey, certificates: [await make({ usages: [SIGNING], ...made })] },
    read,
  );
const MINUTES = 5 * MINUTE;

const CASES: readonly Case[] = [
  said('by the issuer', {}, GOOD_FOR_AN_HOUR),
  ...['2a8648ce3d040303', '2a8648ce3d040304'].map((algorithm, index) =>
    said(
      `with ${algorithm}`,
      { algorithm, digest: ['sha384', 'sha512'][index] as string },
      GOOD_FOR_AN_HOUR,
    ),
  ),
  said(
    'in an unknown way',
    { algorithm: '2a8648ce3d040301', digest: 'sha1' },
    { useless: 'the answer is signed in an unknown way' },
  ),
  said('with another digest', { digest: 'sha384' }, STRANGE),
  said('by a stranger', { key: strangerKeys.privateKey }, STRANGE),
  said('by a key that nobody shows', { key: ownKeys.privateKey }, STRANGE),

  await delegated('by a delegate', {}, GOOD_FOR_AN_HOUR),
  await delegated(
    'by a certificate for something else',
    { usages: ['1.3.6.1.5.5.7.3.1'] },
    STRANGE,
  ),
  await delegated('by a certificate without usages', { usages: undefined }, STRANGE),
  await delegated('by a delegate of another name', { by: 'Another' }, STRANGE),
  await delegated('by a delegate of a stranger', { key: strangerKeys.privateKey }, STRANGE),
  await delegated('by a delegate of soon', { from: NOW + MINUTES }, GOOD_FOR_AN_HOUR),
  await delegated('by one of later', { from: NOW + MINUTES + SECOND }, STRANGE),
  await delegated('by a delegate of lately', { to: NOW - MINUTES }, GOOD_FOR_AN_HOUR),
  await delegated('by one of before', { to: NOW - MINUTES - SECOND }, STRANGE),
  said(
    'by the second of two delegates',
    {
      key: ownKeys.privateKey,
      certificates: [await make({}), await make({ usages: [SIGNING] })],
    },
    GOOD_FOR_AN_HOUR,
  ),

  of('revoked', { state: STATES.revoked }, { revoked: true, nextUpdate: NOW + HOUR }),
  of(
    'unknown',
    { state: STATES.unknown },
    { useless: 'the responder does not know the certificate' },
  ),
  of('another', { about: other, state: STATES.revoked }, ABOUT_ANOTHER),
  said(
    'the second of two',
    { singles: [single({ about: other, state: STATES.revoked }), single()] },
    GOOD_FOR_AN_HOUR,
  ),
  said('nobody', { singles: [] }, ABOUT_ANOTHER),
  said('an empty list', { singles: [sequence()] }, ABOUT_ANOTHER),
  said('its name only', { singles: [sequence(id)] }, ABOUT_ANOTHER),
  said('its state at no time', { singles: [sequence(id, STATES.good)] }, ABOUT_ANOTHER),
  said('nothing at all', { data: sequence() }, ABOUT_ANOTHER),

  said(
    'without an end',
    { singles: [sequence(id, STATES.good, time(NOW))] },
    { revoked: false, nextUpdate: undefined },
  ),
  of(
    'with more words instead of an end',
    { next: der(0xa1, time(NOW + HOUR)) },
    { revoked: false, nextUpdate: undefined },
  ),
  of('of soon', { thisUpdate: time(NOW + MINUTES) }, GOOD_FOR_AN_HOUR),
  of('of later', { thisUpdate: time(NOW + MINUTES + SECOND) }, FUTURE),
  of(
    'of lately',
    { next: first(time(NOW - MINUTES)) },
    { revoked: false, nextUpdate: NOW - MINUTES },
  ),
  of('of before', { next: first(time(NOW - MINUTES - SECOND)) }, OLD),
  of('with an end that is no time', { next: first(oid(EC_SHA256)) }, MISSING),
  at('without a zone', '20261115123456'),
  at('with a fraction', '20261115123456.5Z'),
  at('with a year of two digits', '261115123456Z'),
  at('with more before it', 'A20261115123456Z'),
  at('with more behind it', '20261115123456ZA'),
  ...[4, 6, 8, 10, 12, 14].map((place) => {
    const digits = '20261115123456';
    return at(`with a letter at ${place}`, `${digits.slice(0, place - 1)}x${digits.slice(place)}Z`);
  }),

  ['no bytes', Buffer.alloc(0), MISSING],
  ['a status', sequence(der(0x0a, Buffer.from([6]))), refusing(6)],
  ['a status before an answer', answered(basicOf({}), { status: 3 }), refusing(3)],
  [
    'another type',
    answered(basicOf({}), { type: oid(EC_SHA256) }),
    { useless: 'an unknown answer' },
  ],
  ['an empty answer', answered(sequence()), INCOMPLETE],
  ['an answer without a signature', answered(sequence(sequence(), sequence())), INCOMPLETE],
];

function refusing(status: number): object {
  return { useless: `the responder refuses to answer (status ${status})` };
}

for (const [name, answer, read] of CASES) {
  test(`an answer: ${name}`, () => {
    assert.deepEqual(readOcsp(answer, asked, NOW), read);
  });
}

test('a certificate that lacks its key cannot be asked about', () => {
  const certificate = { raw: sequence(sequence()) } as X509Certificate;
  assert.throws(() => ocspRequest({ ...asked, certificate }), {
    message: 'the certificate is incomplete',
  });
});
