// Lists disputes: by state, reason, player, time and deadline, in pages, as a number and as a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepDisputes, type SeenDispute } from '../../../src/payment/ledger/disputes.ts';
import { EITHER } from '../../support/databases.ts';
import { START, suite, type TestApp } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from '../caller.ts';

const HOUR_MS = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();

suite(
  'admin disputes: the list',
  (gate) => {
    const dispute = (id: string, fields: Partial<SeenDispute> = {}): SeenDispute => ({
      id,
      state: 'open',
      inquiry: false,
      reason: 'fraudulent',
      networkReason: '10.4',
      amount: '9.90',
      currency: 'USD',
      openedAt: START,
      dueAt: START + 9 * HOUR_MS,
      submissions: 0,
      ...fields,
    });
    const keep = (
      app: TestApp,
      disputes: readonly SeenDispute[],
      { player_id = 7, readAt = START, gateway = 'STRIPE' as const } = {},
    ) =>
      keepDisputes(
        gate.service.context.storage.db,
        { game_index: app.gameIndex, appid: app.appid, order_id: 'H1', player_id, gateway },
        disputes,
        readAt,
      );
    const list = async ({ appid }: TestApp, query = '') => {
      const { status, body } = await admin(gate, 'GET', `/apps/${appid}/disputes${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const ids = async (app: TestApp, query = '') =>
      (await list(app, query)).items.map((each: { dispute_id: string }) => each.dispute_id);

    test('an entry says what the bank wants, and until when', async () => {
      const app = await gate.createApp();
      await keep(app, [dispute('du_1')]);
      assert.deepEqual(await list(app), {
        items: [
          {
            dispute_id: 'du_1',
            gateway: 'STRIPE',
            order_id: 'H1',
            player_id: 7,
            state: 'open',
            inquiry: false,
            reason: 'fraudulent',
            network_reason: '10.4',
            amount: '9.90',
            currency: 'USD',
            opened_at: iso(START),
            due_at: iso(START + 9 * HOUR_MS),
            decided_at: null,
            answered: false,
            answer_here: true,
            sending: 'unsent',
          },
        ],
        next: null,
      });
    });

    test('each filter finds its own, and another app has none of them', async () => {
      const app = await gate.createApp();
      const other = await gate.createApp();
      await keep(app, [
        dispute('du_1'),
        dispute('du_2', { state: 'won', reason: 'duplicate', openedAt: START + HOUR_MS }),
        dispute('du_3', { openedAt: START + 2 * HOUR_MS, dueAt: START + 12 * HOUR_MS }),
      ]);
      await keep(app, [dispute('du_4', { state: 'sent', openedAt: START + 3 * HOUR_MS })], {
        player_id: 8,
      });
      await keep(other, [dispute('du_9')]);
      const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;
      for (const [fields, expected] of [
        [{}, ['du_4', 'du_3', 'du_2', 'du_1']],
        [{ sort: 'opened_at' }, ['du_1', 'du_2', 'du_3', 'du_4']],
        [{ state: 'open' }, ['du_3', 'du_1']],
        [{ state: 'won' }, ['du_2']],
        [{ reason: 'duplicate' }, ['du_2']],
        [{ player_id: '8' }, ['du_4']],
        [{ from: iso(START + HOUR_MS), to: iso(START + 2 * HOUR_MS) }, ['du_3', 'du_2']],
        [{ state: 'open', due_to: iso(START + 9 * HOUR_MS) }, ['du_1']],
      ] as const) {
        assert.deepEqual(await ids(app, query(fields)), expected, JSON.stringify(fields));
        const counted = (await list(app, `/count${query(fields)}`)).count;
        assert.equal(counted, expected.length);
      }
      const file = await list(app, '/file?state=won');
      assert.equal(file.split('\n')[1].split(',', 5).join(), 'du_2,STRIPE,H1,7,won');
    });

    test('pages neither skip nor repeat disputes of one moment', async () => {
      const app = await gate.createApp();
      const names = ['du_1', 'du_2', 'du_3', 'du_4', 'du_5'];
      await keep(
        app,
        names.map((id) => dispute(id)),
      );
      for (const [sort, expected] of [
        ['opened_at', names],
        ['-opened_at', names.toReversed()],
      ] as const) {
        const seen: string[] = [];
        for (let after = ''; ; ) {
          const page = await list(app, `?limit=2&sort=${sort}${after}`);
          seen.push(...page.items.map((each: { dispute_id: string }) => each.dispute_id));
          if (page.next === null) break;
          after = `&after=${encodeURIComponent(page.next)}`;
        }
        assert.deepEqual(seen, expected);
      }
    });

    test('what was read earlier never replaces what was read later', async () => {
      const app = await gate.createApp();
      const state = async () =>
        (await list(app)).items.map(
          ({ state, decided_at }: { state: string; decided_at: string | null }) =>
            [state, decided_at] as const,
        );
      await keep(app, [dispute('du_1', { state: 'sent', submissions: 1 })], { readAt: START + 2 });
      await keep(app, [dispute('du_1')], { readAt: START + 1 });
      assert.deepEqual(await state(), [['sent', null]]);
      await keep(app, [dispute('du_1', { state: 'lost' })], { readAt: START + 3 });
      await keep(app, [dispute('du_1', { state: 'lost' })], { readAt: START + 4 });
      assert.deepEqual(await state(), [['lost', iso(START + 3)]]);
      // An appeal.
      await keep(app, [dispute('du_1', { state: 'won', reason: null, amount: null })], {
        readAt: START + 5,
      });
      const [last] = (await list(app)).items;
      assert.deepEqual([last.state, last.reason, last.amount], ['won', 'fraudulent', '9.90']);
    });

    test('a time that does not exist, and a dispute that nobody has', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/disputes`;
      const wrong = await admin(gate, 'GET', `${path}?due_to=2026-02-30T00:00:00Z`);
      assert.equal(wrong.status, 400);
      const unknown = await admin(gate, 'GET', `${path}/du_9`);
      assert.deepEqual(
        unknown.body,
        problem('not_found', `${path}/du_9`, 'There is no dispute du_9.'),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
