// Custom price keys through the admin API: shown once, encrypted at rest, two at once, revoked at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPriceKeys } from '../../src/identity/price-keys.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

suite(
  'admin custom price keys',
  (gate) => {
    test('a key is shown once and stored encrypted; the list has only its last characters', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/price-keys`;
      assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [] });
      const created = await admin(gate, 'POST', `${path}/rotate`, {});
      assert.equal(created.status, 201);
      const { key_id, price_key: key } = created.body;
      assert.deepEqual(created.body, { key_id, price_key: key });
      assert.match(key, /^tgp_[\w-]{43}$/);
      const created_at = '2026-11-15T12:00:00.000Z';
      const listed = { key_id, hint: key.slice(-4), created_at, expires_at: null };
      assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [listed] });
      assert.deepEqual(await readPriceKeys(gate.service.context, appid), [key]);
      const rows = await gate.service.context.storage.db
        .selectFrom('price_key')
        .selectAll()
        .execute();
      assert.ok(!JSON.stringify([rows, await newestAudit(gate, 10)]).includes(key));
    });

    test('a rotation keeps the old key for the grace period; a third is refused', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/price-keys/rotate`;
      const old = (await admin(gate, 'POST', path, {})).body.price_key;
      const fresh = (await admin(gate, 'POST', path, { grace_seconds: 60 })).body.price_key;
      const keys = () => readPriceKeys(gate.service.context, appid);
      assert.deepEqual((await keys()).toSorted(), [old, fresh].toSorted());
      const detail =
        'Two custom price keys are already valid. Revoke one of them first, or rotate with grace_seconds 0.';
      assert.deepEqual(
        (await admin(gate, 'POST', path, {})).body,
        problem('too_many', path, detail),
      );
      gate.now += 60_000;
      assert.deepEqual(await keys(), [fresh]);
    });

    test('a revoked key ends at once; a key of another app is not found; keys go with the app', async () => {
      const { appid } = await gate.createApp();
      const other = await gate.createApp();
      const path = `/apps/${appid}/price-keys`;
      const { key_id } = (await admin(gate, 'POST', `${path}/rotate`, {})).body;
      const foreign = `/apps/${other.appid}/price-keys/${key_id}`;
      const detail = `App ${other.appid} has no custom price key ${key_id}.`;
      assert.deepEqual(
        (await admin(gate, 'DELETE', foreign)).body,
        problem('not_found', foreign, detail),
      );
      assert.equal((await admin(gate, 'DELETE', `${path}/${key_id}`)).status, 204);
      assert.deepEqual(await readPriceKeys(gate.service.context, appid), []);
      await admin(gate, 'POST', `${path}/rotate`, {});
      assert.equal((await admin(gate, 'DELETE', `/apps/${appid}`)).status, 204);
      assert.deepEqual(await readPriceKeys(gate.service.context, appid), []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
