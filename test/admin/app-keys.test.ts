// Both kinds of keys of an app: the same rules, and what the audit log keeps of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/base/iso-time.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const KINDS = [
  { noun: 'key', path: 'keys', table: 'certification_key', one: 'key' },
  { noun: 'price-key', path: 'price-keys', table: 'price_key', one: 'custom price key' },
] as const;

suite(
  'admin keys of an app',
  (gate) => {
    for (const { noun, path, table, one } of KINDS) {
      const newApp = async () => {
        const { appid, gameIndex } = await gate.createApp();
        const { db } = gate.service.context.storage;
        await db.deleteFrom(table).where('appid', '=', appid).execute();
        const keys = `/apps/${appid}/${path}`;
        const rotate = async (grace_seconds: number): Promise<string> =>
          (await admin(gate, 'POST', `${keys}/rotate`, { grace_seconds })).body.key_id;
        const list = async () => (await admin(gate, 'GET', keys)).body.items;
        return { appid, gameIndex, keys, rotate, list };
      };

      test(`${noun}: the audit log has the keys before and after, by their last characters`, async () => {
        const { appid, gameIndex, keys, rotate, list } = await newApp();
        const first = await rotate(0);
        const alone = await list();
        gate.now += 1_000;
        const second = await rotate(60);
        const both = await list();
        const ending = both.find(({ key_id }: { key_id: string }) => key_id === first);
        assert.deepEqual(ending, { ...alone[0], expires_at: isoTime(gate.now + 60_000) });
        assert.equal((await admin(gate, 'DELETE', `${keys}/${first}`)).status, 204);
        const entry = (
          at: number,
          verb: string,
          keyId: string,
          change: { before: object | null; after: object | null },
        ) => ({
          at: isoTime(at),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: `${noun}.${verb}`,
          game_index: gameIndex,
          target: `apps/${appid}/${path}/${keyId}`,
          ...change,
        });
        assert.deepEqual(
          [
            ...(await newestAudit(gate, 1, `${noun}.revoke`)),
            ...(await newestAudit(gate, 2, `${noun}.rotate`)),
          ],
          [
            entry(gate.now, 'revoke', first, { before: ending, after: null }),
            entry(gate.now, 'rotate', second, { before: { keys: alone }, after: { keys: both } }),
            entry(gate.now - 1_000, 'rotate', first, {
              before: { keys: [] },
              after: { keys: alone },
            }),
          ],
        );
      });

      test(`${noun}: one that has ended is forgotten with the next rotation`, async () => {
        const { appid, keys, rotate, list } = await newApp();
        const first = await rotate(0);
        const second = await rotate(60);
        gate.now += 60_000;
        const third = await rotate(60);
        const ids = (await list()).map(({ key_id }: { key_id: string }) => key_id);
        assert.deepEqual(ids, [second, third]);
        const detail = `App ${appid} has no ${one} ${first}.`;
        assert.deepEqual(
          (await admin(gate, 'DELETE', `${keys}/${first}`)).body,
          problem('not_found', `${keys}/${first}`, detail),
        );
        gate.now -= 60_000;
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
