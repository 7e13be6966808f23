// What an app shows its buyers about refunds and cancellations: set, listed and removed by language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../caller.ts';

suite(
  'admin dispute texts',
  (gate) => {
    test('each language has its own, which can be replaced and removed', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/dispute-texts`;
      const items = async () => (await admin(gate, 'GET', path)).body;
      assert.deepEqual(await items(), { items: [] });
      const ko = { refund_policy: '7일 이내에 환불합니다.', terms: '약관' };
      const en = { refund_policy: 'Refunds within 7 days.' };
      assert.deepEqual((await admin(gate, 'PUT', `${path}/ko`, ko)).body, {
        language: 'ko',
        ...ko,
      });
      await admin(gate, 'PUT', `${path}/en`, { terms: 'Old' });
      await admin(gate, 'PUT', `${path}/en`, en);
      assert.deepEqual(await items(), {
        items: [
          { language: 'en', ...en },
          { language: 'ko', ...ko },
        ],
      });
      const [entry] = await newestAudit(gate, 1);
      const { action, target, before, after } = entry;
      assert.deepEqual(
        { action, target, before, after },
        {
          action: 'dispute.set-texts',
          target: `apps/${appid}/dispute-texts/en`,
          before: { language: 'en', terms: 'Old' },
          after: { language: 'en', ...en },
        },
      );
      assert.equal((await admin(gate, 'DELETE', `${path}/ko`)).status, 204);
      assert.deepEqual(
        (await admin(gate, 'DELETE', `${path}/ko`)).body,
        problem('not_found', `${path}/ko`, `The app ${appid} has no texts for disputes in ko.`),
      );
      assert.deepEqual(await items(), { items: [{ language: 'en', ...en }] });
    });

    test('a text that is too long, and a language that is none', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/dispute-texts`;
      const long = { refund_policy: 'x'.repeat(8_001) };
      assert.equal((await admin(gate, 'PUT', `${path}/en`, long)).status, 400);
      assert.equal((await admin(gate, 'PUT', `${path}/english`, {})).status, 400);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
