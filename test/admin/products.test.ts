// Products and server ids through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const GEM = {
  name: 'Gem',
  kind: 'consumable',
  prices: [
    { currency: 'USD', amount: '9.99' },
    { currency: 'KRW', amount: '12000' },
    { currency: 'KWD', amount: '3.125' },
  ],
  steam_item_id: 7,
  descriptions: { en: 'A gem', 'zh-Hans': '宝石' },
};

suite(
  'admin products',
  (gate) => {
    test('a product is added, replaced and removed', async () => {
      const { appid, gameIndex } = await gate.createApp();
      const path = `/apps/${appid}/products/gem.100`;
      const added = await admin(gate, 'PUT', path, GEM);
      const off = { custom_price: 'off' };
      const product = { appid, product_id: 'gem.100', ...off, ...GEM, updated_at: NOW };
      assert.deepEqual([added.status, added.body], [200, product]);
      assert.deepEqual((await admin(gate, 'GET', path)).body, product);
      const pass = { name: 'Pass', kind: 'subscription', prices: [] };
      const replaced = await admin(gate, 'PUT', path, pass);
      const changed = { appid, product_id: 'gem.100', ...off, ...pass, updated_at: NOW };
      assert.deepEqual(replaced.body, changed);
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      const detail = `The app ${appid} has no product gem.100.`;
      assert.deepEqual((await admin(gate, 'GET', path)).body, problem('not_found', path, detail));
      assert.deepEqual(
        (await admin(gate, 'DELETE', path)).body,
        problem('not_found', path, detail),
      );
      const row = {
        at: NOW,
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        game_index: gameIndex,
        target: path.slice(1),
      };
      assert.deepEqual(await newestAudit(gate, 3), [
        { ...row, action: 'product.remove', before: changed, after: null },
        { ...row, action: 'product.set', before: product, after: changed },
        { ...row, action: 'product.set', before: null, after: product },
      ]);
    });

    test('custom amounts: off, opaque or signed; a subscription has none', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/products/gem`;
      for (const custom_price of ['off', 'opaque', 'signed']) {
        const { body } = await admin(gate, 'PUT', path, { ...GEM, custom_price });
        assert.equal(body.custom_price, custom_price);
      }
      const pass = { name: 'Pass', kind: 'subscription', prices: [], custom_price: 'signed' };
      const message = 'A subscription cannot have custom amounts.';
      const errors = [{ field: 'custom_price', message }];
      assert.deepEqual(
        (await admin(gate, 'PUT', path, pass)).body,
        problem('invalid_request', path, message, errors),
      );
      assert.equal((await admin(gate, 'PUT', path, { ...GEM, custom_price: 'on' })).status, 400);
    });

    test('a product is consumable unless it says otherwise', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/products/gem`;
      const { kind: _, ...gem } = GEM;
      assert.equal((await admin(gate, 'PUT', path, gem)).body.kind, 'consumable');
      assert.equal((await admin(gate, 'GET', path)).body.kind, 'consumable');
      const unlock = await admin(gate, 'PUT', path, { ...GEM, kind: 'permanent' });
      assert.equal(unlock.body.kind, 'permanent');
      assert.equal((await admin(gate, 'PUT', path, { ...GEM, kind: 'eternal' })).status, 400);
    });

    test('what happens after a verification can be set for a consumable only', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/products/gem`;
      for (const after_verify of ['acknowledge', 'consume']) {
        const { body } = await admin(gate, 'PUT', path, { ...GEM, after_verify });
        assert.equal(body.after_verify, after_verify);
      }
      const message = 'Only a consumable is consumed. Leave out after_verify.';
      for (const kind of ['permanent', 'subscription']) {
        const sent = { ...GEM, kind, after_verify: 'consume' };
        assert.deepEqual(
          (await admin(gate, 'PUT', path, sent)).body,
          problem('invalid_request', path, message, [{ field: 'after_verify', message }]),
        );
      }
    });

    for (const [prices, message] of [
      [[{ currency: 'XYZ', amount: '1' }], 'XYZ is not an ISO 4217 currency code.'],
      [[{ currency: 'JPY', amount: '1.5' }], '1.5 has more decimals than JPY allows (0).'],
      [
        [
          { currency: 'USD', amount: '1' },
          { currency: 'USD', amount: '2' },
        ],
        'There are two prices in USD. Send one price per currency.',
      ],
    ] as const) {
      test(`prices: ${message}`, async () => {
        const { appid } = await gate.createApp();
        const path = `/apps/${appid}/products/gem`;
        const { body } = await admin(gate, 'PUT', path, { ...GEM, prices });
        const errors = [{ field: 'prices', message }];
        assert.deepEqual(body, problem('invalid_request', path, message, errors));
      });
    }

    for (const amount of ['', '-1', '1e3', '1,00', ' 1', '01.00000', 1]) {
      test(`"${amount}" (${typeof amount}) is not an amount`, async () => {
        const { appid } = await gate.createApp();
        const prices = [{ currency: 'USD', amount }];
        const answer = await admin(gate, 'PUT', `/apps/${appid}/products/gem`, { ...GEM, prices });
        assert.equal(answer.status, 400);
        assert.equal(answer.body.errors[0].field, 'prices.0.amount');
      });
    }

    test('a product id may be as long as the markets allow, and no longer', async () => {
      const { appid } = await gate.createApp();
      const put = (id: string) => admin(gate, 'PUT', `/apps/${appid}/products/${id}`, GEM);
      assert.equal((await put('x'.repeat(255))).status, 200);
      const { body } = await put('x'.repeat(256));
      assert.deepEqual([body.status, body.errors[0].field], [400, 'product_id']);
    });

    test('products are listed by id, page by page, of their app only', async () => {
      const { appid } = await gate.createApp();
      const other = await gate.createApp();
      for (const id of ['b', 'a', 'c']) {
        await admin(gate, 'PUT', `/apps/${appid}/products/${id}`, GEM);
        await admin(gate, 'PUT', `/apps/${other.appid}/products/${id}`, GEM);
      }
      const path = `/apps/${appid}/products?limit=2`;
      const ids = (items: { appid: string; product_id: string }[]) =>
        items.map((item) => [item.appid, item.product_id]);
      const first = (await admin(gate, 'GET', path)).body;
      assert.deepEqual(ids(first.items), [
        [appid, 'a'],
        [appid, 'b'],
      ]);
      const second = (await admin(gate, 'GET', `${path}&after=${first.next}`)).body;
      assert.deepEqual([ids(second.items), second.next], [[[appid, 'c']], null]);
    });

    test('an unknown app is 404', async () => {
      for (const [method, path, body] of [
        ['GET', '/apps/nobody/products'],
        ['PUT', '/apps/nobody/products/x', GEM],
        ['DELETE', '/apps/nobody/products/x'],
        ['GET', '/apps/nobody/servers'],
        ['PUT', '/apps/nobody/servers/x', { name: 'x' }],
        ['DELETE', '/apps/nobody/servers/x'],
      ] as const) {
        const answer = await admin(gate, method, path, body);
        assert.deepEqual(answer.body, problem('not_found', path, 'There is no app nobody.'));
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite(
  'admin server ids',
  (gate) => {
    test('a server id is added, renamed, listed and removed', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/servers/eu-1`;
      const detail = `The app ${appid} has no server eu-1.`;
      assert.deepEqual((await admin(gate, 'GET', path)).body, problem('not_found', path, detail));
      const added = await admin(gate, 'PUT', path, { name: 'Europe' });
      const server = { appid, server_id: 'eu-1', name: 'Europe', created_at: NOW };
      assert.deepEqual([added.status, added.body], [200, server]);
      gate.now += 1_000;
      const renamed = await admin(gate, 'PUT', path, { name: 'Europe 1' });
      gate.now -= 1_000;
      const changed = { ...server, name: 'Europe 1' };
      assert.deepEqual(renamed.body, changed);
      assert.deepEqual((await admin(gate, 'GET', path)).body, changed);
      const list = await admin(gate, 'GET', `/apps/${appid}/servers`);
      assert.deepEqual(list.body, { items: [changed], next: null });
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      assert.deepEqual(
        (await admin(gate, 'DELETE', path)).body,
        problem('not_found', path, detail),
      );
      const actions = (await newestAudit(gate, 3)).map((row: { action: string }) => row.action);
      assert.deepEqual(actions, ['server.remove', 'server.set', 'server.set']);
    });

    test('an odd server id is 400', async () => {
      const { appid } = await gate.createApp();
      const answer = await admin(gate, 'PUT', `/apps/${appid}/servers/a%20b`, { name: 'x' });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errors[0].field, 'server_id');
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
