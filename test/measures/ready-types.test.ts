// Ready restriction types: texts in all languages within the limits, adopted and edited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READY_TYPES } from '../../src/measures/rules/ready-types.ts';
import { LANGUAGES } from '../../src/restriction/rules.ts';
import { problemOf } from '../../src/restriction/types.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

for (const [name, type] of Object.entries(READY_TYPES)) {
  test(`${name} has its texts in every language, none too long`, () => {
    assert.equal(problemOf(type), undefined);
    assert.deepEqual(
      type.reasons.map(({ language }) => language),
      LANGUAGES,
    );
    const texts = type.reasons.map(({ reason }) => reason);
    assert.equal(new Set(texts).size, LANGUAGES.length);
  });
}

suite(
  'ready types',
  (gate) => {
    test('they are listed, adopted as a type of the app, and edited like any other', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/measures/ready-types`;
      const { body } = await admin(gate, 'GET', path);
      assert.deepEqual(body, {
        items: Object.entries(READY_TYPES).map(([name, type]) => ({ name, ...type })),
      });
      const adopted = await admin(gate, 'POST', `${path}/refund_unpaid/adopt`);
      const type = { block_type: 1, ...READY_TYPES.refund_unpaid };
      assert.deepEqual([adopted.status, adopted.body], [201, type]);
      assert.equal((await newestAudit(gate, 1))[0].action, 'type.create');
      const edited = { ...READY_TYPES.refund_unpaid, type_en_name: 'Pay again' };
      const changed = await admin(gate, 'PUT', `/apps/${appid}/types/1`, edited);
      assert.deepEqual(changed.body, { block_type: 1, ...edited });
      const unknown = await admin(gate, 'POST', `${path}/to_string/adopt`);
      const detail = 'There is no ready type to_string.';
      assert.deepEqual(unknown.body, problem('not_found', `${path}/to_string/adopt`, detail));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
