// Verifications that Tollgate itself fails: counted at once, and one alert with one end, as soon as it can be written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { startGameServer } from '../outbox/game-server.ts';
import { type AppleShop, appleRequest, openAppleShop, PATH } from '../payment/shop.ts';
import { breakTable } from '../support/broken-table.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, inject, PUBLIC_URL } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';

const MINUTE = 60_000;

const failed = (gate: Gate, provider: string) =>
  countOf(gate.service, `provider="${provider}",outcome="error"`);

async function countOf(service: Gate['service'], labels: string): Promise<number> {
  const { body } = await inject(service, 'GET', '/metrics');
  const line = new RegExp(`^tollgate_verifications_total\\{${labels},.*\\} (\\d+)$`, 'm');
  return Number(line.exec(body)?.[1] ?? 0);
}

/** Verifications of purchases that were not recorded yet. */
async function verify(shop: AppleShop, times: number) {
  const answers = [];
  for (let each = 0; each < times; each += 1) {
    const { signedTransaction } = await shop.buy();
    answers.push(await shop.verify(signedTransaction));
  }
  return answers;
}

const INTERNAL_ERROR = {
  type: '/errors/payment/internal_error',
  title: 'Something went wrong on our side',
  status: 500,
  detail: 'An internal error occurred. It is safe to send the request again.',
  instance: PATH,
  code: 'internal_error',
  outcome: { code: 5002, message: 'INTERNAL_ERROR' },
};

marketSuite(
  'alerts of internal errors',
  (gate, markets) => {
    const look = async (): Promise<void> => {
      gate.now += MINUTE;
      await gate.service.alerts.turn();
      await gate.service.messages.turn();
    };
    const open = async ({ app }: AppleShop) =>
      (await admin(gate, 'GET', `/projects/${app.gameIndex}/alerts?state=open`)).body.items;

    test('five failed verifications open one alert, which ends ten minutes after the last', async (t) => {
      const shop = await openAppleShop(gate, markets);
      const { appid, gameIndex } = shop.app;
      const hook = await startGameServer();
      t.after(() => hook.close());
      await admin(gate, 'POST', `/projects/${gameIndex}/alert-channels`, {
        kind: 'slack',
        target: hook.url,
      });
      const before = await failed(gate, 'APPLE');
      const since = new Date(gate.now).toISOString();
      const repair = await breakTable(gate, 'purchase', 'insert');
      for (const { status, body } of await verify(shop, 4)) {
        assert.deepEqual([status, body], [500, INTERNAL_ERROR]);
      }
      assert.equal(await failed(gate, 'APPLE'), before + 4);
      await gate.service.payment.failures.flush();
      await look();
      assert.deepEqual(await open(shop), []);

      await verify(shop, 1);
      await gate.service.payment.failures.flush();
      await look();
      const openedAt = new Date(gate.now).toISOString();
      await look();
      const [{ alert_id, ...alert }, ...others] = await open(shop);
      const title = `Tollgate fails to verify purchases of ${appid}`;
      const text = `Since ${since.slice(0, 16).replace('T', ' ')} UTC, 5 verifications got an internal error. Players have paid and wait. The log has the cause; /health/ready says whether the database can be written.`;
      assert.deepEqual(
        [alert, others],
        [
          {
            kind: 'internal_errors',
            appid,
            title,
            text,
            page: `/a/${appid}/refused`,
            opened_at: openedAt,
            closed_at: null,
            acknowledged_at: null,
            acknowledged_by: null,
          },
          [],
        ],
      );

      await repair();
      assert.deepEqual(
        (await verify(shop, 1)).map(({ status }) => status),
        [200],
      );
      gate.now += 8 * MINUTE;
      await look();
      await look();
      assert.deepEqual(await open(shop), []);
      const link = `${PUBLIC_URL}/console/a/${appid}/refused`;
      assert.deepEqual(
        hook.received.map(({ body }) => JSON.parse(body)),
        [
          { text: `*[${appid}] ${title}*\n${text}\n${link}` },
          { text: `*[${appid}] Over: ${title}*\nThe condition has ended.\n${link}` },
        ],
      );
      await verify(shop, 1);
      await gate.service.payment.failures.flush();
      await look();
      assert.deepEqual(await open(shop), [], 'what is over does not open again');
    });

    test('while nothing can be written the failures wait, and open the alert afterwards', async () => {
      const shop = await openAppleShop(gate, markets);
      const since = new Date(gate.now).toISOString();
      const repairs = [
        await breakTable(gate, 'purchase', 'insert'),
        await breakTable(gate, 'purchase_sequence', 'update'),
      ];
      await verify(shop, 6);
      await assert.rejects(gate.service.payment.failures.flush());
      gate.now += 60 * MINUTE;
      await assert.rejects(gate.service.payment.failures.flush());
      await look();
      assert.deepEqual(await open(shop), []);
      for (const repair of repairs) await repair();
      await gate.service.payment.failures.flush();
      await look();
      const [alert, ...others] = await open(shop);
      assert.deepEqual([alert.kind, others], ['internal_errors', []]);
      const start = `Since ${since.slice(0, 16).replace('T', ' ')} UTC, 6 verifications`;
      assert.equal(alert.text.slice(0, start.length), start);
    });

    test('a request that fails before its market is known is counted as well', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const other = await gate.secondService();
      await other.context.storage.close();
      const request = appleRequest(signedTransaction);
      const { status, body } = await inject(other, 'POST', PATH, request, shop.headers);
      assert.deepEqual([status, body], [500, INTERNAL_ERROR]);
      assert.equal(await countOf(other, 'provider="unknown",outcome="error"'), 1);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
