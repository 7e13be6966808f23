// The journeys of docs/architecture.md: how many files of src a ban, an Apple receipt and a refund really pass.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProject, openRelay, START_DATE } from '../outbox/project.ts';
import { ACCOUNT, openAppleShop, PATH, PRODUCT } from '../payment/shop.ts';
import { openSubscriptionShop } from '../payment/subscription-shop.ts';
import { marketSuite } from '../support/markets.ts';

const root = resolve(import.meta.dirname, '../..');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/**
 * What asks a database every second or oftener, whatever else happens; SQLite's are those of other tests. The tenancy
 * of a statement is added when it is built, once in a process.
 */
const BESIDE = /^src\/storage\/(postgres\/(statistics|watch)\.ts|sqlite\/|tenancy\.ts)/;

/** Files of src in which a function runs while `work` does. */
async function filesPassed(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(ranInside))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((file) => file.startsWith('src/') && !BESIDE.test(file))
    .sort();
}

const ranInside = ({
  functionName,
  ranges,
}: {
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number }[];
}): boolean => functionName !== '' && ranges.some(({ count }) => count > 0);

/** What the document says, as in `**A ban**, from …: 36 files.` */
const promised = (journey: string): number =>
  Number(new RegExp(`\\*\\*${journey}\\*\\*[^\n]*?(\\d+) files`).exec(architecture)?.[1]);

marketSuite(
  'journeys',
  (gate, markets) => {
    test('a ban, until the game server has it', async (context) => {
      const project = await createProject(gate, context);
      const relay = openRelay(gate, context);
      const headers = { ISCRYPT: '0', 'X-Access-Token': await gate.token(project.app) };
      const ban = async (player_id: number): Promise<void> => {
        const body = {
          appid: project.app.appid,
          player_id,
          status: 'B',
          block_type: 1,
          start_date: START_DATE,
          end_date: '2030-01-01 00:00:00',
        };
        const answer = await gate.post('/v2/game/block/set', body, headers);
        assert.equal(answer.body.result_code, 0);
        await relay.turn();
        assert.equal(project.server.received.length, player_id);
      };
      await ban(1);
      const files = await filesPassed(() => ban(2));
      assert.equal(files.length, promised('A ban'), files.join('\n'));
    });

    test('an Apple receipt', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify((await shop.buy()).signedTransaction);
      const { signedTransaction } = await shop.buy();
      const files = await filesPassed(async () => {
        assert.equal((await shop.verify(signedTransaction)).status, 200);
      });
      assert.equal(files.length, promised('An Apple receipt'), files.join('\n'));
    });

    test('a refund, until figures and measures have it', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const { payment, measures } = gate.service;
      const refund = async (): Promise<void> => {
        assert.deepEqual(await shop.release(), [200]);
        await measures.turn();
        await payment.figures.turn();
      };
      const buy = async () => {
        const bought = await shop.subscribeApple({ type: 'Consumable', productId: PRODUCT });
        const request = {
          accountUuid: ACCOUNT,
          productId: PRODUCT,
          providerId: 'APPLE',
          requestType: 1,
          serviceReceipt: bought.signedTransaction,
        };
        assert.equal((await gate.post(PATH, request, shop.headers)).status, 200);
        await shop.release();
        await shop.apple(bought, 'refund');
      };
      await buy();
      await refund();
      await buy();
      const files = await filesPassed(refund);
      assert.equal(files.length, promised('A refund'), files.join('\n'));
    });
  },
  { kinds: ['postgres'] },
);
