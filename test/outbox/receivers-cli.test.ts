// Receivers of every channel and their messages through the `tollgate` command.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit } from '../admin/caller.ts';
import { tollgate, tollgateJson } from '../cli/tollgate.ts';
import { EITHER } from '../support/databases.ts';
import { MASTER_KEY, suite } from '../support/harness.ts';
import {
  audited,
  CHANNELS,
  type Channel,
  letDie,
  NAMES,
  pathOf,
  startReceiver,
} from './channels.ts';

suite(
  'tollgate receiver and outbox',
  (gate) => {
    const variables = () => ({
      ...gate.database.variables,
      TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
    });
    const json = (...args: string[]) => tollgateJson(variables(), args);

    for (const channel of CHANNELS) {
      const { noun, resource, key: keyShape } = NAMES[channel];

      test(`${channel}: set, show, list, test and remove`, async (t) => {
        const { gameIndex } = await gate.createApp();
        const server = await startReceiver(t);
        const project = String(gameIndex);
        const of = ['--channel', channel];
        const made = await json('receiver', 'set', project, server.url, ...of);
        const { key, ...receiver } = made;
        assert.match(key, keyShape);
        assert.equal(server.received.length, channel === 'restriction' ? 1 : 0);
        const values = { game_index: gameIndex, url: server.url, key_hint: key.slice(-4) };
        assert.deepEqual(receiver, { ...values, channel, updated_at: receiver.updated_at });
        assert.deepEqual((await admin(gate, 'GET', pathOf(gameIndex, channel))).body, receiver);
        assert.deepEqual(await json('receiver', 'show', project, ...of), receiver);
        assert.deepEqual(await tollgate(variables(), [resource, 'show', project]), {
          code: 2,
          stdout: '',
          stderr: `error: use tollgate receiver … --channel ${channel} instead\n`,
        });
        const { body } = await admin(gate, 'GET', pathOf(gameIndex));
        assert.deepEqual(await json('receiver', 'list', project), body);
        assert.deepEqual(await json('receiver', 'test', project, ...of), {
          url: server.url,
          result: 'delivered',
          status: 200,
          result_code: channel === 'restriction' ? 0 : null,
          answer: '{"result_code":0}',
          error: null,
        });
        const [{ at: __, ...tested }] = await newestAudit(gate, 1, 'outbox.test');
        assert.deepEqual(tested, {
          actor_kind: 'cli',
          actor: userInfo().username,
          action: 'outbox.test',
          ...audited(gameIndex, `outbox/${channel}`),
          before: null,
          after: { url: server.url, result: 'delivered' },
        });
        assert.deepEqual(await json('receiver', 'remove', project, ...of, '--yes'), receiver);
        assert.deepEqual(await tollgate(variables(), ['receiver', 'show', project, ...of]), {
          code: 1,
          stdout: '',
          stderr: `error: Project ${gameIndex} has no ${noun}.\n`,
        });
      });
    }

    test('a receiver has a channel, and the channel must be named', async () => {
      const { code, stdout, stderr } = await tollgate(variables(), ['receiver', 'show', '1']);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /required option '--channel <channel>' not specified/);
    });

    test('messages of every channel are shown, paused, resumed and replayed', async (t) => {
      const { gameIndex, servers, relay, letter } = await letDie(gate, t);
      const project = String(gameIndex);
      const run = (...args: string[]) => json('outbox', ...args);
      const [banned, bought] = CHANNELS.map((channel) => ({ channel, ...letter(channel) }));
      assert.ok(banned && bought);
      assert.deepEqual(await run('dead-letters', project), {
        items: [banned, bought],
        next: null,
      });
      const { next, ...page } = await run('dead-letters', project, '--limit', '1');
      assert.deepEqual([page, next?.split('~')[0]], [{ items: [banned] }, 'restriction']);
      assert.deepEqual(await run('dead-letters', project, '--limit', '1', '--after', next), {
        items: [bought],
        next: null,
      });
      const ofPurchases = ['--channel', 'purchase'];
      assert.deepEqual(await run('dead-letters', project, ...ofPurchases), {
        items: [bought],
        next: null,
      });
      const { channel: _, ...whole } = bought;
      assert.deepEqual(await run('dead-letter', project, bought.batch_id), {
        ...whole,
        body: servers.purchase.received[0]?.body,
      });

      const seen: { channel: Channel; at: string }[] = [];
      for (let after: string[] = []; ; ) {
        const attempts = await run('attempts', project, '--limit', '4', ...after);
        seen.push(...attempts.items);
        if (attempts.next === null) break;
        after = ['--after', attempts.next];
      }
      for (const channel of CHANNELS) {
        const listed = await run('attempts', project, '--channel', channel, '--limit', '500');
        assert.deepEqual(
          seen.filter((attempt) => attempt.channel === channel),
          listed.items,
        );
        assert.equal(listed.items.length, servers[channel].received.length);
      }
      assert.deepEqual(
        seen.map(({ at }) => at),
        seen
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );

      const paused = await run('pause', project, ...ofPurchases);
      assert.deepEqual([paused.channel, paused.paused], ['purchase', true]);
      const state = await run('show', project);
      assert.deepEqual([state.channel, state.paused], ['restriction', false]);
      const replayed = { letters: 1, queued: 1, overtaken: 0 };
      assert.deepEqual(await run('replay', project, '--batch-id', bought.batch_id), replayed);
      assert.deepEqual(await run('replay', project), replayed);
      assert.deepEqual(await run('replay', project, ...ofPurchases), {
        letters: 0,
        queued: 0,
        overtaken: 0,
      });
      await relay.turn();
      assert.equal((await run('show', project, ...ofPurchases)).waiting, 1);
      assert.equal((await run('show', project)).waiting, 0);
      assert.equal((await run('resume', project, ...ofPurchases)).paused, false);
      await relay.turn();
      for (const channel of CHANNELS) {
        const { received } = servers[channel];
        assert.equal(received.at(-1)?.body, received[0]?.body);
      }
      assert.deepEqual(await run('dead-letters', project), { items: [], next: null });
      const gone = await tollgate(variables(), ['outbox', 'dead-letter', project, bought.batch_id]);
      assert.deepEqual(gone, {
        code: 1,
        stdout: '',
        stderr: `error: The project has no dead letter ${bought.batch_id}.\n`,
      });
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
