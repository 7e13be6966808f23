// A cursor belongs to one app, one search and one secret, and says the position exactly.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { createCursors } from '../../../src/payment/queries/cursor.ts';
import type { App } from '../../../src/tenants/directory.ts';

const app = (fields: Partial<App> = {}): App => ({
  appid: 'game',
  gameIndex: 1,
  timeZone: 'UTC',
  accountNamespace: 'namespace-1',
  createdAt: 0,
  keys: [],
  scopes: [],
  appeals: {},
  restrictsForConsent: false,
  ...fields,
});
const cursors = createCursors([Buffer.alloc(32, 1)]);
const position = { verifiedAt: 1_794_744_000_123, number: 4_294_967_297 };
const text = cursors.print(app(), { conditions: 'all', position });

test('is 108 letters of which each counts', () => {
  assert.match(text, /^[\w-]{108}$/);
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] === 'A' ? 'B' : 'A';
    const changed = text.slice(0, at) + letter + text.slice(at + 1);
    assert.equal(cursors.open(app(), changed, 'all'), 'INVALID_CURSOR');
  }
});

describe('opened', () => {
  const cases: [string, string, App, string, unknown][] = [
    ['by its app, for the same search', text, app(), 'all', position],
    ['for another search', text, app(), 'some', 'CURSOR_CONTEXT_MISMATCH'],
    ['by another app', text, app({ appid: 'other' }), 'all', 'INVALID_CURSOR'],
    [
      'by an app of the same name that was made anew',
      text,
      app({ accountNamespace: 'namespace-2' }),
      'all',
      'INVALID_CURSOR',
    ],
    ['after the app was renamed in other fields', text, app({ gameIndex: 2 }), 'all', position],
    ['with a letter more', `${text}A`, app(), 'all', 'INVALID_CURSOR'],
    ['with a letter less', text.slice(0, -1), app(), 'all', 'INVALID_CURSOR'],
    ['with a letter before it', `A${text}`, app(), 'all', 'INVALID_CURSOR'],
    ['with a strange letter', `+${text.slice(1)}`, app(), 'all', 'INVALID_CURSOR'],
    ['empty', '', app(), 'all', 'INVALID_CURSOR'],
  ];
  for (const [name, cursor, owner, conditions, opened] of cases) {
    test(name, () => assert.deepEqual(cursors.open(owner, cursor, conditions), opened));
  }

  test('under another secret', () => {
    const others = createCursors([Buffer.alloc(32, 2)]);
    assert.equal(others.open(app(), text, 'all'), 'INVALID_CURSOR');
  });
});

test('of another version, though genuine: invalid', () => {
  const bytes = Buffer.from(text, 'base64url');
  const body = bytes.subarray(0, -32);
  const ofVersion = (version: number): string => {
    body.writeUInt8(version);
    const tag = createHmac('sha256', Buffer.alloc(32, 1))
      .update('game namespace-1 ')
      .update(body)
      .digest();
    return Buffer.concat([body, tag]).toString('base64url');
  };
  assert.equal(ofVersion(1), text);
  assert.equal(cursors.open(app(), ofVersion(2), 'all'), 'INVALID_CURSOR');
});

test('any of the keys opens it, and the first one makes it', () => {
  const [old, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const both = createCursors([now, old]);
  assert.deepEqual(both.open(app(), text, 'all'), position);
  const made = both.print(app(), { conditions: 'all', position });
  assert.deepEqual(createCursors([now]).open(app(), made, 'all'), position);
  assert.equal(cursors.open(app(), made, 'all'), 'INVALID_CURSOR');
});

test('every position comes back', () => {
  for (const each of [
    { verifiedAt: 0, number: 0 },
    { verifiedAt: 1, number: Number.MAX_SAFE_INTEGER },
    { verifiedAt: Number.MAX_SAFE_INTEGER, number: 1 },
    { verifiedAt: -1, number: 2 },
  ]) {
    const cursor = cursors.print(app(), { conditions: '', position: each });
    assert.deepEqual(cursors.open(app(), cursor, ''), each);
  }
});
