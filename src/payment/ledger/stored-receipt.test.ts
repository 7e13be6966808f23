// Whatever a receipt and an answer look like, they come back from the store byte for byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text.ts';
import { chainOf, fromStored, resultFromStored, toStored } from './stored-receipt.ts';

const CERTIFICATES = '["MIIB8zCC/+AX","MIICEjCCAZ==","MIIB4zCC"]';
/** Never another one: rows refer to it. */
const CHAIN_HASH = 'yeedC8Ql3V7bwUCh';
const HEADER = `{"alg":"ES256","x5c":${CERTIFICATES}}`;
const PAYLOAD = '{"transactionId":"1","price":9990,"signedDate":1794744000000,"currency":"USD"}';
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const jws = (header: string, payload: string, signature = 'c2lnbmF0dXJl'): string =>
  `${encode(header)}.${encode(payload)}.${signature}`;
const apple = (receipt: string, market_result: string | null = null) =>
  ({ provider: 'APPLE', receipt, market_result }) as const;

type Texts = Parameters<typeof toStored>[0];

function thereAndBack(texts: Texts): Texts {
  const stored = toStored(texts);
  const certificates = stored.chain_hash === null ? null : (chainOf(texts)?.certificates ?? null);
  const result = resultFromStored(stored, texts.receipt);
  assert.equal(result, texts.market_result, 'with the receipt at hand');
  return fromStored({ ...stored, certificates });
}

const isStoredWhole = (texts: Texts): boolean => toStored(texts).chain_hash === null;

test('the certificates are stored apart, and nothing is stored twice', () => {
  const texts = apple(jws(HEADER, PAYLOAD), PAYLOAD);
  assert.deepEqual(toStored(texts), {
    provider: 'APPLE',
    receipt: `c2lnbmF0dXJl..${PAYLOAD}`,
    market_result: '[78,0,0,0]',
    chain_hash: CHAIN_HASH,
  });
  assert.deepEqual(chainOf(texts), { chain_hash: CHAIN_HASH, certificates: CERTIFICATES });
  assert.deepEqual(thereAndBack(texts), texts);
});

test('headers with other fields, another order or white space keep their form', () => {
  const headers = [
    `{"x5c":${CERTIFICATES},"alg":"ES256"}`,
    `{"kid":"K1","alg":"ES256","typ":"JWT","x5c":${CERTIFICATES},"more":{"x":[1]}}`,
    `{ "alg" : "ES256",\n "x5c" : [ "MIIB" , "MIIC",\t"MIID" ] }`,
    `{"alg":"ES256","x5c":["MII\\/B","MIIC","MIID"]}`,
    `{"copy":${CERTIFICATES},"alg":"ES256","x5c":${CERTIFICATES}}`,
    `{"alg":"ES256","x5c":["$&","$1","$\`"]}`,
  ];
  for (const header of headers) {
    const texts = apple(jws(header, PAYLOAD), PAYLOAD);
    assert.equal(isStoredWhole(texts), false, header);
    assert.deepEqual(thereAndBack(texts), texts);
  }
});

test('what cannot be rebuilt exactly is stored whole', () => {
  const [header = '', payload = '', signature = ''] = jws(HEADER, PAYLOAD).split('.');
  const receipts = [
    '',
    'a purchase token',
    `${header}.${payload}`,
    `${header}.${payload}.${signature}.more`,
    `${header}==.${payload}.${signature}`,
    `${header}.${payload}=.${signature}`,
    `${header}.${payload.slice(0, -1)}~.${signature}`,
    `${header} .${payload}.${signature}`,
    jws('{"alg":"ES256"}', PAYLOAD),
    jws('{"alg":"ES256","x5c":[]}', PAYLOAD),
    jws('not JSON', PAYLOAD),
    jws(HEADER, '{"zero":"\0"}'),
    `${header}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${signature}`,
    // The last character holds bits that no byte has.
    `${header}.e31.${signature}`,
  ];
  for (const receipt of receipts) {
    assert.equal(isStoredWhole(apple(receipt)), true, receipt);
    assert.deepEqual(thereAndBack(apple(receipt, PAYLOAD)), apple(receipt, PAYLOAD));
  }
  assert.equal(isStoredWhole({ ...apple(jws(HEADER, PAYLOAD)), provider: 'GOOGLE' }), true);
  assert.equal(isStoredWhole(apple(jws(HEADER, PAYLOAD), '[1,2,3,4]')), true);
});

test('answers that contain or change the payload refer to it', () => {
  const answers: readonly [answer: string, stored: string][] = [
    [PAYLOAD.replace('1794744000000', '1794744999000'), '[54,21,0,0]999'],
    [
      `{"transaction":${PAYLOAD},"renewalInfo":null}`,
      '[78,0,15,20]{"transaction":,"renewalInfo":null}',
    ],
    ['{"other":true}', '{"other":true}'],
  ];
  for (const [answer, stored] of answers) {
    const texts = apple(jws(HEADER, PAYLOAD), answer);
    assert.equal(toStored(texts).market_result, stored);
    assert.deepEqual(thereAndBack(texts), texts);
  }
});

test('a chain that is missing is an error, and not another receipt', () => {
  const stored = { ...toStored(apple(jws(HEADER, PAYLOAD))), certificates: null };
  assert.throws(() => fromStored(stored), {
    message: `certificate chain ${CHAIN_HASH} is missing`,
  });
});

const someText = anyText(60);
const space = fc.constantFrom('', ' ', '\n\t');
const anyHeader = fc
  .record({ fields: fc.dictionary(someText, fc.jsonValue()), before: fc.boolean(), space })
  .map(({ fields, before, space: gap }) => {
    const others = JSON.stringify(fields).slice(1, -1);
    const chain = `"x5c"${gap}:${gap}${CERTIFICATES}`;
    const parts = [others, chain].filter((each) => each !== '');
    return `{${gap}${(before ? parts : parts.toReversed()).join(`${gap},`)}}`;
  });
const anyPayload = fc.oneof(
  fc.dictionary(someText, fc.jsonValue()).map((fields) => JSON.stringify(fields)),
  someText,
);
const anySignature = fc.oneof(fc.base64String(), fc.stringMatching(/^[\w-]*$/));

test('any header, payload, signature and answer come back byte for byte', () => {
  fc.assert(
    fc.property(
      anyHeader,
      anyPayload,
      anySignature,
      anyPayload,
      fc.constantFrom('other', 'same', 'around', 'changed'),
      (header, payload, signature, other, kind) => {
        const middle = Math.floor(payload.length / 2);
        const answers = {
          other,
          same: payload,
          around: `{"a":${payload},"b":${other}}`,
          changed: payload.slice(0, middle) + other + payload.slice(middle + 1),
        };
        const texts = apple(jws(header, payload, signature), answers[kind]);
        assert.deepEqual(thereAndBack(texts), texts);
      },
    ),
    { numRuns: 300 },
  );
});

test('any text in place of a receipt comes back byte for byte', () => {
  const dotted = fc.array(fc.oneof(someText, fc.base64String(), fc.constant(encode(HEADER))), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(dotted, anyPayload, (parts, answer) => {
      const texts = apple(parts.join('.'), answer);
      assert.deepEqual(thereAndBack(texts), texts);
    }),
    { numRuns: 300 },
  );
});
