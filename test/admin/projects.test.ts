// Projects through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const CREATED = '2026-11-15T12:00:00.000Z';

suite(
  'admin projects',
  (gate) => {
    test('the first project without a number is 1001, the next one 1002', async () => {
      const first = await admin(gate, 'POST', '/projects', { name: 'One' });
      assert.equal(first.status, 201);
      assert.deepEqual(first.body, { game_index: 1001, name: 'One', created_at: CREATED });
      const second = await admin(gate, 'POST', '/projects', { name: 'Two' });
      assert.deepEqual(second.body, { game_index: 1002, name: 'Two', created_at: CREATED });
    });

    test('a project gets the number that was asked for, once', async () => {
      const body = { name: 'Chosen', game_index: 7 };
      const created = await admin(gate, 'POST', '/projects', body);
      assert.deepEqual(created.body, { ...body, created_at: CREATED });
      const again = await admin(gate, 'POST', '/projects', body);
      const expected = problem(
        'exists',
        '/projects',
        'Project 7 already exists. Choose another game_index.',
      );
      assert.deepEqual(again.body, expected);
    });

    test('simultaneous projects without a number all get one of their own', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => admin(gate, 'POST', '/projects', { name: 'Many' })),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.game_index)).size, 8);
    });

    test('projects are listed by number, page by page', async () => {
      const seen: number[] = [];
      let after = '';
      do {
        const { body } = await admin(gate, 'GET', `/projects?limit=3${after}`);
        seen.push(...body.items.map((item: { game_index: number }) => item.game_index));
        after = body.next === null ? '' : `&after=${body.next}`;
      } while (after !== '');
      assert.deepEqual(seen, [7, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010]);
    });

    test('a project is read and renamed', async () => {
      const renamed = await admin(gate, 'PATCH', '/projects/7', { name: 'Renamed' });
      const project = { game_index: 7, name: 'Renamed', created_at: CREATED };
      assert.deepEqual(renamed.body, project);
      assert.deepEqual((await admin(gate, 'GET', '/projects/7')).body, project);
    });

    test('an unknown project is 404', async () => {
      const detail = 'There is no project 404.';
      for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
        const answer = await admin(gate, method, '/projects/404', body);
        assert.deepEqual(answer.body, problem('not_found', '/projects/404', detail));
      }
    });

    test('a project with an app is not deleted; without one it is', async () => {
      const app = await gate.createApp();
      const path = `/projects/${app.gameIndex}`;
      const refused = await admin(gate, 'DELETE', path);
      const detail = `Project ${app.gameIndex} still has the app ${app.appid}. Delete its apps first.`;
      assert.deepEqual(refused.body, problem('in_use', path, detail));
      await admin(gate, 'DELETE', `/apps/${app.appid}`);
      const deleted = await admin(gate, 'DELETE', path);
      assert.deepEqual([deleted.status, deleted.body], [204, '']);
      assert.equal((await admin(gate, 'GET', path)).status, 404);
    });

    test('a number that is used again goes on counting its changes', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Before', game_index: 50 });
      const { db } = gate.service.context.storage;
      await db
        .updateTable('change_sequence')
        .set({ last_seq: 9 })
        .where('game_index', '=', 50)
        .execute();
      await admin(gate, 'DELETE', '/projects/50');
      await admin(gate, 'POST', '/projects', { name: 'After', game_index: 50 });
      const rows = await db
        .selectFrom('change_sequence')
        .selectAll()
        .where('game_index', '=', 50)
        .orderBy('channel')
        .execute();
      assert.deepEqual(
        rows.map(({ channel, last_seq }) => [channel, last_seq]),
        [
          ['purchase', 9],
          ['restriction', 9],
        ],
      );
    });

    test('there is no number after the greatest one', async () => {
      const last = { name: 'Last', game_index: Number.MAX_SAFE_INTEGER };
      assert.equal((await admin(gate, 'POST', '/projects', last)).status, 201);
      const answer = await admin(gate, 'POST', '/projects', { name: 'One more' });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errors[0].field, 'game_index');
    });

    test('every change is in the audit log, with who, before and after', async () => {
      await admin(gate, 'POST', '/projects', { name: 'A', game_index: 60 });
      await admin(gate, 'PATCH', '/projects/60', { name: 'B' });
      await admin(gate, 'DELETE', '/projects/60');
      const row = {
        at: CREATED,
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        game_index: 60,
        target: 'projects/60',
      };
      const project = (name: string) => ({ game_index: 60, name, created_at: CREATED });
      assert.deepEqual(await newestAudit(gate, 3), [
        { ...row, action: 'project.delete', before: project('B'), after: null },
        { ...row, action: 'project.rename', before: project('A'), after: project('B') },
        { ...row, action: 'project.create', before: null, after: project('A') },
      ]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
