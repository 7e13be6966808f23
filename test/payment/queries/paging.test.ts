// Whatever the sizes of the pages, whoever asks and whatever arrives meanwhile, in one process or another:
// the pages together are the purchases of the window as they were at the first page, each once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Service } from '../../../src/service.ts';
import type { PurchaseTable } from '../../../src/storage/schema.ts';
import { suite } from '../../support/harness.ts';
import { iso, type Ledger, openLedger, readPages } from './records.ts';

const ACCOUNTS = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const PLAYER = 7;
const RUNS = 15;
const SALES = 60;
const SQLITE_BUSY = 5;

interface Sale {
  readonly account: number;
  /** How far the clock moves before it: often not at all. */
  readonly after: number;
  /** By how much the clock of the process that records it is slow. */
  readonly behind: number;
  readonly provider: 'APPLE' | 'GOOGLE';
  readonly process: number;
}

const sale: fc.Arbitrary<Sale> = fc.record({
  account: fc.nat(ACCOUNTS.length - 1),
  after: fc.constantFrom(0, 0, 0, 1, 5),
  behind: fc.constantFrom(0, 0, 3),
  provider: fc.constantFrom('APPLE', 'APPLE', 'GOOGLE'),
  process: fc.nat(1),
});

const situation = fc.record({
  before: fc.array(sale, { maxLength: 25 }),
  meanwhile: fc.array(fc.array(sale, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  ofPlayer: fc.boolean(),
  /** How far the window reaches back from the start, and beyond it; undefined leaves the end open. */
  from: fc.integer({ min: 1, max: 60 }),
  to: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
});

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

suite('paging through purchase history', (gate) => {
  const sell = async (ledger: Ledger, services: readonly Service[], sales: readonly Sale[]) => {
    const rows: PurchaseTable[] = [];
    for (const { account, after, behind, provider, process } of sales) {
      const fields = { account_uuid: at(ACCOUNTS, account), provider };
      gate.now += after - behind;
      rows.push(await ledger.record(fields, at(services, process)));
      gate.now += behind;
    }
    return rows;
  };

  test('any sizes, equal times, sales between the pages, two processes', async () => {
    const services = [gate.service, await gate.secondService()];
    await fc.assert(
      fc.asyncProperty(situation, async ({ before, meanwhile, sizes, ofPlayer, ...window }) => {
        const ledger = await openLedger(gate);
        for (const account of ACCOUNTS.slice(0, 2)) await ledger.login(PLAYER, account);
        const rows = await sell(ledger, services, before);
        const from = gate.now - window.from;
        const to = window.to === undefined ? undefined : gate.now + window.to;
        const conditions = {
          startDate: iso(from),
          ...(to !== undefined && { endDate: iso(to) }),
          ...(ofPlayer && { targetPlayerId: PLAYER }),
        };
        const expected = rows
          .filter((row) => row.provider === 'APPLE' && row.verified_at >= from)
          .filter((row) => !ofPlayer || ACCOUNTS.slice(0, 2).includes(row.account_uuid))
          .map((row) => row.transaction_id)
          .toReversed();
        let page = 0;
        const found = await readPages(
          async (fields) => {
            const service = at(services, page);
            const answer = await ledger.list({ ...conditions, ...fields }, ledger.server, service);
            page += 1;
            await sell(ledger, services, at(meanwhile, page));
            return answer;
          },
          (number) => at(sizes, number),
        );
        assert.deepEqual(found, expected);
      }),
      { numRuns: RUNS },
    );
  });

  test('while two processes record as fast as they can, every walk is whole', async () => {
    const services = [gate.service, await gate.secondService()];
    const ledger = await openLedger(gate);
    const conditions = { startDate: iso(gate.now - 1_000) };
    const recorded: PurchaseTable[] = [];
    let writing = services.length;
    const writers = services.map(async (service) => {
      for (let count = 0; count < SALES; count += 1) {
        recorded.push(await recordPatiently(ledger, service));
        gate.now += count % 3 === 0 ? 1 : 0;
      }
      writing -= 1;
    });
    const walks: { ids: string[]; known: Set<string> }[] = [];
    while (writing > 0) {
      // What had been recorded before the first page must be on the pages.
      const known = new Set(recorded.map((row) => row.transaction_id));
      const list = (fields: object) =>
        ledger.list({ ...conditions, ...fields }, ledger.server, at(services, walks.length));
      walks.push({ ids: await readPages(list, (page) => 3 + (page % 4)), known });
    }
    await Promise.all(writers);
    const whole = (await allOf(ledger)).map((row) => row.transaction_id);
    assert.equal(whole.length, SALES * services.length);
    for (const { ids, known } of walks) {
      // Exactly the purchases up to some moment, newest first: a tail of the final order.
      assert.deepEqual(ids, ids.length === 0 ? [] : whole.slice(-ids.length));
      assert.equal(known.isSubsetOf(new Set(ids)), true);
    }
  });

  /** SQLite may be busy with the other process for too long: then nothing was recorded. */
  const recordPatiently = async (ledger: Ledger, service: Service): Promise<PurchaseTable> => {
    for (;;) {
      try {
        return await ledger.record({}, service);
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      }
    }
  };

  const allOf = ({ app }: Ledger) =>
    gate.service.context.storage.db
      .selectFrom('purchase')
      .select('transaction_id')
      .where('appid', '=', app.appid)
      .orderBy('number', 'desc')
      .execute();
});
