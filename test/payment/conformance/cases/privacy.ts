// What may be kept: no secret in a log, a metric, an answer or a row; nothing about the buyer but the account.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { admin } from '../../../admin/caller.ts';
import { findInDatabase } from '../../../players/filled-player.ts';
import type { Case } from '../case.ts';

export const PRIVACY: readonly Case[] = [
  {
    name: 'what the market knows of the buyer is in no line of the log',
    needs: ['personal'],
    async run({ driver, stage, hidden, log }) {
      const sale = await driver.sell(stage);
      assert.equal((await stage.verify(sale)).status, 200);
      assert.deepEqual(holding(log(), driver.personal), []);
      hidden.push(...driver.personal);
    },
  },
  {
    name: 'a player is erased with the purchases of the market',
    async run({ driver, stage }) {
      const { gate } = stage;
      const account = randomUUID();
      const player = { appid: stage.app.appid, player_id: 4_711, account_uuid: account };
      await gate.post('/auth/v1/login', player, await stage.headers());
      const sale = await driver.sell(stage, { account });
      assert.equal((await stage.verify(sale, { accountUuid: account })).status, 200);
      const path = `/apps/${stage.app.appid}/players/4711/erasure`;
      const erased = await admin(gate, 'POST', path, { confirm: '4711' });
      assert.equal(erased.status, 200, JSON.stringify(erased.body));
      await gate.service.erasures.turn();
      gate.now += 120_000;
      await gate.service.erasures.turn();
      // At once: other apps of this test share the market's identity, and will find the sale in its lists.
      assert.deepEqual(await findInDatabase(gate, [account]), []);
      const rows = await stage.purchases();
      assert.ok(rows.some((row) => row.provider_transaction_id === sale.transactionId));
    },
  },
  {
    name: 'secrets and receipts are in no line of the log, no metric and no answer',
    async run({ driver, stage, hidden, log }) {
      const sale = await driver.sell(stage);
      assert.equal((await stage.verify(sale)).status, 200);
      const credentials = await stage.control('/credentials');
      const { secrets } = driver.setUp(credentials, stage.app.appid);
      const wrong = driver.wrongSecrets?.(credentials) ?? {};
      const parts = [...Object.values(secrets), ...Object.values(wrong)].flatMap(partsOf);
      assert.ok(parts.length > 0);
      assert.deepEqual(holding(log(), [...parts, sale.receipt]), []);
      const { body: metrics } = await stage.gate.send('GET', '/metrics');
      assert.deepEqual(holding(metrics, parts), []);
      const path = `/apps/${stage.app.appid}/markets/${driver.market}`;
      const shown = await admin(stage.gate, 'GET', path);
      assert.deepEqual(holding(JSON.stringify(shown.body), parts), []);
      hidden.push(...parts);
    },
  },
];

const holding = (text: string, needles: readonly string[]): string[] =>
  needles.filter((needle) => text.includes(needle));

/** Lines of keys, and texts within JSON: a part that gets out is out. */
const partsOf = (secret: string): string[] =>
  secret
    .split(/\\n|[\n"]/)
    .filter((part) => part.length >= 20 && !/PRIVATE KEY|:\/\/|@/.test(part));
