// Replays: a receiver that lost events gets the same requests again, in order, before anything newer.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { NO_LIMITS } from '../../src/admin/edge/costs.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createAdminToken } from '../../src/operators/admin-tokens.ts';
import { refundIf } from '../../src/payment/markets/cancellation.ts';
import type { LaneName } from '../../src/storage/schema.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, type Gate, suite } from '../support/harness.ts';
import { iso, startReceiver } from './channels.ts';
import { accept, answer, type GameServer } from './game-server.ts';
import { addReceiver, createProject, openRelay, spendThreeDays } from './project.ts';

const MINUTE = 60_000;
const ACCOUNTS = [
  '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  '8d2f9a52-52a5-4b43-a5d5-6f5a2d7c9e11',
] as const;

const idsAt = ({ received }: GameServer): string[] =>
  received.map(({ headers }) => String(headers['webhook-id']));
const typesAt = ({ received }: GameServer): string[][] =>
  received.map(({ body }) =>
    (JSON.parse(body) as { events: { type: string }[] }).events.map(({ type }) => type),
  );

/** A receiver that has accepted five events, a minute apart: three purchases, a refund, a restriction. */
async function openReplays(gate: Gate, t: TestContext, channel: LaneName = 'purchase') {
  const project = await createProject(gate, t);
  const server = await startReceiver(t);
  const add = (more: object = {}) =>
    addReceiver(gate, project.gameIndex, channel, server.url, {
      restriction_events: true,
      ...more,
    });
  await add();
  const relay = openRelay(gate, t);
  const ledger = await openLedger(gate, project.app);
  await ledger.login(1n, ACCOUNTS[0]);
  await ledger.login(2n, ACCOUNTS[1]);
  const began = gate.now;
  const next = async (work: () => Promise<unknown>) => {
    gate.now += MINUTE;
    await work();
    await relay.turn();
  };
  const buy = (account_uuid: string = ACCOUNTS[0]) => ledger.record({ account_uuid });
  const first = await buy();
  await relay.turn();
  await next(() => buy(ACCOUNTS[1]));
  const [refund] = refundIf(true);
  assert.ok(refund);
  await next(() => ledger.report(first, refund));
  await next(() => buy());
  await next(() => project.restrict([2n]));
  assert.equal(server.received.length, 5);
  gate.now += MINUTE;
  const path = `/projects/${project.gameIndex}/outbox/${channel}/replays`;
  const since = server.received.length;
  return {
    ...project,
    server,
    relay,
    ledger,
    add,
    buy,
    path,
    began,
    ids: idsAt(server),
    at: (minutes: number) => iso(began + minutes * MINUTE),
    plan: (input: object) => admin(gate, 'POST', `${path}/dry-run`, input),
    begin: (input: object) => admin(gate, 'POST', path, input),
    read: async (id: string) => (await admin(gate, 'GET', `${path}/${id}`)).body,
    cancel: (id: string) => admin(gate, 'POST', `${path}/${id}/cancel`),
    /** What came after the five. */
    again: () => idsAt(server).slice(since),
    arrived: () => server.received.slice(since),
  };
}

