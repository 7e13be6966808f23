// The generator of `npm run bench scale`: its rows are those that the service writes, and every question finds answers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sign } from '../../bench/app-store.ts';
import { buyerAccount, buyerOf, fillDatabase } from '../../bench/scale/fill.ts';
import {
  MARKS,
  purchaseRequest,
  restrictionRequest,
  transactionWith,
} from '../../bench/scale/sample.ts';
import { benchScale } from '../../bench/scale.ts';
import { openService } from '../../bench/service.ts';
import { findByNumber } from '../../src/payment/ledger/purchases-store.ts';
import { createMigrated, KINDS } from '../support/databases.ts';

const COUNT = 200;
/** Differ from purchase to purchase, or are signed anew. */
const OWN = ['number', 'transaction_id', 'receipt', 'receipt_hash'] as const;
const TIMES = ['verified_at', 'claimed_at', 'purchased_at'] as const;

for (const kind of KINDS) {
  describe(`generated rows (${kind})`, () => {
    test('a generated purchase and restriction read like ones made through the interface', async () => {
      const database = await createMigrated(kind);
      const storage = database.storage('production');
      const filled = await fillDatabase(storage, { purchases: COUNT, restrictions: COUNT });
      const { app } = filled;
      const service = await openService(storage);
      try {
        const { db } = service.context.storage;
        const number = 77;
        const made = await findByNumber(db, app, number);
        const account = buyerAccount(buyerOf(number, filled));
        const [id, other] = [Number(MARKS.transaction) + number, '5000000000077'];
        const headers = { 'x-app-id': app.appid, authorization: `Bearer ${app.token}` };
        const answer = await service.app.inject({
          method: 'POST',
          url: '/payment/v1/purchase/verify',
          headers,
          body: purchaseRequest(sign(transactionWith(other, account)), account),
        });
        assert.equal(answer.json().data?.serviceTransactionId, `AP_${COUNT + 1}`, answer.body);
        const real = await findByNumber(db, app, COUNT + 1);
        const plain = (row: object | undefined, its: string) => {
          const copy: Record<string, unknown> = JSON.parse(
            JSON.stringify(row).replaceAll(its, 'ID'),
          );
          const [, payload = ''] = String(copy.receipt).split('.');
          const text = Buffer.from(payload, 'base64url').toString();
          for (const name of OWN) copy[name] = typeof copy[name];
          for (const name of TIMES) copy[name] = Number(copy[name]) > 1e12;
          return { ...copy, payload: JSON.parse(text.replaceAll(its, 'ID')) };
        };
        assert.deepEqual(plain(made, String(id)), plain(real, other));

        const restricted = async (player_id: number) => {
          const read = await service.app.inject({
            method: 'POST',
            url: '/v2/game/block/get',
            headers: { iscrypt: '0', 'x-access-token': app.token },
            body: { appid: app.appid, player_id },
          });
          const { support_code, ...restriction } = read.json().data.restriction;
          assert.match(support_code, /^\d+-\w+-1$/);
          return restriction;
        };
        const [player, newPlayer] = [MARKS.player + number, 7];
        const { end_date } = await restricted(player);
        await service.app.inject({
          method: 'POST',
          url: '/game/block/set',
          headers: { iscrypt: '0' },
          body: {
            appid: app.appid,
            service_certification_key: app.key,
            ...restrictionRequest(app, newPlayer, end_date),
          },
        });
        assert.deepEqual(
          { ...(await restricted(player)), player_id: newPlayer },
          await restricted(newPlayer),
        );
        const rowsOf = async (table: 'restricted_player' | 'restriction_history', of: number) => {
          const rows = db.selectFrom(table).selectAll().where('player_id', '=', of);
          const [row] = await rows.execute();
          return { ...row, player_id: 0, seq: 0, since_seq: 0, at: 0, changed_at: 0 };
        };
        for (const table of ['restricted_player', 'restriction_history'] as const)
          assert.deepEqual(await rowsOf(table, player), await rowsOf(table, newPlayer));
      } finally {
        await service.stop();
        await database.drop();
      }
    });

    const skip = process.env.TEST_CITUS_URL ? 'the bench counts the pages of one server' : false;
    test('a short run asks every question and finds every answer', { skip }, async () => {
      process.env.BENCH_DATABASE_URL = process.env.TEST_DATABASE_URL;
      try {
        const volume = { purchases: COUNT, restrictions: COUNT };
        const effort = { rounds: 1, seconds: 1 };
        const options = { ...volume, effort, questions: 2, isShort: true };
        const figures = await benchScale([kind], options);
        const named = (text: string) => figures.filter(({ name }) => name.includes(text));
        assert.equal(named('p50').length, 10);
        assert.equal(named('pages').length, kind === 'postgres' ? 11 : 0);
        for (const { name, value } of figures) assert.ok(value >= 0, `${name}: ${value}`);
        assert.ok(named('retention').every(({ value }) => value > 0));
      } finally {
        delete process.env.BENCH_DATABASE_URL;
      }
    });
  });
}
