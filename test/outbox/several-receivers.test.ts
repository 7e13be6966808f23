// Several receivers of a channel: what each gets, and that none delays another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginSpan, inOpenSpan } from '../../src/base/span.ts';
import { continueTrace, type EndedSpan } from '../../src/base/trace.ts';
import { sendEvents } from '../../src/payment/ledger/events-store.ts';
import { refundIf } from '../../src/payment/markets/cancellation.ts';
import { applyWithin, type Change } from '../../src/restriction/changes.ts';
import { LOGIN } from '../../src/restriction/scopes.ts';
import type { Db } from '../../src/storage/db.ts';
import type { App } from '../../src/tenants/directory.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { iso, startReceiver } from './channels.ts';
import { accept, answer, type GameServer, refusing } from './game-server.ts';
import {
  addReceiver,
  createProject,
  KEY,
  openRelay,
  players,
  START_DATE,
  spendThreeDays,
} from './project.ts';

const URL = 'https://analytics.example/events';
const idle = {
  waiting: 0,
  refused: 0,
  oldest_at: null,
  paused: false,
  sending: false,
  failures: 0,
  next_attempt_at: null,
  dead_letters: 0,
};
const toldTo = (server: GameServer): bigint[][] =>
  server.told().map((data) => data.map(({ player_id }) => BigInt(player_id)));
const typesAt = ({ received }: GameServer): string[] =>
  received.flatMap(({ body }) =>
    (JSON.parse(body) as { events: { type: string }[] }).events.map(({ type }) => type),
  );

