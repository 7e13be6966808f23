// Rules through the admin API: create, change, switch, exempt players, delete, and the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { POLICY_TYPE } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

const RULE = {
  name: 'Refunds',
  when: { causes: ['refund'], count: 2, days: 30 },
  measure: { action: 'restrict', block_type: 1, steps: [{ period_days: 7 }, { permanent: true }] },
};
const NOBODY = '018f0000-0000-7000-8000-000000000000';

suite(
  'rules of measures',
  (gate) => {
    async function newApp(): Promise<string> {
      const { appid } = await gate.createApp();
      await admin(gate, 'POST', `/apps/${appid}/types`, POLICY_TYPE);
      return `/apps/${appid}/measures/rules`;
    }

    test('a rule begins in watch; it is listed, changed, switched on and deleted, all in the audit log', async () => {
      const path = await newApp();
      const created = await admin(gate, 'POST', path, RULE);
      const { rule_id } = created.body as { rule_id: string };
      const now = new Date(gate.now).toISOString();
      const rule = {
        rule_id,
        ...RULE,
        state: 'watch',
        unless: {},
        until: {},
        since: now,
        created_at: now,
        changed_at: now,
      };
      assert.deepEqual([created.status, created.body], [201, rule]);
      const recent = { restricted: 0, flagged: 0 };
      const listed = { ...rule, recent, type_missing: false };
      assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [listed] });
      assert.deepEqual((await admin(gate, 'GET', `${path}/${rule_id}`)).body, rule);

      gate.now += 1_000;
      const later = new Date(gate.now).toISOString();
      const changed = await admin(gate, 'PATCH', `${path}/${rule_id}`, {
        until: { paid_again: true },
      });
      const after = { ...rule, until: { paid_again: true }, changed_at: later };
      assert.deepEqual(changed.body, after);
      const change = (await newestAudit(gate, 1))[0];
      assert.deepEqual(
        [change.action, change.target, change.before, change.after],
        ['measure.change', `${path.slice(1)}/${rule_id}`, rule, after],
      );

      const on = await admin(gate, 'POST', `${path}/${rule_id}/switch`, { state: 'on' });
      assert.deepEqual(on.body, { ...after, state: 'on', since: later });
      const switched = (await newestAudit(gate, 1))[0];
      assert.deepEqual([switched.action, switched.before], ['measure.switch', after]);

      assert.equal((await admin(gate, 'DELETE', `${path}/${rule_id}`)).status, 204);
      assert.equal((await newestAudit(gate, 1))[0].action, 'measure.delete');
      assert.deepEqual(
        (await admin(gate, 'GET', `${path}/${rule_id}`)).body,
        problem('not_found', `${path}/${rule_id}`, `The app has no rule ${rule_id}.`),
      );
    });

    test('a rule whose restriction type was deleted says so in the list, until it has another', async () => {
      const path = await newApp();
      const types = path.replace('measures/rules', 'types');
      await admin(gate, 'POST', types, POLICY_TYPE);
      const flag = { ...RULE, name: 'Flags', measure: { action: 'flag' } };
      const other = { ...RULE, name: 'Other', measure: { ...RULE.measure, block_type: 2 } };
      const { rule_id } = (await admin(gate, 'POST', path, RULE)).body;
      for (const rule of [flag, other])
        assert.equal((await admin(gate, 'POST', path, rule)).status, 201);
      const missing = async () =>
        (await admin(gate, 'GET', path)).body.items.map(
          ({ name, type_missing }: Record<string, unknown>) => [name, type_missing],
        );
      assert.deepEqual(await missing(), [
        ['Refunds', false],
        ['Flags', false],
        ['Other', false],
      ]);
      assert.equal((await admin(gate, 'DELETE', `${types}/1`)).status, 204);
      assert.deepEqual(await missing(), [
        ['Refunds', true],
        ['Flags', false],
        ['Other', false],
      ]);
      const change = { measure: { ...RULE.measure, block_type: 2 } };
      assert.equal((await admin(gate, 'PATCH', `${path}/${rule_id}`, change)).status, 200);
      assert.deepEqual((await missing())[0], ['Refunds', false]);
    });

    for (const [what, change, field, message] of [
      [
        'count and money',
        { when: { ...RULE.when, money: { amount: '1', currency: 'USD' } } },
        'when',
        'Set count or money, not both.',
      ],
      [
        'an amount that the currency has not',
        { when: { causes: ['refund'], money: { amount: '1.5', currency: 'KRW' } } },
        'when',
        'KRW has 0 decimals.',
      ],
      [
        'an unknown currency',
        { unless: { spent_more_than: { amount: '1', currency: 'QQQ' } } },
        'unless',
        'QQQ is no currency.',
      ],
      [
        'nothing',
        { unless: { spent_more_than: { amount: '0.00', currency: 'USD' } } },
        'unless',
        'The amount must be more than 0.',
      ],
      [
        'no type',
        { measure: { action: 'restrict', steps: [{ permanent: true }] } },
        'measure',
        'A rule that restricts needs block_type and steps.',
      ],
      [
        'an unknown type',
        { measure: { ...RULE.measure, block_type: 9 } },
        'measure',
        'The app has no restriction type 9.',
      ],
      [
        'a step that is neither',
        { measure: { ...RULE.measure, steps: [{}] } },
        'measure',
        'Each step needs period_days or permanent.',
      ],
      [
        'a flag with steps',
        { measure: { action: 'flag', steps: [{ permanent: true }] } },
        'measure',
        'A rule that flags has neither block_type nor steps.',
      ],
    ] as const) {
      test(`${what} is refused`, async () => {
        const path = await newApp();
        const refused = await admin(gate, 'POST', path, { ...RULE, ...change });
        const errors = [{ field, message }];
        assert.deepEqual(refused.body, problem('invalid_request', path, message, errors));
        assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [] });
      });
    }

    test('a name is taken once, and an app has fifty rules', async () => {
      const path = await newApp();
      await admin(gate, 'POST', path, RULE);
      const second = await admin(gate, 'POST', path, { ...RULE, name: 'Second' });
      const { rule_id } = second.body as { rule_id: string };
      const detail = 'The app already has a rule “Refunds”.';
      assert.deepEqual(
        (await admin(gate, 'POST', path, RULE)).body,
        problem('exists', path, detail),
      );
      const renamed = await admin(gate, 'PATCH', `${path}/${rule_id}`, { name: 'Refunds' });
      assert.deepEqual(renamed.body, problem('exists', `${path}/${rule_id}`, detail));
      for (let count = 3; count <= 50; count += 1) {
        await admin(gate, 'POST', path, { ...RULE, name: `Rule ${count}` });
      }
      const most = await admin(gate, 'POST', path, { ...RULE, name: 'One more' });
      const limit = 'An app has at most 50 rules. Delete one first.';
      assert.deepEqual(most.body, problem('too_many', path, limit));
    });

    test('players are exempt from a rule, exactly', async () => {
      const path = await newApp();
      const { rule_id } = (await admin(gate, 'POST', path, RULE)).body as { rule_id: string };
      const list = { player_ids: ['9007199254740993', '9007199254740992', '5'] };
      const set = await admin(gate, 'PUT', `${path}/${rule_id}/exempt`, list);
      const sorted = { player_ids: ['5', '9007199254740992', '9007199254740993'] };
      assert.deepEqual([set.status, set.body], [200, sorted]);
      assert.deepEqual((await admin(gate, 'GET', `${path}/${rule_id}/exempt`)).body, sorted);
      const entry = (await newestAudit(gate, 1))[0];
      assert.deepEqual(
        [entry.action, entry.before, entry.after],
        ['measure.exempt', { exempt: 0 }, { exempt: 3 }],
      );
      const unknown = await admin(gate, 'GET', `${path}/${NOBODY}/exempt`);
      const detail = `The app has no rule ${NOBODY}.`;
      assert.deepEqual(unknown.body, problem('not_found', `${path}/${NOBODY}/exempt`, detail));
    });

    test('a rule and its exempt players are saved together, or neither is', async () => {
      const path = await newApp();
      const input = { ...RULE, exempt: ['7', '5', '7'] };
      const created = await admin(gate, 'POST', path, input);
      const { rule_id } = created.body as { rule_id: string };
      const one = `${path}/${rule_id}`;
      const exempt = async () => (await admin(gate, 'GET', `${one}/exempt`)).body.player_ids;
      assert.deepEqual([created.status, await exempt()], [201, ['5', '7']]);
      assert.deepEqual((await newestAudit(gate, 1))[0].after, { ...created.body, exempt: 2 });

      const changed = await admin(gate, 'PATCH', one, { name: 'Renamed', exempt: ['8'] });
      assert.deepEqual(changed.body, { ...created.body, name: 'Renamed' });
      assert.deepEqual(await exempt(), ['8']);
      const [entry] = await newestAudit(gate, 1);
      assert.deepEqual(
        [entry.before, entry.after],
        [
          { ...created.body, exempt: 2 },
          { ...changed.body, exempt: 1 },
        ],
      );

      const tooLarge = '9999999999999999999';
      const detail = 'Must be at most 9223372036854775807.';
      const errors = [{ field: 'exempt', message: detail }];
      const body = { name: 'Never', exempt: ['9', tooLarge] };
      const refused = await admin(gate, 'PATCH', one, body);
      assert.deepEqual(refused.body, problem('invalid_request', one, detail, errors));
      assert.deepEqual((await admin(gate, 'GET', one)).body, changed.body);
      assert.deepEqual(await exempt(), ['8']);
      const never = await admin(gate, 'POST', path, { ...RULE, ...body });
      assert.deepEqual(never.body, problem('invalid_request', path, detail, errors));
      assert.deepEqual((await admin(gate, 'GET', path)).body.items.length, 1);
      await admin(gate, 'PATCH', one, { exempt: [] });
      assert.deepEqual(await exempt(), []);
    });

    test('a rule begins as it is told', async () => {
      const path = await newApp();
      for (const state of ['watch', 'on', 'off']) {
        const created = await admin(gate, 'POST', path, { ...RULE, name: state, state });
        assert.deepEqual([created.status, created.body.state], [201, state]);
        const [entry] = await newestAudit(gate, 1, 'measure.create');
        assert.deepEqual(entry.after, created.body);
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
