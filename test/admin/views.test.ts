// Saved views: each person has their own, in each project.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';
import { newMember, newOwner, signIn } from './visitor.ts';

const REFUNDED = { list: 'purchases', name: 'Refunded', query: 'state=refunded&span=7d' };
const VIEWS = '/session/views';

suite(
  'saved views',
  (gate) => {
    test('a viewer saves, replaces and deletes views that nobody else sees', async () => {
      const { gameIndex: game_index } = await gate.createApp();
      const other = await gate.createApp();
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, game_index, 'viewer');
      const path = `${VIEWS}?game_index=${game_index}`;
      const view = { game_index, ...REFUNDED };
      assert.deepEqual((await viewer.send('GET', path)).body, { items: [] });
      const saved = await viewer.send('POST', VIEWS, view);
      assert.equal(saved.status, 201);
      const { view_id } = saved.body;
      assert.deepEqual(saved.body, { view_id, ...REFUNDED });
      const renewed = { ...view, name: ' Refunded ', query: 'state=refunded' };
      const again = await viewer.send('POST', VIEWS, renewed);
      assert.deepEqual(again.body, { view_id, ...REFUNDED, query: 'state=refunded' });
      const audit = { game_index, list: 'audit', name: 'Keys', query: 'action=key' };
      await viewer.send('POST', VIEWS, audit);
      const { items } = (await viewer.send('GET', `${path}&list=purchases`)).body;
      assert.deepEqual(items, [again.body]);
      assert.equal((await viewer.send('GET', path)).body.items.length, 2);

      assert.deepEqual((await owner.send('GET', path)).body, { items: [] });
      assert.equal((await admin(gate, 'GET', path)).status, 401, 'tokens have none');
      const elsewhere = `${VIEWS}?game_index=${other.gameIndex}`;
      assert.deepEqual((await owner.send('GET', elsewhere)).body, { items: [] });
      const missing = `There is no project ${other.gameIndex}.`;
      const foreign = await viewer.send('GET', elsewhere);
      assert.deepEqual(foreign.body, problem('not_found', VIEWS, missing));
      const unseen = { ...view, game_index: other.gameIndex };
      assert.equal((await viewer.send('POST', VIEWS, unseen)).status, 404);
      const one = `${VIEWS}/${view_id}`;
      const taken = await owner.send('DELETE', `${one}?game_index=${game_index}`);
      const detail = `You have no saved view ${view_id} in this project.`;
      assert.deepEqual(taken.body, problem('not_found', one, detail));

      const gone = await viewer.send('DELETE', `${one}?game_index=${game_index}`);
      assert.equal(gone.status, 204);
      const left = (await viewer.send('GET', path)).body.items;
      assert.deepEqual(
        left.map(({ name }: { name: string }) => name),
        ['Keys'],
      );
    });

    test('a name, a query and a number within bounds', async () => {
      const { gameIndex: game_index } = await gate.createApp();
      const owner = await signIn(gate, await newOwner(gate));
      const view = { game_index, ...REFUNDED };
      for (const wrong of [
        { ...view, name: '  ' },
        { ...view, name: 'x'.repeat(61) },
        { ...view, query: 'a b' },
        { ...view, query: 'x'.repeat(1_001) },
        { ...view, list: 'secrets' },
      ]) {
        assert.equal((await owner.send('POST', VIEWS, wrong)).status, 400);
      }
      const nowhere = await owner.send('POST', VIEWS, { ...view, game_index: 999_999 });
      assert.deepEqual(nowhere.body, problem('not_found', VIEWS, 'There is no project 999999.'));
      for (let count = 0; count < 100; count += 1) {
        await owner.send('POST', VIEWS, { ...view, name: `View ${count}` });
      }
      const { body } = await owner.send('POST', VIEWS, view);
      const detail = 'You have 100 saved views in this project. Delete one first.';
      assert.deepEqual(body, problem('too_many', VIEWS, detail));
      const replaced = await owner.send('POST', VIEWS, { ...view, name: 'View 7' });
      assert.equal(replaced.status, 201);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
