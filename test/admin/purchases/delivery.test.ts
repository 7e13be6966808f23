// Undelivered purchases have a state and two remedies: the event is sent again, or an operator reports the delivery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGameServer } from '../../outbox/game-server.ts';
import { type Ledger, openLedger } from '../../payment/queries/records.ts';
import { newPlayer } from '../../restriction/players.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit } from '../caller.ts';

/** Only what a market answered needs a delivery. */
const ANSWERED = { market_result: '{}' };

suite(
  'delivery of purchases, by operators',
  (gate) => {
    const at = ({ app }: Ledger, id: string, rest = '') =>
      `/apps/${app.appid}/purchases/${id}${rest}`;
    const timelineOf = async (ledger: Ledger, id: string) =>
      (await admin(gate, 'GET', at(ledger, id, '/timeline'))).body.items.filter(
        ({ kind }: { kind: string }) => /delivery|event/.test(kind),
      );

    test('a purchase is undelivered until somebody reports it; lists say so, and whose it is', async () => {
      const ledger = await openLedger(gate);
      const player = newPlayer();
      const account = crypto.randomUUID();
      await ledger.login(player, account);
      await ledger.record({ ...ANSWERED, account_uuid: account });
      await ledger.record();
      await ledger.record({ ...ANSWERED, test: 1 });
      await ledger.record({ ...ANSWERED, refunded: true });
      const { items } = (await admin(gate, 'GET', `/apps/${ledger.app.appid}/purchases`)).body;
      assert.deepEqual(
        items.map((row: Record<string, unknown>) => [
          row.service_transaction_id,
          row.undelivered,
          row.player_id,
        ]),
        [
          ['AP_4', false, null],
          ['AP_3', false, null],
          ['AP_2', false, null],
          ['AP_1', true, player],
        ],
      );

      const path = at(ledger, 'AP_1', '/delivery');
      const done = await admin(gate, 'POST', path, { result: 'delivered', comment: 'Ticket 7' });
      assert.deepEqual(
        [done.status, done.body.delivery, done.body.undelivered],
        [200, 'delivered', false],
      );
      const [entry] = await newestAudit(gate, 1, 'purchase.deliver');
      assert.deepEqual(
        [entry?.target, entry?.before, entry?.after],
        [
          `apps/${ledger.app.appid}/purchases/AP_1`,
          { delivery: null },
          { delivery: 'delivered', comment: 'Ticket 7' },
        ],
      );
      await admin(gate, 'POST', path, { result: 'clawed_back' });
      assert.deepEqual(
        (await timelineOf(ledger, 'AP_1')).map(({ kind, details }: Record<string, object>) => [
          kind,
          details,
        ]),
        [
          ['delivery.reported', { result: 'delivered' }],
          ['delivery.corrected', { result: 'clawed_back', before: 'delivered' }],
        ],
      );
      const wrong = await admin(gate, 'POST', path, { result: 'lost' });
      assert.equal(wrong.status, 400);
      const nobody = await admin(gate, 'POST', at(ledger, 'AP_9', '/delivery'), {
        result: 'delivered',
      });
      assert.equal(nobody.body.detail, `App ${ledger.app.appid} has no purchase AP_9.`);
      const { number } = await ledger.record({ ...ANSWERED, claimed: 0 });
      const unclaimed = await admin(gate, 'POST', at(ledger, `AP_${number}`, '/delivery'), {
        result: 'delivered',
      });
      assert.match(unclaimed.body.detail, /^No app server has verified purchase AP_\d+ yet/);
    });

    test('one event is sent again, with the same content and a new number', async (t) => {
      const ledger = await openLedger(gate);
      const path = at(ledger, 'AP_1', '/events');
      const { gameIndex } = ledger.app;
      const before = await ledger.record(ANSWERED);
      const deaf = await admin(gate, 'POST', path, {});
      assert.match(deaf.body.detail, /has no receiver of purchase events/);
      const server = await startGameServer();
      t.after(() => server.close());
      const connection = { url: server.url, key: 'event-key-of-the-tests' };
      await admin(gate, 'PUT', `/projects/${gameIndex}/receivers/purchase`, connection);

      // Nobody was told when it was verified: it is made anew from the purchase.
      const first = await admin(gate, 'POST', path, {});
      assert.deepEqual(first.body, { type: 'purchase.verified', number: 1 });
      gate.now += 1_000;
      await ledger.report(before, { kind: 'refund', state: 'given', reportedAt: gate.now });
      await gate.service.relay.turn();
      const events = await timelineOf(ledger, 'AP_1');
      assert.deepEqual(
        events.map(({ details }: { details: object }) => details),
        [
          { type: 'purchase.verified', number: 1, state: 'done', again: true },
          { type: 'purchase.refunded', number: 2, state: 'done' },
        ],
      );
      const again = await admin(gate, 'POST', path, { number: 2 });
      assert.deepEqual(again.body, { type: 'purchase.refunded', number: 3 });
      await gate.service.relay.turn();
      const sent = server.received.flatMap(({ body }) => JSON.parse(body).events);
      const refunds = sent.filter(({ type }) => type === 'purchase.refunded');
      assert.equal(refunds.length, 2);
      assert.deepEqual(refunds[0], refunds[1]);
      const [entry] = await newestAudit(gate, 1, 'purchase.resend-event');
      assert.deepEqual(entry?.after, { type: 'purchase.refunded', number: 3, of: 2 });

      const unknown = await admin(gate, 'POST', path, { number: 77 });
      assert.equal(unknown.body.detail, 'The timeline of the purchase has no event 77.');
      const db = gate.service.context.storage.db;
      await db.deleteFrom('outbox_sent').where('game_index', '=', gameIndex).execute();
      const old = await admin(gate, 'POST', path, { number: 2 });
      assert.match(old.body.detail, /^Event 2 has not been sent yet, or is older/);
      // What a purchase alone says can always be sent.
      const made = await admin(gate, 'POST', path, { number: 1 });
      assert.deepEqual(made.body, { type: 'purchase.verified', number: 4 });
    });

    test('refunds are grouped by player, device and product, and narrowed to one of them', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const [one, other, did] = [newPlayer(), newPlayer(), newPlayer()];
      const accounts = [crypto.randomUUID(), crypto.randomUUID()] as const;
      for (const [player_id, account_uuid] of [
        [one, accounts[0]],
        [other, accounts[1]],
      ] as const) {
        await gate.post('/auth/v1/login', { appid, player_id, account_uuid, did }, ledger.server);
      }
      const bought = { refunded: true, price: '2.50', currency: 'USD' };
      const start = gate.now;
      const first = await ledger.record({
        ...bought,
        account_uuid: accounts[0],
        product_id: 'gems',
      });
      gate.now += 1_000;
      const pass = await ledger.record({
        ...bought,
        account_uuid: accounts[0],
        product_id: 'pass',
      });
      const last = await ledger.record({
        ...bought,
        account_uuid: accounts[1],
        product_id: 'gems',
      });
      gate.now += 1_000;
      await ledger.record({ refunded: true, product_id: 'gems', price: '900', currency: 'KRW' });
      await ledger.record({ account_uuid: accounts[1], product_id: 'gems' });
      const groups = async (query: string) =>
        (await admin(gate, 'GET', `/apps/${appid}/refunds/groups?${query}`)).body;
      const time = (ms: number) => new Date(start + ms).toISOString();
      const none = { player_id: null, did: null, product_id: null };
      const usd = (amount: string) => ({ currency: 'USD', amount });
      const krw = { currency: 'KRW', amount: '900' };
      assert.deepEqual(await groups('by=player'), {
        items: [
          {
            ...{ ...none, player_id: one, refunds: 2, players: 1 },
            ...{ amounts: [usd('5.00')], last_refunded_at: time(1_000) },
          },
          {
            ...{ ...none, refunds: 1, players: 0 },
            ...{ amounts: [krw], last_refunded_at: time(2_000) },
          },
          {
            ...{ ...none, player_id: other, refunds: 1, players: 1 },
            ...{ amounts: [usd('2.50')], last_refunded_at: time(1_000) },
          },
        ],
        refunds: 4,
        is_complete: true,
      });
      const shown = ({ items }: { items: Record<string, unknown>[] }) =>
        items.map((each) => [each.did ?? each.product_id, each.refunds, each.players]);
      assert.deepEqual(shown(await groups('by=device')), [
        [did, 3, 2],
        [null, 1, 0],
      ]);
      assert.deepEqual(shown(await groups('by=product')), [
        ['gems', 3, 2],
        ['pass', 1, 1],
      ]);
      assert.deepEqual(shown(await groups(`by=product&player_id=${one}`)), [
        ['pass', 1, 1],
        ['gems', 1, 1],
      ]);
      const list = async (query: string): Promise<number[]> => {
        const { body } = await admin(gate, 'GET', `/apps/${appid}/refunds?${query}`);
        const count = await admin(gate, 'GET', `/apps/${appid}/refunds/count?${query}`);
        assert.equal(count.body.count, body.items.length);
        return body.items.map((row: { service_transaction_id: string }) =>
          Number(row.service_transaction_id.slice('AP_'.length)),
        );
      };
      assert.deepEqual(await list(`did=${did}`), [last.number, pass.number, first.number]);
      assert.deepEqual(await list(`did=${did}&player_id=${other}`), [last.number]);
      assert.deepEqual(await list(`player_id=${one}&product_id=gems`), [first.number]);
      assert.deepEqual(await list(`account_uuid=${accounts[1]}`), [last.number]);
      assert.deepEqual(await list(`did=${newPlayer()}`), []);
      assert.equal((await admin(gate, 'GET', `/apps/${appid}/refunds/groups`)).status, 400);
    });
  },
  { adminToken: ADMIN_TOKEN, relay: { enabled: false, allowPrivateTargets: true } },
);
