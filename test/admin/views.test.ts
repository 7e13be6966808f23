// Saved views: each caller has their own, in each project.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';
import { newMember, newOwner, signIn } from './visitor.ts';

const REFUNDED = { list: 'purchases', name: 'Refunded', query: 'state=refunded&span=7d' };

suite(
  'saved views',
  (gate) => {
    test('a viewer saves, replaces and deletes views that nobody else sees', async () => {
      const app = await gate.createApp();
      const other = await gate.createApp();
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, app.gameIndex, 'viewer');
      const path = `/projects/${app.gameIndex}/views`;
      assert.deepEqual((await viewer.send('GET', path)).body, { items: [] });
      const saved = await viewer.send('POST', path, REFUNDED);
      assert.equal(saved.status, 201);
      const { view_id } = saved.body;
      assert.deepEqual(saved.body, { view_id, ...REFUNDED });
      const renewed = { ...REFUNDED, name: ' Refunded ', query: 'state=refunded' };
      const again = await viewer.send('POST', path, renewed);
      assert.deepEqual(again.body, { view_id, ...REFUNDED, query: 'state=refunded' });
      const audit = { list: 'audit', name: 'Keys', query: 'action=key' };
      await viewer.send('POST', path, audit);
      const { items } = (await viewer.send('GET', `${path}?list=purchases`)).body;
      assert.deepEqual(items, [again.body]);
      assert.equal((await viewer.send('GET', path)).body.items.length, 2);

      assert.deepEqual((await owner.send('GET', path)).body, { items: [] });
      assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [] });
      const own = `/projects/${other.gameIndex}/views`;
      assert.deepEqual((await owner.send('GET', own)).body, { items: [] });
      assert.equal((await viewer.send('GET', own)).status, 404);
      assert.equal((await viewer.send('POST', own, REFUNDED)).status, 404);
      const foreign = await owner.send('DELETE', `${path}/${view_id}`);
      const detail = `You have no saved view ${view_id} in this project.`;
      assert.deepEqual(foreign.body, problem('not_found', `${path}/${view_id}`, detail));

      assert.equal((await viewer.send('DELETE', `${path}/${view_id}`)).status, 204);
      const left = (await viewer.send('GET', path)).body.items;
      assert.deepEqual(
        left.map(({ name }: { name: string }) => name),
        ['Keys'],
      );
    });

    test('a name, a query and a number within bounds', async () => {
      const app = await gate.createApp();
      const path = `/projects/${app.gameIndex}/views`;
      for (const wrong of [
        { ...REFUNDED, name: '  ' },
        { ...REFUNDED, name: 'x'.repeat(61) },
        { ...REFUNDED, query: 'a b' },
        { ...REFUNDED, query: 'x'.repeat(1_001) },
        { ...REFUNDED, list: 'secrets' },
      ]) {
        assert.equal((await admin(gate, 'POST', path, wrong)).status, 400);
      }
      for (let count = 0; count < 100; count += 1) {
        await admin(gate, 'POST', path, { ...REFUNDED, name: `View ${count}` });
      }
      const { body } = await admin(gate, 'POST', path, REFUNDED);
      const detail = 'You have 100 saved views in this project. Delete one first.';
      assert.deepEqual(body, problem('too_many', path, detail));
      const replaced = await admin(gate, 'POST', path, { ...REFUNDED, name: 'View 7' });
      assert.equal(replaced.status, 201);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
