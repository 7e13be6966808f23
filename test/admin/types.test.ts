// Restriction types through the admin API: all languages, what is wrong with one, deletion, the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newPlayer,
  POLICY_TYPE,
  restrict,
  restrictionOf,
  TEMPORARY_TYPE,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

suite(
  'console restriction types',
  (gate) => {
    test('a type is registered, listed with its texts in every language, and usable at once', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/types`;
      const third = { language: 'ja', title: '保留', reason: '調査中です。' };
      const type = { ...TEMPORARY_TYPE, reasons: [...TEMPORARY_TYPE.reasons, third] };
      const created = await admin(gate, 'POST', path, type);
      assert.deepEqual([created.status, created.body], [201, { block_type: 1, ...type }]);
      await admin(gate, 'POST', path, POLICY_TYPE);
      const listed = await admin(gate, 'GET', path);
      assert.deepEqual(listed.body, {
        items: [
          { block_type: 1, ...type },
          { block_type: 2, ...POLICY_TYPE },
        ],
      });
      await restrict(gate, app, newPlayer(), { block_type: 1 });
    });

    for (const [name, type, message] of [
      [
        'a title with O',
        { ...POLICY_TYPE, reasons: TEMPORARY_TYPE.reasons },
        'With N every text needs a title; with O no text may have one.',
      ],
      [
        'no Korean',
        { ...POLICY_TYPE, reasons: POLICY_TYPE.reasons.slice(1) },
        'Add texts in Korean (ko) and English (en).',
      ],
      [
        'a name of 201 bytes',
        { ...POLICY_TYPE, type_en_name: 'x'.repeat(201) },
        'A text is too long. Names and titles may have 200 bytes, reasons 200 with O and 400 with N.',
      ],
      [
        'a language twice',
        { ...POLICY_TYPE, reasons: [...POLICY_TYPE.reasons, POLICY_TYPE.reasons[0]] },
        'Each language may appear only once.',
      ],
    ] as const) {
      test(`${name} is refused with what is wrong`, async () => {
        const app = await gate.createApp();
        const path = `/apps/${app.appid}/types`;
        const answer = await admin(gate, 'POST', path, type);
        const errors = [{ field: 'reasons', message }];
        assert.deepEqual(answer.body, problem('invalid_request', path, message, errors));
        assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [] });
      });
    }

    test('a type that restricts somebody cannot be deleted; afterwards it can', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/types/1`;
      const player = newPlayer();
      await admin(gate, 'POST', `/apps/${app.appid}/types`, POLICY_TYPE);
      await restrict(gate, app, player);
      const used = await admin(gate, 'DELETE', path);
      assert.deepEqual(
        used.body,
        problem(
          'in_use',
          path,
          'Type 1 still restricts players. Release them or change their type first.',
        ),
      );
      await admin(gate, 'POST', `/apps/${app.appid}/players/${player}/release`, {});
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      const gone = await admin(gate, 'DELETE', path);
      assert.deepEqual(gone.body, problem('not_found', path, 'The app has no restriction type 1.'));
    });

    test('names and texts of a type can be changed, also for who is restricted with it', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/types/1`;
      const player = newPlayer();
      await admin(gate, 'POST', `/apps/${app.appid}/types`, POLICY_TYPE);
      await restrict(gate, app, player);
      assert.equal((await restrictionOf(gate, app, player)).reason, 'You broke the rules.');
      const [korean] = POLICY_TYPE.reasons;
      const reasons = [korean, { language: 'en', reason: 'You cheated.' }];
      const changed = { ...POLICY_TYPE, type_en_name: 'Cheating', reasons };
      const answer = await admin(gate, 'PUT', path, changed);
      assert.deepEqual([answer.status, answer.body], [200, { block_type: 1, ...changed }]);
      assert.equal((await restrictionOf(gate, app, player)).reason, 'You cheated.');
      assert.deepEqual(await newestAudit(gate, 1), [
        {
          at: new Date(gate.now).toISOString(),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'type.change',
          game_index: app.gameIndex,
          target: `apps/${app.appid}/types/1`,
          before: { block_type: 1, ...POLICY_TYPE },
          after: { block_type: 1, ...changed },
        },
      ]);
    });

    test('a change is refused for another kind, for wrong texts and for no such type', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/types`;
      await admin(gate, 'POST', path, POLICY_TYPE);
      const refusals = [
        [
          1,
          TEMPORARY_TYPE,
          'type_status',
          'The type_status of a type cannot change. Register a new type.',
        ],
        [
          1,
          { ...POLICY_TYPE, reasons: POLICY_TYPE.reasons.slice(1) },
          'reasons',
          'Add texts in Korean (ko) and English (en).',
        ],
      ] as const;
      for (const [number, type, field, message] of refusals) {
        const answer = await admin(gate, 'PUT', `${path}/${number}`, type);
        const errors = [{ field, message }];
        assert.deepEqual(
          answer.body,
          problem('invalid_request', `${path}/${number}`, message, errors),
        );
      }
      const unknown = await admin(gate, 'PUT', `${path}/9`, POLICY_TYPE);
      assert.deepEqual(
        unknown.body,
        problem('not_found', `${path}/9`, 'The app has no restriction type 9.'),
      );
      assert.deepEqual((await admin(gate, 'GET', path)).body, {
        items: [{ block_type: 1, ...POLICY_TYPE }],
      });
    });

    test('registering and deleting are in the audit log, with the texts', async () => {
      const app = await gate.createApp();
      await admin(gate, 'POST', `/apps/${app.appid}/types`, POLICY_TYPE);
      await admin(gate, 'DELETE', `/apps/${app.appid}/types/1`);
      const entry = {
        at: new Date(gate.now).toISOString(),
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        game_index: app.gameIndex,
        target: `apps/${app.appid}/types/1`,
      };
      const type = { block_type: 1, ...POLICY_TYPE };
      assert.deepEqual(await newestAudit(gate, 2), [
        { ...entry, action: 'type.delete', before: type, after: null },
        { ...entry, action: 'type.create', before: null, after: type },
      ]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