suite(
  'replays',
  (gate) => {
    test('a range of time is sent again: same ids and bytes, in order, marked', async (t) => {
      const app = await openReplays(gate, t);
      const range = { from: app.at(1), to: app.at(4) };
      assert.deepEqual((await app.plan(range)).body, {
        requests: 3,
        messages: 3,
        matching: 3,
        left_out: 0,
        kept_since: iso(app.began),
      });
      assert.deepEqual(app.again(), [], 'a dry run sends nothing');
      const begun = await app.begin(range);
      const replay = {
        replay_id: begun.body.replay_id,
        state: 'running',
        ...range,
        events: [],
        appid: null,
        player_id: null,
        requests: 3,
        sent: 0,
        actor: 'TOLLGATE_ADMIN_TOKEN',
        actor_kind: 'admin',
        created_at: iso(gate.now),
        finished_at: null,
      };
      assert.deepEqual([begun.status, begun.body], [201, replay]);
      const [audit] = await newestAudit(gate, 1);
      assert.deepEqual(
        [audit?.action, audit?.target, audit?.after],
        [
          'replay.begin',
          `projects/${app.gameIndex}/outbox/purchase/replays/${replay.replay_id}`,
          { channel: 'purchase', ...range, events: [], requests: 3 },
        ],
      );
      await app.relay.turn();
      assert.deepEqual(app.again(), app.ids.slice(1, 4));
      assert.deepEqual(
        app.arrived().map(({ body }) => body),
        app.server.received.slice(1, 4).map(({ body }) => body),
      );
      assert.deepEqual(
        app.server.received.map(({ headers }) => headers['webhook-replay']),
        [...Array(5).fill(undefined), ...Array(3).fill(replay.replay_id)],
      );
      const done = { ...replay, state: 'done', sent: 3, finished_at: iso(gate.now) };
      assert.deepEqual(await app.read(replay.replay_id), done);
      assert.deepEqual((await admin(gate, 'GET', app.path)).body, { items: [done], next: null });
    });

    test('live events wait behind it, in order', async (t) => {
      const app = await openReplays(gate, t);
      await app.begin({ from: app.at(0) });
      await app.buy();
      await app.relay.turn();
      assert.deepEqual(app.again().slice(0, 5), app.ids);
      assert.equal(app.again().length, 6);
      assert.deepEqual(typesAt(app.server).at(-1), ['purchase.verified']);
      assert.equal(app.arrived().at(-1)?.headers['webhook-replay'], undefined);
    });

    test('a request on its way when it begins comes again at its end', async (t) => {
      const app = await openReplays(gate, t);
      let begun: Promise<{ body: { replay_id: string } }> | undefined;
      app.server.behave((response, received) => {
        begun ??= app.begin({ from: app.at(0) });
        gate.now += 1;
        void begun.then(() => accept(response, received));
      });
      await app.buy();
      await app.relay.turn();
      const [live = '', ...replayed] = app.again();
      assert.deepEqual(replayed, [...app.ids, live]);
      const { requests, sent } = await app.read((await begun)?.body.replay_id ?? '');
      assert.deepEqual([requests, sent], [6, 6]);
    });

    test('the time is that of the answer that accepted, not of the first attempt', async (t) => {
      const app = await openReplays(gate, t);
      app.server.behave(answer(503, ''));
      await app.buy();
      await app.relay.turn();
      app.server.behave(accept);
      gate.now += 60 * MINUTE;
      await app.relay.turn();
      const { body } = await app.plan({ from: app.at(30) });
      assert.equal(body.requests, 1);
    });

    test('each receiver has its own; others, other projects and their players are left alone', async (t) => {
      const app = await openReplays(gate, t, 'purchase:analytics');
      const first = await startReceiver(t);
      await addReceiver(gate, app.gameIndex, 'purchase', first.url);
      await app.buy();
      const other = await openReplays(gate, t);
      await app.relay.turn();
      const [before, others] = [first.received.length, other.again()];
      assert.equal(before, 1);
      const { body } = await app.begin({ from: app.at(0) });
      assert.equal(body.requests, 6);
      await app.relay.turn();
      assert.deepEqual(app.again().slice(1, 6), app.ids);
      assert.deepEqual([first.received.length, other.again()], [before, others]);
      const elsewhere = `${other.path}/${body.replay_id}`;
      const unknown = `purchase has no replay ${body.replay_id}.`;
      assert.deepEqual(
        (await admin(gate, 'GET', elsewhere)).body,
        problem('not_found', elsewhere, unknown),
      );
      assert.deepEqual((await admin(gate, 'GET', other.path)).body.items, []);
      const stranger = { appid: app.appid, player_id: '1' };
      assert.deepEqual(
        (await other.begin(stranger)).body,
        problem('not_found', other.path, `Project ${other.gameIndex} has no app ${app.appid}.`),
      );
    });

    test('an erased player is in no replay, also not in one that is under way', async (t) => {
      const app = await openReplays(gate, t);
      const lane = `/projects/${app.gameIndex}/outbox/purchase`;
      assert.equal((await admin(gate, 'POST', `${lane}/pause`)).status, 200);
      const { body } = await app.begin({ from: app.at(0), appid: app.appid, player_id: '1' });
      assert.equal(body.requests, 3);
      const path = `/apps/${app.appid}/players/1/erasure`;
      const erased = await admin(gate, 'POST', path, { confirm: '1' });
      assert.equal(erased.status, 200);
      await gate.service.erasures.turn();
      gate.now += 3 * MINUTE;
      await gate.service.erasures.turn();
      assert.equal((await admin(gate, 'POST', `${lane}/resume`)).status, 200);
      await app.relay.turn();
      assert.deepEqual(app.again(), []);
      const { state, player_id, sent } = await app.read(body.replay_id);
      assert.deepEqual([state, player_id, sent], ['done', null, 0]);
      const left = (await app.plan({ from: app.at(0) })).body;
      assert.equal(left.requests, 2);
    });
  },
  { adminToken: ADMIN_TOKEN },
);

