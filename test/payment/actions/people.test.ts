// Who may act after the sale: roles, limits within a day, and the second person.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin, problem } from '../../admin/caller.ts';
import { newMember, newOwner, signIn, type Visitor } from '../../admin/visitor.ts';
import { EITHER } from '../../support/databases.ts';
import { openOrderShop, orderSuite } from '../orders/order-shop.ts';
import { openSales } from './sales.ts';

const DAY = 24 * 60 * 60_000;
const NO_LIMITS = {
  operators: false,
  daily_actions: null,
  daily_amounts: [],
  second_person_above: [],
};

orderSuite(
  'who acts after the sale',
  (gate, markets) => {
    let owner: Visitor;
    before(async () => {
      owner = await signIn(gate, await newOwner(gate));
    });

    async function open() {
      const sales = openSales(gate, markets, await openOrderShop(gate, markets));
      const settings = `/projects/${sales.gameIndex}/action-settings`;
      const member = async (role: 'operator' | 'admin' | 'owner') =>
        signIn(gate, (await newMember(gate, owner, sales.gameIndex, role)).email);
      let clicks = 0;
      return {
        ...sales,
        settings,
        member,
        set: async (fields: object) => {
          const { status, body } = await admin(gate, 'PUT', settings, { ...NO_LIMITS, ...fields });
          assert.equal(status, 200, JSON.stringify(body));
        },
        by: (who: Visitor, path: string, fields: object = {}) =>
          who.send('POST', path, {
            kind: 'refund',
            reason: 'Bought twice',
            idempotency_key: `click-of-somebody-${++clicks}`,
            ...fields,
          }),
      };
    }

    test('operators only where the project allows it; viewers may look', async () => {
      const shop = await open();
      const { path } = await shop.pg();
      const [operator, boss] = [await shop.member('operator'), await shop.member('admin')];
      assert.deepEqual((await admin(gate, 'GET', shop.settings)).body, NO_LIMITS);
      const refused = await shop.by(operator, path);
      const detail = 'In this project, only admins and owners act after the sale.';
      assert.deepEqual([refused.status, refused.body.detail], [403, detail]);
      const { body } = await operator.send('GET', `${path}/preview?kind=refund`);
      assert.deepEqual([body.possible, body.obstacle], [false, detail]);
      assert.equal((await boss.send('PUT', shop.settings, NO_LIMITS)).status, 403);
      await shop.set({ operators: true });
      assert.equal((await shop.by(operator, path)).status, 201);
    });

    test('a second person approves what is above the amount, and never the first', async () => {
      const shop = await open();
      await shop.set({ second_person_above: [{ amount: '5', currency: 'USD' }] });
      const [first, second] = [await shop.member('admin'), await shop.member('admin')];
      const { path, orderId } = await shop.pg();
      const small = await shop.by(first, path, { amount: '5.00' });
      assert.equal(small.body.state, 'intended');
      await shop.work();
      const { path: other } = await shop.pg();
      const preview = (await first.send('GET', `${other}/preview?kind=refund`)).body;
      assert.deepEqual([preview.possible, preview.second_person], [true, true]);
      const { body } = await shop.by(first, other);
      const { action_id: id } = body;
      assert.equal(body.state, 'waiting');
      await shop.work();
      const one = `${shop.app}/actions/${id}`;
      assert.equal((await shop.read(id)).attempts, 0);
      const own = await first.send('POST', `${one}/approve`);
      assert.deepEqual(
        [own.status, own.body.detail],
        [403, 'You asked for this yourself. It needs another person who may act.'],
      );
      gate.now += 60_000;
      const approved = await second.send('POST', `${one}/approve`);
      assert.deepEqual(
        [approved.status, approved.body.state, approved.body.decided_by],
        [200, 'intended', { kind: 'console', name: second.email }],
      );
      const again = await second.send('POST', `${one}/approve`);
      assert.equal(again.status, 409);
      await shop.work();
      assert.equal((await shop.read(id)).state, 'done');
      assert.equal((await shop.reports(orderId)).length, 1);
    });

    test('what the market says by then counts: nothing is approved that costs something else', async () => {
      const shop = await open();
      await shop.set({ second_person_above: [{ amount: '5', currency: 'USD' }] });
      const [first, second] = [await shop.member('admin'), await shop.member('admin')];
      const { path, orderId } = await shop.pg();
      const { action_id } = (await shop.by(first, path)).body;
      await markets.control(`/pg/orders/${orderId}/refund`, { amount: 400 });
      const one = `${shop.app}/actions/${action_id}`;
      const approved = await second.send('POST', `${one}/approve`);
      assert.equal(approved.status, 409, JSON.stringify(approved.body));
      assert.match(approved.body.detail, /^The market would now refund 5\.90 instead of 9\.90\./);
      const declined = await second.send('POST', `${one}/decline`, { comment: 'ask again' });
      const { state, answer, decided_by, ended_at } = declined.body;
      assert.deepEqual(
        [state, answer, decided_by.name, ended_at !== null],
        ['declined', 'ask again', second.email, true],
      );
      assert.equal((await shop.by(first, path)).body.amount, '5.90', 'the sale is free again');
    });

    test('withdrawn before it was sent: the market is never called', async () => {
      const shop = await open();
      const { path } = await shop.pg();
      const { action_id } = (await shop.request(path)).body;
      const one = `${shop.app}/actions/${action_id}`;
      const withdrawn = await admin(gate, 'POST', `${one}/withdraw`);
      assert.deepEqual([withdrawn.status, withdrawn.body.state], [200, 'withdrawn']);
      assert.deepEqual((await admin(gate, 'POST', `${one}/withdraw`)).body, withdrawn.body);
      await shop.work();
      assert.deepEqual(await shop.read(action_id), withdrawn.body);
      const { refunded } = (await admin(gate, 'GET', `${path}/preview?kind=refund`)).body.payment;
      assert.equal(refunded, '0.00');
    });

    test('limits of one person within 24 hours; a colleague has limits of their own', async () => {
      const shop = await open();
      const daily = { daily_actions: 2, daily_amounts: [{ amount: '12', currency: 'USD' }] };
      await shop.set(daily);
      const [one, other] = [await shop.member('admin'), await shop.member('admin')];
      const paths = [];
      for (let sale = 0; sale < 4; sale++) paths.push((await shop.pg()).path);
      const [a = '', b = '', c = '', d = ''] = paths;
      const left = async (who: Visitor, path: string) => {
        const { body } = await who.send('GET', `${path}/preview?kind=refund`);
        return [body.possible, body.actions_left, body.amount_left];
      };
      assert.deepEqual(await left(one, a), [true, 2, '12']);
      assert.equal((await shop.by(one, a)).status, 201);
      assert.deepEqual(await left(one, b), [false, 1, '2.1']);
      const above = await shop.by(one, b);
      const detail =
        'This refund of 9.90 USD is above your limit of 12 USD within 24 hours; 2.1 USD are left.';
      assert.deepEqual(
        [above.status, above.body.code, above.body.detail],
        [409, 'too_many', detail],
      );
      assert.equal((await shop.by(one, b, { amount: '2.10' })).status, 201);
      const many = await shop.by(one, c, { amount: '0.01' });
      assert.match(many.body.detail, /limit of 2 actions/);
      assert.equal((await shop.by(other, c)).status, 201);
      gate.now += DAY;
      const later = await signIn(gate, one.email);
      assert.equal((await shop.by(later, d)).status, 201);
    });

    test('settings that make no sense, and a key that two people send', async () => {
      const shop = await open();
      const cases: [object, string, string][] = [
        [
          { daily_amounts: [{ amount: '1', currency: 'XXZ' }] },
          'daily_amounts',
          'XXZ is no currency of ISO 4217.',
        ],
        [
          {
            second_person_above: [
              { amount: '1', currency: 'USD' },
              { amount: '2', currency: 'USD' },
            ],
          },
          'second_person_above',
          'USD stands there twice.',
        ],
      ];
      for (const [fields, field, message] of cases) {
        const { body } = await admin(gate, 'PUT', shop.settings, { ...NO_LIMITS, ...fields });
        assert.deepEqual(
          body,
          problem('invalid_request', shop.settings, message, [{ field, message }]),
        );
      }
    });

    test('the list: by state, by person, by player, in pages', async () => {
      const shop = await open();
      const ids = [];
      for (let sale = 0; sale < 3; sale++) {
        ids.unshift((await shop.request((await shop.pg()).path)).body.action_id);
      }
      await admin(gate, 'POST', `${shop.app}/actions/${ids[1]}/withdraw`);
      const found = async (query: string) =>
        (await shop.list(query)).items.map((each: { action_id: string }) => each.action_id);
      assert.deepEqual(await found(''), ids);
      assert.deepEqual(await found('?under_way=Y'), [ids[0], ids[2]]);
      assert.deepEqual(await found('?state=withdrawn'), [ids[1]]);
      assert.deepEqual(await found('?kind=cancel'), []);
      assert.deepEqual(await found('?provider=PG&player_id=1'), ids);
      assert.deepEqual(await found('?player_id=2'), []);
      assert.deepEqual(await found('?requested_by=nobody'), []);
      const first = await shop.list('?limit=2');
      const second = await shop.list(`?limit=2&after=${first.next}`);
      assert.deepEqual([second.items.length, second.next], [1, null]);
      const missing = `${shop.app}/actions/00000000-0000-7000-8000-000000000000`;
      assert.equal((await admin(gate, 'GET', missing)).status, 404);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
