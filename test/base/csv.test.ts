// CSV in all the shapes it comes in, whatever the chunks, and out again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printRecord, readCsv } from '../../src/base/csv.ts';

async function read(chunks: readonly Uint8Array[]): Promise<string[][]> {
  const source = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const records: string[][] = [];
  for await (const { cells } of readCsv(source)) records.push(cells);
  return records;
}

const cases: readonly (readonly [string, string[][]])[] = [
  [
    '1,2\n3,4',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    '1;2\r\n3;4\r\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['1\t2,5', [['1', '2,5']]],
  ['\uFEFFa,b', [['a', 'b']]],
  ['\n\n 1 , 2 \n\n', [['1', '2']]],
  ['"a,b","c""d","e\nf"', [['a,b', 'c"d', 'e\nf']]],
  ['', []],
];

for (const [text, records] of cases) {
  test(`reads ${JSON.stringify(text)}`, async () => {
    assert.deepEqual(await read([Buffer.from(text)]), records);
  });
}

test('whatever is printed is read again, however the bytes are cut', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => text.replace(/\0/g, '').trim())
    .filter((text) => !/^[=+\-@\t\r']/.test(text) && !text.includes('\r'));
  const record = fc.tuple(fc.constant('x'), cell, cell);
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1 }), fc.nat(40), async (records, size) => {
      // The first line decides about the separator, so it is one that nobody can mistake.
      const lines = [['a', 'b', 'c'], ...records];
      const bytes = Buffer.from(lines.map((cells) => printRecord(cells)).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size + 1) {
        chunks.push(bytes.subarray(at, at + size + 1));
      }
      assert.deepEqual(await read(chunks), lines);
    }),
    { numRuns: 200 },
  );
});

test('a cell that a spreadsheet would run is printed as text', () => {
  assert.equal(printRecord(['=cmd()', '+1', '-1', '@a', 5, null]), "'=cmd(),'+1,'-1,'@a,5,\r\n");
});