suite(
  'replays and what they leave out',
  (gate) => {
    test('a player of an app: the requests about the account or the player', async (t) => {
      const app = await openReplays(gate, t);
      const player = { appid: app.appid, player_id: '2' };
      const { body } = await app.begin(player);
      assert.deepEqual([body.appid, body.player_id, body.requests], [app.appid, '2', 2]);
      const [audit] = await newestAudit(gate, 1);
      assert.equal(audit?.target, `apps/${app.appid}/players/2/replays/${body.replay_id}`);
      await app.relay.turn();
      assert.deepEqual(app.again(), [app.ids[1], app.ids[4]]);
    });

    test('types of events; with a player and a time, all of it counts', async (t) => {
      const app = await openReplays(gate, t);
      const events = ['purchase.*'];
      const all = await app.plan({ from: app.at(0), events });
      assert.equal(all.body.matching, 4);
      const both = { from: app.at(1), appid: app.appid, player_id: '1', events };
      assert.equal((await app.plan(both)).body.matching, 2);
      await app.begin({ ...both, events: ['purchase.refunded'] });
      await app.relay.turn();
      assert.deepEqual(app.again(), [app.ids[2]]);
    });

    test('a request goes as a whole, and the dry run says how much of it was asked for', async (t) => {
      const app = await openReplays(gate, t);
      const lane = `/projects/${app.gameIndex}/outbox/purchase`;
      assert.equal((await admin(gate, 'POST', `${lane}/pause`)).status, 200);
      await app.buy(ACCOUNTS[0]);
      await app.buy(ACCOUNTS[1]);
      assert.equal((await admin(gate, 'POST', `${lane}/resume`)).status, 200);
      await app.relay.turn();
      const player = { from: app.at(5), appid: app.appid, player_id: '2' };
      const { requests, messages, matching } = (await app.plan(player)).body;
      assert.deepEqual([requests, messages, matching], [1, 2, 1]);
    });

    test('a receiver that fails gets the same request again; after three days the replay has failed', async (t) => {
      const app = await openReplays(gate, t);
      const { body } = await app.begin({ from: app.at(0) });
      app.server.behave(answer(503, ''));
      await app.relay.turn();
      gate.now += MINUTE;
      await app.relay.turn();
      assert.deepEqual(app.again(), [app.ids[0], app.ids[0]]);
      await spendThreeDays(gate, app.relay);
      assert.equal((await app.read(body.replay_id)).state, 'failed');
      const letters = await admin(gate, 'GET', `${app.path.replace('replays', 'dead-letters')}`);
      assert.deepEqual(letters.body.items, [], 'it was delivered once');
      app.server.behave(accept);
      const before = app.again().length;
      await app.buy();
      await app.relay.turn();
      assert.equal(app.again().length, before + 1);
    });

    test('a cancelled replay sends nothing more, and waiting events follow', async (t) => {
      const app = await openReplays(gate, t);
      const { body } = await app.begin({ from: app.at(0) });
      app.server.behave(answer(503, ''));
      await app.relay.turn();
      await app.buy();
      const cancelled = await app.cancel(body.replay_id);
      const ended = { ...body, state: 'cancelled', finished_at: iso(gate.now) };
      assert.deepEqual([cancelled.status, cancelled.body], [200, ended]);
      const [audit] = await newestAudit(gate, 1);
      assert.deepEqual([audit?.action, audit?.after.sent], ['replay.cancel', 0]);
      app.server.behave(accept);
      gate.now += MINUTE;
      await app.relay.turn();
      assert.equal(app.again().length, 2);
      assert.notEqual(app.again()[1], app.ids[0]);
      const path = `${app.path}/${body.replay_id}/cancel`;
      const again = await app.cancel(body.replay_id);
      assert.deepEqual(again.body, problem('in_use', path, 'The replay is already cancelled.'));
    });

    test('what waits or is a dead letter is not sent by a replay', async (t) => {
      const app = await openReplays(gate, t);
      app.server.behave(answer(503, ''));
      await app.buy();
      await spendThreeDays(gate, app.relay);
      await app.buy();
      await app.relay.turn();
      assert.equal((await app.plan({ from: app.at(0) })).body.requests, 5);
    });

    test('a request with what the filter of the receiver leaves out by now is not sent', async (t) => {
      const app = await openReplays(gate, t);
      await app.add({ restriction_events: false });
      const { requests, left_out } = (await app.plan({ from: app.at(0) })).body;
      assert.deepEqual([requests, left_out], [4, 1]);
      await app.add({ apps: ['com.example.other'] });
      const none = (await app.plan({ from: app.at(0) })).body;
      assert.deepEqual([none.requests, none.left_out], [0, 5]);
    });

    test('another filter, or no receiver, ends the replay', async (t) => {
      const app = await openReplays(gate, t);
      const begin = async () => (await app.begin({ from: app.at(0) })).body.replay_id as string;
      const narrowed = await begin();
      await app.add({ markets: ['APPLE'] });
      assert.equal((await app.read(narrowed)).state, 'cancelled');
      const removed = await begin();
      await app.add({ markets: ['APPLE'], key: 'another-key-of-the-tests' });
      assert.equal((await app.read(removed)).state, 'running', 'a key is no filter');
      const receiver = `/projects/${app.gameIndex}/receivers/purchase`;
      assert.equal((await admin(gate, 'DELETE', receiver)).status, 204);
      assert.equal((await app.read(removed)).state, 'cancelled');
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite(
  'too many starts of replays',
  (gate) => {
    test('are refused for a member, whose other calls and whose colleagues are not', async (t) => {
      const app = await openReplays(gate, t);
      const nothing = { from: app.at(10) };
      assert.equal((await app.plan(nothing)).status, 200);
      assert.equal((await app.begin(nothing)).status, 404);
      gate.now += 20_000;
      const refused = await app.begin({ from: app.at(0) });
      assert.equal(refused.headers['retry-after'], '40');
      assert.deepEqual(refused.body, {
        type: '/errors/admin/too_many_requests',
        title: 'Too many requests.',
        status: 429,
        detail:
          'You have asked for downloads, figures, counts, searches, dry runs and starts of replays 2 times within a minute. Try again in 40 s.',
        instance: `/admin/v1${app.path}`,
        code: 'too_many_requests',
      });
      assert.deepEqual((await admin(gate, 'GET', app.path)).body, { items: [], next: null });
      const other = { name: 'colleague', scope: 'full' as const };
      const { token } = expectDone(await createAdminToken(gate.service.context, SYSTEM, other));
      const begun = await gate.send(
        'POST',
        `/admin/v1${app.path}`,
        { from: app.at(0) },
        { authorization: `Bearer ${token}` },
      );
      assert.deepEqual([begun.status, begun.body.requests], [201, 5]);
      assert.equal((await app.cancel(begun.body.replay_id)).status, 200);
      gate.now += 40_000;
      assert.equal((await app.begin({ from: app.at(0) })).status, 201);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, memberLimits: { ...NO_LIMITS, perMinute: 2 } },
);

suite(
  'replays that are refused',
  (gate) => {
    test('one at a time', async (t) => {
      const app = await openReplays(gate, t);
      const { body } = await app.begin({ from: app.at(0) });
      const running = `The replay ${body.replay_id} of purchase is running. Wait until it is done, or cancel it.`;
      assert.deepEqual(
        (await app.begin({ from: app.at(0) })).body,
        problem('in_use', app.path, running),
      );
    });

    test('nothing in this time', async (t) => {
      const app = await openReplays(gate, t);
      const nothing =
        'There is nothing to send again: no such request that purchase accepted is kept.';
      assert.deepEqual(
        (await app.begin({ from: app.at(10) })).body,
        problem('not_found', app.path, nothing),
      );
      await app.relay.turn();
      const { body } = await app.begin({ from: app.at(0) });
      assert.equal(body.requests, 5, 'the receiver is free for another');
    });

    for (const [name, input, field, detail] of [
      ['neither a time nor a player', {}, 'from', 'Say from when on, or about which player.'],
      [
        'a type that no event has',
        { from: '2026-11-15T12:00:00Z', events: ['purchase.lost'] },
        'events',
        'purchase.lost is not a type of event.',
      ],
      [
        'an end before the beginning',
        { from: '2026-11-15T12:00:00Z', to: '2026-11-15T11:00:00Z' },
        'to',
        'to is earlier than from.',
      ],
      ['a player without an app', { player_id: '1' }, 'appid', 'Say of which app the player is.'],
      [
        'an app without a player',
        { appid: 'com.example.game' },
        'player_id',
        'Say which player of the app.',
      ],
    ] as const) {
      test(name, async (t) => {
        const app = await openReplays(gate, t);
        const errors = [{ field, message: detail }];
        for (const path of [app.path, `${app.path}/dry-run`]) {
          const { body } = await admin(gate, 'POST', path, input);
          assert.deepEqual(body, problem('invalid_request', path, detail, errors));
        }
      });
    }

    test('notifications of restrictions: their game server is told what is so now', async (t) => {
      const { gameIndex } = await createProject(gate, t);
      const path = `/projects/${gameIndex}/outbox/restriction/replays`;
      const detail =
        'A replay sends events. Game servers are notified of restrictions as they are now: send those of a player again instead.';
      assert.deepEqual(
        (await admin(gate, 'POST', path, { from: '2026-11-15T12:00:00Z' })).body,
        problem('invalid_request', path, detail, [{ field: 'channel', message: detail }]),
      );
    });

    test('a receiver that is not registered', async (t) => {
      const { gameIndex } = await createProject(gate, t);
      const path = `/projects/${gameIndex}/outbox/purchase:none/replays`;
      assert.deepEqual(
        (await admin(gate, 'POST', path, { from: '2026-11-15T12:00:00Z' })).body,
        problem('not_found', path, `Project ${gameIndex} has no receiver purchase:none.`),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
