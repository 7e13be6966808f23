// Lines of stores' files: columns by name, times in several formats, and what a line cannot say.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnsOf, readLine, timeIn } from './lines.ts';

describe('columns', () => {
  for (const [header, expected] of [
    ['install_id,time,state', { id: 0, time: 1, state: 2 }],
    ['Install ID,Revoked At,Consent Status', { id: 0, time: 1, state: 2 }],
    ['installId,revocationTime', { id: 0, time: 1, state: undefined }],
    ['package,userId,timestamp,action', { id: 1, time: 2, state: 3 }],
    ['ID', { id: 0, time: undefined, state: undefined }],
    ['id,install_id,date,time', { id: 1, time: 3, state: undefined }],
    ['user_id,id,revoked_date,revocation_date', { id: 0, time: 3, state: undefined }],
    ['event_time,withdrawn_at,id', { id: 2, time: 1, state: undefined }],
    ['id,granted', { id: 0, time: undefined, state: 1 }],
    ['id,event,consent,status', { id: 0, time: undefined, state: 3 }],
    ['revoked_date,id', { id: 1, time: 0, state: undefined }],
    ['event_time,id', { id: 1, time: 0, state: undefined }],
    ['date,id', { id: 1, time: 0, state: undefined }],
    ['consent,id', { id: 1, time: undefined, state: 0 }],
    ['event,id', { id: 1, time: undefined, state: 0 }],
    ['package,time', undefined],
  ] as const) {
    test(header, () => {
      assert.deepEqual(columnsOf(header.split(',')), expected);
    });
  }
});

const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = Date.UTC(2026, 10, 15);

describe('times', () => {
  for (const [text, expected] of [
    ['2026-11-15T12:00:00Z', NOON],
    ['2026-11-15T12:00:00.250Z', NOON + 250],
    ['2026-11-15T21:00:00+09:00', NOON],
    ['2026-11-15 12:00:00', NOON],
    ['2026-11-15 12:00', NOON],
    ['2026-11-15 12:00:00 UTC', NOON],
    ['2026-11-15', DAY],
    ['1794744000', 1_794_744_000_000],
    ['1794744000123', 1_794_744_000_123],
    ['2026-02-30', undefined],
    ['2026-11-15 25:00:00', undefined],
    ['15.11.2026', undefined],
    ['17947440001', undefined],
    ['x1794744000', undefined],
    ['1794744000123x', undefined],
    ['x1794744000123', undefined],
    ['x2026-11-15', undefined],
    ['2026-11-15x', undefined],
    ['yesterday', undefined],
  ] as const) {
    test(text, () => {
      assert.equal(timeIn(text), expected);
    });
  }
});

test('without a zone, UTC, wherever the service runs', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Asia/Seoul';
  for (const text of ['2026-11-15 12:00', '2026-11-15 12:00 UTC']) assert.equal(timeIn(text), NOON);
});

describe('lines', () => {
  const columns = { id: 0, time: 1, state: 2 };
  const said = (state: string) => ({ id: 'i-1', at: NOON, state });
  for (const [cells, expected] of [
    [['i-1', '2026-11-15T12:00:00Z', ''], said('withdrawn')],
    [['i-1', '2026-11-15T12:00:00Z'], said('withdrawn')],
    ...['Withdrawn', 'revoked', 'RESCINDED', 'denied', 'false', 'no', '0'].map(
      (word) => [['i-1', '2026-11-15T12:00:00Z', word], said('withdrawn')] as const,
    ),
    ...['given', 'Granted', 'restored', 'approved', 'regranted', 'true', 'yes', '1'].map(
      (word) => [['i-1', '2026-11-15T12:00:00Z', word], said('given')] as const,
    ),
    [
      ['i-1', '2026-11-15T12:00:00Z', 'perhaps'],
      { problem: 'state', reason: '“perhaps” is neither withdrawn nor given.' },
    ],
    [
      ['i-1', 'noon', ''],
      { problem: 'time', reason: 'noon is not a time, such as 2026-11-15T12:00:00Z.' },
    ],
    [
      ['i-1', '', ''],
      { problem: 'no_time', reason: 'The line has no time. Say the date of the file.' },
    ],
    ...['', 'two words', 'é', 'x'.repeat(256)].map(
      (id) =>
        [
          [id, '2026-11-15T12:00:00Z', ''],
          { problem: 'id', reason: 'The id is empty, too long or has blanks in it.' },
        ] as const,
    ),
  ] as const) {
    test(JSON.stringify(cells).slice(0, 60), () => {
      assert.deepEqual(readLine(columns, cells, undefined), expected);
    });
  }

  test('the date of the file counts for lines without a time, and for those alone', () => {
    const dated = { id: 'i-1', at: DAY, state: 'withdrawn' };
    assert.deepEqual(readLine(columns, ['i-1', '', ''], DAY), dated);
    const alone = { id: 0, time: undefined, state: undefined };
    assert.deepEqual(readLine(alone, ['i-1', 'castle', 'given'], DAY), dated);
    assert.deepEqual(readLine(columns, ['i-1', '2026-11-15T12:00:00Z'], DAY), said('withdrawn'));
    assert.ok('reason' in readLine(columns, ['i-1', 'noon'], DAY));
    assert.equal('id' in readLine(columns, ['x'.repeat(255), '', ''], DAY), true);
  });
});
