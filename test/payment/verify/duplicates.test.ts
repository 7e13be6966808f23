// Exactly one `serviceDuplicated=false` per purchase, whatever the concurrency; `npm run prove` does it at length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveDuplicates } from '../../prove/duplicates.ts';
import { inject } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { appleRequest, openAppleShop, PATH } from '../shop.ts';

const SIMULTANEOUS = 64;
const RECEIPTS = 4;

marketSuite('duplicates', (gate, markets) => {
  test('64 at once over two services: one first, all the same result', async () => {
    const shop = await openAppleShop(gate, markets);
    const services = [gate.service, await gate.secondService()];
    for (let receipt = 0; receipt < RECEIPTS; receipt += 1) {
      const { signedTransaction } = await shop.buy();
      const answers = await Promise.all(
        Array.from({ length: SIMULTANEOUS }, (_, index) => {
          const service = services[index % services.length] ?? gate.service;
          return inject(service, 'POST', PATH, appleRequest(signedTransaction), shop.headers);
        }),
      );
      const firsts = answers.filter(({ body }) => body.data.serviceDuplicated === false);
      assert.equal(firsts.length, 1);
      const [first] = firsts;
      const repeated = { data: { ...first?.body.data, serviceDuplicated: true }, meta: null };
      for (const answer of answers) {
        if (answer !== first) assert.deepEqual(answer.body, repeated);
      }
    }
    const rows = await gate.service.context.storage.db
      .selectFrom('purchase')
      .select('number')
      .where('appid', '=', shop.app.appid)
      .execute();
    assert.equal(rows.length, RECEIPTS);
    assert.equal(new Set(rows.map((row) => row.number)).size, RECEIPTS);
  });

  test('many receipts at once, each sent twice under two forms', async () => {
    const shop = await openAppleShop(gate, markets);
    const bought = await Promise.all(Array.from({ length: 20 }, () => shop.buy()));
    // The App Store signs anew whenever it is asked: another text, the same purchase.
    const signedAgain = await Promise.all(
      bought.map(({ transactionId }) => markets.control(`/apple/transactions/${transactionId}`)),
    );
    const receipts = [...bought, ...signedAgain].map((each) => each.signedTransaction as string);
    assert.equal(new Set(receipts).size, 40);
    const answers = await Promise.all(receipts.map((receipt) => shop.verify(receipt)));
    const firsts = answers.filter(({ body }) => !body.data.serviceDuplicated);
    assert.equal(firsts.length, 20);
    const ids = new Set(answers.map(({ body }) => body.data.serviceTransactionId));
    assert.equal(ids.size, 20);
  });
});

test('two processes on PostgreSQL: as many firsts as receipts', async () => {
  const proof = await proveDuplicates({
    database: 'postgres',
    processes: 2,
    receipts: 2,
    simultaneous: SIMULTANEOUS,
  });
  assert.deepEqual(proof, { receipts: 2, verifications: 128, firsts: 2 });
});
