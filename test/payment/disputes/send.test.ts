// Evidence reaches the bank once: whatever becomes of the call, of its answer, or of this process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { orderSuite } from '../orders/order-shop.ts';
import { DAY_MS, type DisputedShop, openDisputedShop } from './disputed-shop.ts';

const HOUR_MS = 3_600_000;

orderSuite(
  'sending evidence',
  (gate, markets) => {
    const open = async (dispute = {}): Promise<DisputedShop> => {
      const disputed = await openDisputedShop(gate, markets, { dispute });
      assert.equal((await disputed.call('POST', '/draft')).status, 200);
      return disputed;
    };
    const send = async ({ call }: DisputedShop) =>
      (await call('POST', '/send', { version: 1 })).body;
    const read = async ({ call }: DisputedShop) => {
      const { sending, state, answered, sent } = (await call('GET')).body;
      return { sending, state, answered, refusal: sent?.refusal };
    };
    const SENT = { sending: 'sent', state: 'sent', answered: true, refusal: null };
    const given = async ({ atStripe }: DisputedShop) => {
      const { evidence, evidence_details, metadata } = await atStripe();
      const texts = Object.entries(evidence).filter(([, text]) => typeof text === 'string');
      return { texts: Object.fromEntries(texts), evidence_details, metadata };
    };

    test('exactly what was written down is sent, and the bank is given it once', async () => {
      const disputed = await open();
      const intended = await send(disputed);
      assert.equal(intended.sending, 'under_way');
      assert.deepEqual(intended.sent.evidence, intended.draft);
      assert.equal((await disputed.atStripe()).evidence_details.submission_count, 0);
      await disputed.runJobs();
      assert.deepEqual(await read(disputed), SENT);
      const { texts, evidence_details } = await given(disputed);
      assert.deepEqual(texts, intended.sent.evidence);
      assert.equal(evidence_details.submission_count, 1);
      await disputed.runJobs();
      assert.equal((await disputed.call('POST', '/send', { version: 1 })).status, 409);
      assert.equal((await disputed.atStripe()).evidence_details.submission_count, 1);
    });

    test('two who send at once: one does, and nothing is changed while it is under way', async () => {
      const disputed = await open();
      const answers = await Promise.all(
        [1, 2].map(() => disputed.call('POST', '/send', { version: 1 })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      const { draft } = (await disputed.call('GET')).body;
      const edit = await disputed.call('PUT', '/draft', { version: 1, evidence: draft });
      assert.deepEqual([edit.status, edit.body.detail], [409, 'The evidence is being sent.']);
      await disputed.runJobs();
      assert.deepEqual(await read(disputed), SENT);
    });

    for (const kind of ['lost', 'reset', '500', '429', 'garbage']) {
      test(`${kind} instead of an answer: settled by reading, and sent once`, async () => {
        const disputed = await open();
        await send(disputed);
        await markets.fault('stripe', kind, { count: 1, path: '/v1/disputes/', method: 'POST' });
        await disputed.runJobs();
        assert.deepEqual((await markets.control('/faults')).faults, []);
        for (let turn = 0; turn < 3; turn++) {
          gate.now += HOUR_MS;
          await disputed.runJobs();
        }
        assert.deepEqual(await read(disputed), SENT);
        assert.equal((await disputed.atStripe()).evidence_details.submission_count, 1);
      });
    }

    test('somebody has answered at Stripe meanwhile: refused, and the bank keeps theirs', async () => {
      const disputed = await open();
      await send(disputed);
      await disputed.control('dispute/respond');
      await disputed.runJobs();
      assert.deepEqual(await read(disputed), {
        ...SENT,
        sending: 'refused',
        refusal: 'The dispute was answered at the gateway.',
      });
      assert.deepEqual((await given(disputed)).texts, {
        uncategorized_text: 'Answered in the dashboard.',
      });
    });

    test('too late, or over: refused with the reason, and nothing is sent', async () => {
      const late = await open();
      await send(late);
      gate.now += 10 * DAY_MS;
      await late.runJobs();
      assert.deepEqual((await read(late)).refusal, 'The deadline has passed.');
      const over = await open();
      await send(over);
      await over.control('dispute/lose');
      await over.runJobs();
      assert.deepEqual((await read(over)).refusal, 'The dispute is over: lost.');
      for (const each of [late, over]) assert.deepEqual((await given(each)).texts, {});
    });

    test('an inquiry that was answered can be answered again as a dispute', async () => {
      const disputed = await open({ inquiry: true });
      await send(disputed);
      await disputed.runJobs();
      assert.deepEqual(await read(disputed), SENT);
      await disputed.control('dispute/escalate');
      gate.now += 1;
      await disputed.reread();
      assert.equal((await read(disputed)).state, 'open');
      await send(disputed);
      await disputed.runJobs();
      assert.deepEqual(await read(disputed), SENT);
      assert.equal((await disputed.atStripe()).evidence_details.submission_count, 2);
    });

    test('what the bank decides afterwards is known', async () => {
      const disputed = await open();
      await send(disputed);
      await disputed.runJobs();
      await disputed.control('dispute/win');
      gate.now += 1;
      await disputed.reread();
      assert.equal((await read(disputed)).state, 'won');
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
