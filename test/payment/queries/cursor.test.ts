// The cursor of purchase history (interface 4.9, 7.2): unmodified and under the same conditions, or not at all.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { createCursors } from '../../../src/payment/queries/cursor.ts';
import { createApp, deleteApp } from '../../../src/tenants/apps.ts';
import type { Forgery } from '../../security/gallery.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, inject, suite } from '../../support/harness.ts';
import { DAY, iso, type Ledger, openLedger, TRANSACTIONS } from './records.ts';

const INVALID = {
  type: '/errors/payment/payment_forbidden',
  title: 'The cursor is not valid',
  status: 400,
  detail:
    'The cursor is not valid for this app. Send meta.page.nextCursor of the previous page unchanged.',
  instance: TRANSACTIONS,
  code: 'payment_forbidden',
  outcome: { code: 1_004, message: 'INVALID_CURSOR' },
};
const MISMATCH = {
  ...INVALID,
  title: 'The conditions changed while paging',
  detail:
    'The conditions differ from those of the first page. Repeat them with the cursor, or start again without a cursor.',
  outcome: { code: 1_005, message: 'CURSOR_CONTEXT_MISMATCH' },
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

suite(
  'cursor',
  (gate) => {
    /** Three purchases, and the cursor after the first. */
    const openPaged = async (fields: object = {}, open: Ledger | undefined = undefined) => {
      const ledger = open ?? (await openLedger(gate));
      const rows = [await ledger.record(), await ledger.record(), await ledger.record()];
      const conditions = { startDate: iso(gate.now - DAY), endDate: iso(gate.now), ...fields };
      const { body } = await ledger.list({ ...conditions, size: 1 });
      const cursor: string = body.meta.page.nextCursor;
      return { ledger, rows, conditions, cursor };
    };

    test('goes on where the page before ended; size may change', async () => {
      const { ledger, rows, conditions, cursor } = await openPaged();
      const { body } = await ledger.list({ ...conditions, cursor, size: 50 });
      assert.deepEqual(
        body.data.map((item: { transactionId: string }) => item.transactionId),
        [rows[1]?.transaction_id, rows[0]?.transaction_id],
      );
      assert.equal(body.meta.page.hasNext, false);
    });

    test('every letter changed to any other gives INVALID_CURSOR', async () => {
      const { ledger, cursor } = await openPaged();
      const app = await gate.service.directory.app(ledger.app.appid);
      assert.ok(app);
      const cursors = createCursors(gate.service.context.vault.derived('cursor'));
      assert.equal(cursors.open(app, cursor, 'other conditions'), 'CURSOR_CONTEXT_MISMATCH');
      for (let at = 0; at < cursor.length; at += 1) {
        for (const letter of ALPHABET.replace(cursor[at] as string, '')) {
          const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
          assert.equal(cursors.open(app, changed, 'other conditions'), 'INVALID_CURSOR', changed);
        }
      }
    });

    test('one changed letter in any part is answered INVALID_CURSOR', async () => {
      const { ledger, conditions, cursor } = await openPaged();
      for (let at = 0; at < cursor.length; at += 12) {
        const letter = cursor[at] === 'A' ? 'B' : 'A';
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        const answer = await ledger.list({ ...conditions, cursor: changed });
        assert.deepEqual([answer.status, answer.body], [400, INVALID], changed);
      }
    });

    test('empty text is no cursor: the first page', async () => {
      const { ledger, conditions } = await openPaged();
      const { body } = await ledger.list({ ...conditions, cursor: '' });
      assert.deepEqual(body, (await ledger.list(conditions)).body);
    });

    const CURSORS: Record<Forgery<'cursors'>, (cursor: string) => string> = {
      shorter: (cursor) => cursor.slice(0, -1),
      longer: (cursor) => `${cursor}A`,
      padded: (cursor) => `${cursor}=`,
      'with a line break': (cursor) => `${cursor}\n`,
      'in the other alphabet': (cursor) => cursor.replace(/.$/, '+'),
      'no cursor at all': () => 'null',
      'very long': () => 'A'.repeat(100_000),
    };
    for (const [what, change] of Object.entries(CURSORS)) {
      test(`${what}: INVALID_CURSOR`, async () => {
        const { ledger, conditions, cursor } = await openPaged();
        const { body } = await ledger.list({ ...conditions, cursor: change(cursor) });
        assert.deepEqual(body, INVALID);
      });
    }

    const CONDITIONS: Record<Forgery<'conditions'>, object> = {
      providerId: { providerId: 'GOOGLE' },
      startDate: { startDate: '2026-11-01T00:00:00Z' },
      'a window of more than 30 days': { startDate: '2026-01-01T00:00:00Z' },
      endDate: { endDate: '2026-11-15T13:00:00Z' },
      'an endDate before the start': { endDate: '2020-01-01T00:00:00Z' },
      'endDate left out': { endDate: undefined },
      transactionId: { transactionId: '1' },
      targetPlayerId: { targetPlayerId: 5 },
    };
    for (const [what, changed] of Object.entries(CONDITIONS)) {
      test(`changed: ${what} gives CURSOR_CONTEXT_MISMATCH`, async () => {
        const { ledger, conditions, cursor } = await openPaged();
        const answer = await ledger.list({ ...conditions, ...changed, cursor });
        assert.deepEqual([answer.status, answer.body], [400, MISMATCH]);
      });
    }

    test('another targetPlayerId, or none any more, gives CURSOR_CONTEXT_MISMATCH', async () => {
      const ledger = await openLedger(gate);
      await ledger.login(5, 'a3b1c5d7-0000-4000-8000-00000000e001');
      const { conditions, cursor } = await openPaged({ targetPlayerId: 5 }, ledger);
      const go = (changed: object) => ledger.list({ ...conditions, ...changed, cursor });
      assert.equal((await go({})).status, 200);
      assert.deepEqual((await go({ targetPlayerId: 6 })).body, MISMATCH);
      assert.deepEqual((await go({ targetPlayerId: undefined })).body, MISMATCH);
    });

    test("a player's cursor is of no use to another player or to the app server", async () => {
      const ledger = await openLedger(gate);
      const player = await ledger.login(5, 'a3b1c5d7-0000-4000-8000-00000000e001');
      await openPaged({}, ledger);
      const conditions = { startDate: iso(gate.now - DAY) };
      const { body } = await ledger.list({ ...conditions, size: 1 }, player);
      const next = { ...conditions, cursor: body.meta.page.nextCursor };
      assert.equal((await ledger.list(next, player)).status, 200);
      assert.deepEqual((await ledger.list(next, await ledger.login(6))).body, MISMATCH);
      assert.deepEqual((await ledger.list(next)).body, MISMATCH);
      assert.deepEqual((await ledger.list({ ...next, targetPlayerId: 5 })).body, MISMATCH);
    });

    test('the same moments written otherwise are the same window', async () => {
      const { ledger, conditions, cursor } = await openPaged();
      const endDate = conditions.endDate.replace('Z', '+00:00');
      assert.equal((await ledger.list({ ...conditions, endDate, cursor })).status, 200);
    });

    test('a cursor of another app is INVALID_CURSOR', async () => {
      const { cursor, conditions } = await openPaged();
      const other = await openLedger(gate);
      assert.deepEqual((await other.list({ ...conditions, cursor })).body, INVALID);
    });

    test('a cursor of an app that was deleted is INVALID_CURSOR for a new app of the same appid', async () => {
      const { ledger, conditions, cursor } = await openPaged();
      const { context, directory } = gate.service;
      const { appid, gameIndex: game_index } = ledger.app;
      const old = await directory.app(appid);
      expectDone(await deleteApp(context, SYSTEM, appid));
      expectDone(await createApp(context, SYSTEM, { game_index, appid, name: 'Again' }));
      // Apps are remembered for five seconds of the clock.
      gate.now += 5_001;
      assert.deepEqual((await ledger.list({ ...conditions, cursor })).body, INVALID);
      const fresh = await directory.app(appid);
      assert.ok(old && fresh);
      const cursors = createCursors([Buffer.alloc(32)]);
      const printed = cursors.print(old, {
        conditions: '',
        position: { verifiedAt: 1, number: 1 },
      });
      assert.equal(cursors.open(fresh, printed, ''), 'INVALID_CURSOR');
      assert.deepEqual(cursors.open(old, printed, ''), { verifiedAt: 1, number: 1 });
    });

    test('a cursor of another version is INVALID_CURSOR, though we signed it', async () => {
      const { ledger, conditions, cursor } = await openPaged();
      const app = await gate.service.directory.app(ledger.app.appid);
      const body = Buffer.from(cursor, 'base64url').subarray(0, -32);
      body.writeUInt8(2);
      const tag = createHmac('sha256', gate.service.context.vault.derive('cursor'))
        .update(`${app?.appid} ${app?.accountNamespace} `)
        .update(body)
        .digest();
      const other = Buffer.concat([body, tag]).toString('base64url');
      assert.deepEqual((await ledger.list({ ...conditions, cursor: other })).body, INVALID);
    });

    test('a cursor made under another master key is INVALID_CURSOR', async () => {
      const { ledger, conditions } = await openPaged();
      const app = await gate.service.directory.app(ledger.app.appid);
      assert.ok(app);
      const position = { verifiedAt: gate.now, number: 1 };
      const cursor = createCursors([Buffer.alloc(32)]).print(app, { conditions: '', position });
      assert.deepEqual((await ledger.list({ ...conditions, cursor })).body, INVALID);
    });

    test('a cursor made under a previous master key goes on while that key is set', async () => {
      const { ledger } = await openPaged();
      const app = await gate.service.directory.app(ledger.app.appid);
      assert.ok(app);
      const [old, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
      const position = { verifiedAt: gate.now, number: 1 };
      const cursor = createCursors([old]).print(app, { conditions: '', position });
      assert.deepEqual(createCursors([now, old]).open(app, cursor, ''), position);
      assert.equal(createCursors([now]).open(app, cursor, ''), 'INVALID_CURSOR');
      assert.equal(
        createCursors([now, old]).print(app, { conditions: '', position }),
        createCursors([now]).print(app, { conditions: '', position }),
      );
    });

    test('works on any process, and after the signing key has changed', async () => {
      const { ledger, rows, conditions, cursor } = await openPaged();
      const other = await gate.secondService();
      await gate.service.tokens.keys.rotate(SYSTEM);
      const headers = { ...ledger.server, authorization: `Bearer ${await gate.token(ledger.app)}` };
      const body = { providerId: 'APPLE', ...conditions, cursor, size: 1 };
      const answer = await inject(other, 'POST', TRANSACTIONS, body, headers);
      assert.equal(answer.body.data[0].transactionId, rows[1]?.transaction_id);
    });

    test('with endDate omitted the window stays that of the first page, a month later too', async () => {
      const ledger = await openLedger(gate);
      const rows = [await ledger.record(), await ledger.record()];
      const conditions = { startDate: iso(gate.now - 30 * DAY) };
      const { body } = await ledger.list({ ...conditions, size: 1 });
      gate.now += 31 * DAY;
      await ledger.record();
      const headers = { ...ledger.server, authorization: `Bearer ${await gate.token(ledger.app)}` };
      const next = await ledger.list({ ...conditions, cursor: body.meta.page.nextCursor }, headers);
      assert.deepEqual(
        next.body.data.map((item: { transactionId: string }) => item.transactionId),
        [rows[0]?.transaction_id],
      );
    });
  },
  { kinds: EITHER },
);