suite(
  'several receivers through the admin API',
  (gate) => {
    test('a receiver has a name, a filter and keys of its own', async () => {
      const { gameIndex, appid } = await gate.createApp();
      const list = `/projects/${gameIndex}/receivers`;
      const path = `${list}/purchase:analytics`;
      const input = {
        url: URL,
        key: KEY,
        events: ['purchase.refunded', 'subscription.*'],
        apps: [appid],
        markets: ['PG'],
      };
      const made = await admin(gate, 'PUT', path, input);
      const receiver = {
        game_index: gameIndex,
        channel: 'purchase:analytics',
        url: URL,
        key_hint: KEY.slice(-4),
        updated_at: iso(gate.now),
        events: ['purchase.refunded', 'subscription.*'],
        apps: [appid],
        markets: ['PG'],
      };
      assert.deepEqual([made.status, made.body], [200, receiver]);
      assert.deepEqual((await admin(gate, 'GET', path)).body, receiver);
      const none = (channel: string) => {
        const unknown = { url: null, key_hint: null, updated_at: null };
        return { game_index: gameIndex, channel, ...unknown, ...idle };
      };
      assert.deepEqual((await admin(gate, 'GET', list)).body, {
        items: [none('restriction'), none('purchase'), { ...receiver, ...idle }],
      });
      const rotated = await admin(gate, 'POST', `${path}/rotate-key`, {});
      assert.equal(rotated.status, 201);
      assert.match(rotated.body.key, /^tge_/);
      assert.deepEqual(rotated.body.events, receiver.events, 'the filter stays');
      const cleared = await admin(gate, 'PUT', path, {
        url: URL,
        events: [],
        apps: [],
        markets: [],
      });
      assert.deepEqual([cleared.body.events, cleared.body.apps], [undefined, undefined]);
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      const gone = problem(
        'not_found',
        path,
        `Project ${gameIndex} has no receiver purchase:analytics.`,
      );
      assert.deepEqual((await admin(gate, 'GET', path)).body, gone);
      const [removal] = await newestAudit(gate, 1);
      assert.deepEqual(
        [removal?.action, removal?.target],
        ['events.remove', `projects/${gameIndex}/events/analytics`],
      );
    });

    for (const [name, channel, input, field, detail] of [
      [
        'an unknown type of event',
        'purchase:x',
        { events: ['purchase.lost'] },
        'events',
        'purchase.lost is not a type of event.',
      ],
      [
        'a group without types',
        'purchase:x',
        { events: ['sale.*'] },
        'events',
        'sale.* is not a type of event.',
      ],
      [
        'an unknown market',
        'purchase:x',
        { markets: ['EBAY'] },
        'markets',
        'EBAY is not a market.',
      ],
      [
        'types for a game server',
        'restriction:x',
        { events: ['restriction.set'] },
        'events',
        'Notifications of restrictions can be narrowed by apps only.',
      ],
      [
        'markets for a game server',
        'restriction',
        { markets: ['PG'] },
        'markets',
        'Notifications of restrictions can be narrowed by apps only.',
      ],
    ] as const) {
      test(`${name} is refused`, async () => {
        const { gameIndex } = await gate.createApp();
        const path = `/projects/${gameIndex}/receivers/${channel}`;
        const answered = await admin(gate, 'PUT', path, { url: URL, skip_test: true, ...input });
        assert.deepEqual(
          answered.body,
          problem('invalid_request', path, detail, [{ field, message: detail }]),
        );
      });
    }

    test('names are short and plain', async () => {
      const { gameIndex } = await gate.createApp();
      for (const name of [
        'purchase:',
        'purchase:A',
        'purchase:-a',
        `purchase:${'a'.repeat(33)}`,
        'other',
        'other:a',
        'purchase:a:b',
      ]) {
        const path = `/projects/${gameIndex}/receivers/${encodeURIComponent(name)}`;
        assert.equal((await admin(gate, 'PUT', path, { url: URL })).status, 400, name);
      }
    });

    test('a channel has at most ten', async () => {
      const { gameIndex } = await gate.createApp();
      const put = (channel: string) =>
        admin(gate, 'PUT', `/projects/${gameIndex}/receivers/${channel}`, {
          url: URL,
          key: KEY,
          skip_test: true,
        });
      for (let count = 1; count <= 10; count += 1) {
        assert.equal((await put(`purchase:r${count}`)).status, 200);
      }
      const refused = await put('purchase');
      assert.deepEqual(
        [refused.status, refused.body.detail],
        [409, 'The channel purchase has 10 receivers. Remove one first.'],
      );
      assert.equal((await put('purchase:r10')).status, 200, 'a change is no addition');
      assert.equal((await put('restriction')).status, 200, 'of each channel');
    });

    test('a test message goes to the receiver that is meant', async (t) => {
      const { gameIndex, server } = await createProject(gate, t);
      const other = await startReceiver(t);
      await addReceiver(gate, gameIndex, 'restriction:eu', other.url);
      const path = `/projects/${gameIndex}/outbox/restriction:eu/test`;
      assert.equal((await admin(gate, 'POST', path)).body.result, 'delivered');
      assert.deepEqual([server.received.length, other.received.length], [0, 1]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite(
  'several receivers',
  (gate) => {
    test('every game server gets every notification, each signed with its key', async (t) => {
      const app = await createProject(gate, t);
      const other = await startReceiver(t);
      await addReceiver(gate, app.gameIndex, 'restriction:eu', other.url);
      await app.restrict(players(1n, 3));
      await openRelay(gate, t).turn();
      assert.deepEqual([toldTo(app.server), toldTo(other)], [[[1n, 2n, 3n]], [[1n, 2n, 3n]]]);
      const ids = [app.server, other].map(({ received }) => received[0]?.headers['webhook-id']);
      assert.notEqual(ids[0], ids[1]);
      const body = JSON.parse(other.received[0]?.body ?? '{}');
      assert.equal(body.server_url, other.url);
    });

    test('one that is away, refuses or is paused delays nobody', async (t) => {
      const app = await createProject(gate, t);
      const names = ['away', 'refuses', 'paused'] as const;
      const others = await Promise.all(names.map(() => startReceiver(t)));
      for (const [index, name] of names.entries()) {
        await addReceiver(gate, app.gameIndex, `restriction:${name}`, others[index]?.url ?? '');
      }
      others[0]?.behave(answer(503, ''));
      others[1]?.behave(refusing([2n]));
      const lane = (name: string) => `/projects/${app.gameIndex}/outbox/restriction:${name}`;
      assert.equal((await admin(gate, 'POST', `${lane('paused')}/pause`)).status, 200);
      const relay = openRelay(gate, t);
      await app.restrict(players(1n, 3));
      await relay.turn();
      assert.deepEqual(toldTo(app.server), [[1n, 2n, 3n]]);
      const stateOf = async (name: string) => {
        const { waiting, refused, paused } = (await admin(gate, 'GET', lane(name))).body;
        return [waiting, refused, paused];
      };
      assert.deepEqual(await Promise.all(names.map(stateOf)), [
        [3, 0, false],
        [1, 1, false],
        [3, 0, true],
      ]);
      others[0]?.behave(accept);
      others[1]?.behave(accept);
      assert.equal((await admin(gate, 'POST', `${lane('paused')}/resume`)).status, 200);
      gate.now += 60_000;
      await relay.turn();
      assert.deepEqual(await Promise.all(names.map(stateOf)), [
        [0, 0, false],
        [0, 0, false],
        [0, 0, false],
      ]);
      assert.deepEqual(toldTo(others[2] as GameServer), [[1n, 2n, 3n]]);
      assert.equal(app.server.received.length, 1);
    });

    test('each gets what its filter lets through, and only the others number a message', async (t) => {
      const app = await createProject(gate, t);
      const [all, refunds, restrictions, elsewhere] = await Promise.all(
        [1, 2, 3, 4].map(() => startReceiver(t)),
      );
      const add = (name: string, server: GameServer | undefined, filter: object) =>
        addReceiver(gate, app.gameIndex, `purchase:${name}`, server?.url ?? '', filter);
      await add('all', all, {});
      await add('refunds', refunds, { events: ['purchase.refunded'], markets: ['APPLE'] });
      await add('restrictions', restrictions, { events: ['restriction.*'] });
      await add('elsewhere', elsewhere, { apps: ['com.example.other'] });
      const ledger = await openLedger(gate, app.app);
      const purchase = await ledger.record();
      const [refund] = refundIf(true);
      assert.ok(refund);
      await ledger.report(purchase, refund);
      await app.restrict([1n]);
      await app.release(1n);
      await openRelay(gate, t).turn();
      assert.deepEqual(
        [all, refunds, restrictions, elsewhere].map((server) => typesAt(server as GameServer)),
        [
          ['purchase.verified', 'purchase.refunded'],
          ['purchase.refunded'],
          ['restriction.set', 'restriction.released'],
          [],
        ],
      );
    });

    test('a game server of one app hears of it, whatever happens in another app of the project', async (t) => {
      const app = await createProject(gate, t);
      const own = await startReceiver(t);
      const other = await startReceiver(t);
      await addReceiver(gate, app.gameIndex, 'restriction:own', own.url, { apps: [app.appid] });
      await addReceiver(gate, app.gameIndex, 'restriction:other', other.url, {
        apps: ['com.example.other'],
      });
      await app.restrict([1n]);
      await openRelay(gate, t).turn();
      assert.deepEqual([toldTo(own), toldTo(other)], [[[1n]], []]);
    });

    test('dead letters of one are listed, replayed and deleted; the others have none', async (t) => {
      const app = await createProject(gate, t);
      const other = await startReceiver(t);
      await addReceiver(gate, app.gameIndex, 'restriction:eu', other.url);
      other.behave(answer(500, 'no'));
      const relay = openRelay(gate, t);
      await app.restrict([1n]);
      await spendThreeDays(gate, relay);
      await app.restrict([2n]);
      await spendThreeDays(gate, relay);
      const lane = (name: string) => `/projects/${app.gameIndex}/outbox/${name}`;
      const letters = async (name: string) =>
        (await admin(gate, 'GET', `${lane(name)}/dead-letters`)).body.items as {
          batch_id: string;
        }[];
      assert.equal((await letters('restriction')).length, 0);
      const [first] = await letters('restriction:eu');
      const one = `${lane('restriction:eu')}/dead-letters/${first?.batch_id}`;
      assert.equal(
        (await admin(gate, 'DELETE', `${lane('restriction')}/dead-letters/${first?.batch_id}`))
          .status,
        404,
        'of another receiver',
      );
      other.behave(accept);
      const before = app.server.received.length;
      assert.deepEqual((await admin(gate, 'POST', `${one}/replay`)).body, {
        letters: 1,
        queued: 1,
        overtaken: 0,
      });
      await relay.turn();
      assert.deepEqual(toldTo(other).at(-1), [1n]);
      assert.equal(app.server.received.length, before);
      const [second] = await letters('restriction:eu');
      const deleted = `${lane('restriction:eu')}/dead-letters/${second?.batch_id}`;
      assert.equal((await admin(gate, 'DELETE', deleted)).status, 204);
      const [entry] = await newestAudit(gate, 1);
      assert.deepEqual(
        [entry?.action, entry?.target, entry?.before],
        [
          'outbox.delete-letter',
          `projects/${app.gameIndex}/outbox/restriction:eu`,
          { batch_id: second?.batch_id },
        ],
      );
      assert.equal((await admin(gate, 'DELETE', deleted)).status, 404);
      assert.deepEqual(await letters('restriction:eu'), []);
      other.behave(answer(500, 'no'));
      await app.restrict([3n]);
      await spendThreeDays(gate, relay);
      assert.equal((await letters('restriction:eu')).length, 1);
      assert.equal(
        (await admin(gate, 'DELETE', `${lane('restriction:eu')}/dead-letters`)).status,
        204,
      );
      assert.deepEqual(await letters('restriction:eu'), []);
    });

    test('what waits for a removed receiver goes with it, and what a late commit adds goes too', async (t) => {
      const app = await createProject(gate, t);
      const other = await startReceiver(t);
      const add = () => addReceiver(gate, app.gameIndex, 'restriction:eu', other.url);
      await add();
      await app.restrict([1n]);
      const path = `/projects/${app.gameIndex}/receivers/restriction:eu`;
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      const { db } = gate.service.context.storage;
      const waiting = () =>
        db.selectFrom('outbox').selectAll().where('channel', '=', 'restriction:eu').execute();
      assert.deepEqual(await waiting(), []);
      const [late] = await db
        .selectFrom('outbox')
        .selectAll()
        .where('game_index', '=', app.gameIndex)
        .execute();
      assert.ok(late);
      await db
        .insertInto('outbox')
        .values({ ...late, channel: 'restriction:eu' })
        .execute();
      const relay = openRelay(gate, t);
      await relay.turn();
      assert.deepEqual(await waiting(), []);
      await add();
      await app.restrict([2n]);
      await relay.turn();
      assert.deepEqual([toldTo(app.server), toldTo(other)], [[[1n], [2n]], [[2n]]]);
    });

    test('a ban and an event make as many statements for several receivers as for one', async (t) => {
      const { gameIndex, appid, server } = await createProject(gate, t);
      const { db } = gate.service.context.storage;
      const app = (await gate.service.directory.app(appid)) as App;
      const statementsOf = async (work: (tx: Db) => Promise<unknown>): Promise<string[]> => {
        const names: string[] = [];
        const traces = { sampler: () => true, record: ({ name }: EndedSpan) => names.push(name) };
        const span = beginSpan(traces, continueTrace(undefined, traces.sampler), 'all', 'internal');
        assert.ok(span);
        await inOpenSpan(span, () => db.transaction().execute(work));
        return names.filter((name) => name !== 'all').sort();
      };
      const both = async (playerId: bigint) => {
        const endsAt = Date.parse('2030-01-01T00:00:00Z');
        const change: Change = {
          kind: 'set',
          app,
          playerId,
          scope: LOGIN,
          actor: { kind: 'key', name: 'test' },
          restriction: {
            status: 'B',
            blockType: 1,
            startDate: START_DATE,
            endDate: '2030-01-01 00:00:00',
            startsAt: gate.now,
            endsAt,
          },
          skipBlocked: false,
          now: gate.now,
        };
        const event = {
          type: 'purchase.verified',
          about: { provider: 'APPLE', subject: String(playerId) },
          data: { appid, providerId: 'APPLE' },
        } as const;
        return {
          ban: await statementsOf((tx) => applyWithin(tx, [change])),
          event: await statementsOf((tx) =>
            sendEvents(tx, { gameIndex, appid }, [event], gate.now),
          ),
        };
      };
      await addReceiver(gate, gameIndex, 'purchase', server.url);
      const one = await both(1n);
      // As many as when a channel had one receiver, with the commit.
      assert.deepEqual([one.ban.length, one.event.length], [8, 5]);
      for (const name of ['restriction:eu', 'purchase:analytics'] as const) {
        await addReceiver(gate, gameIndex, name, server.url);
      }
      assert.deepEqual(await both(2n), one);
    });

    test('with one receiver, a change writes one message; each other one adds one', async (t) => {
      const app = await createProject(gate, t);
      const { db } = gate.service.context.storage;
      const rows = async () => {
        const all = db.selectFrom('outbox').selectAll().where('game_index', '=', app.gameIndex);
        return (await all.orderBy('seq').orderBy('channel').execute()).map(({ channel, seq }) => [
          channel,
          seq,
        ]);
      };
      await app.restrict([1n]);
      const [[, seq] = []] = await rows();
      assert.deepEqual(await rows(), [['restriction', seq]]);
      await addReceiver(gate, app.gameIndex, 'restriction:eu', app.server.url);
      await app.restrict([2n]);
      const next = (await rows()).slice(1);
      assert.deepEqual(
        next.map(([channel]) => channel),
        ['restriction', 'restriction:eu'],
      );
      assert.equal(next[0]?.[1], next[1]?.[1], 'under one number');
    });
  },
  { adminToken: ADMIN_TOKEN },
);
