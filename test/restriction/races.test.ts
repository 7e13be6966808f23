// What two processes do at the same moment: decisions and writes are one step, in the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, suite, type TestApp } from '../support/harness.ts';
import {
  actionsOn,
  historyOf,
  newPlayer,
  registerType,
  restriction,
  restrictionOf,
} from './players.ts';
import { type Rival, startRival } from './rival.ts';

const ROUNDS = 30;
const HEADERS = { ISCRYPT: '0' };

suite('races between processes', (gate) => {
  let app: TestApp;
  let rival: Rival;
  before(async () => {
    app = await gate.createApp();
    rival = await startRival(gate);
  });
  after(() => rival.stop());

  type Post = (path: string, body: unknown, headers: Record<string, string>) => Promise<Answer>;
  const both = (): readonly [Post, Post] => [gate.post, rival.post];
  const send = async (post: Post, path: string, fields: object): Promise<number> => {
    const { appid, key: service_certification_key } = app;
    const answer = await post(path, { appid, service_certification_key, ...fields }, HEADERS);
    assert.equal(answer.status, 200);
    return answer.body.result_code;
  };

  test('50 simultaneous skip_blocked sets over two processes register exactly one', async () => {
    const block_type = await registerType(gate, app);
    const player = newPlayer();
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const more = {
          skip_blocked: true,
          block_type,
          status: index % 3 === 0 ? 'P' : 'B',
          end_date: `2030-01-01 00:00:${String(index).padStart(2, '0')}`,
        };
        const fields = restriction(gate, player, more);
        return send(both()[index % 2 === 0 ? 0 : 1], '/game/block/set', fields);
      }),
    );
    assert.deepEqual(codes, Array(50).fill(0));
    const [registered, ...others] = await historyOf(gate, app, player);
    assert.deepEqual([registered.action, others], ['registered', []]);
    const found = await restrictionOf(gate, app, player);
    assert.equal(found.end_date, registered.after.end_date);
  });

  test('50 simultaneous releases over two processes release exactly once', async () => {
    const block_type = await registerType(gate, app);
    const player = newPlayer();
    await send(gate.post, '/game/block/set', restriction(gate, player, { block_type }));
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(both()[index % 2 === 0 ? 0 : 1], '/game/block/delete', { player_id: player }),
      ),
    );
    const expected = [0, ...Array(49).fill(2002)];
    assert.deepEqual(
      codes.toSorted((one, other) => one - other),
      expected,
    );
    assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'released']);
  });

  test('a deleted type never has a live restriction, whoever is first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const block_type = await registerType(gate, app);
      const players = Array.from({ length: 4 }, newPlayer);
      const [one, other] = both();
      const [here, there] = round % 2 === 0 ? [one, other] : [other, one];
      const sets = players.map((player, index) =>
        send(
          index % 2 === 0 ? here : there,
          '/game/block/set',
          restriction(gate, player, { block_type }),
        ),
      );
      const [deleted, ...set] = await Promise.all([
        send(there, '/game/block/type/delete', { block_type }),
        ...sets,
      ]);
      const live = await Promise.all(players.map((each) => restrictionOf(gate, app, each)));
      assert.deepEqual(
        live.map((each) => each !== null),
        set.map((code) => code === 0),
      );
      if (deleted === 0) assert.deepEqual(set, Array(4).fill(4011));
      else
        assert.ok(deleted === 4012 && set.includes(0) && !set.includes(4011), `${deleted} ${set}`);
    }
  });

  test('simultaneous changes of one player leave a history without a gap', async () => {
    const block_type = await registerType(gate, app);
    const player = newPlayer();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const post = both()[index % 2 === 0 ? 0 : 1];
        return index % 4 < 3
          ? send(post, '/game/block/set', restriction(gate, player, { block_type }))
          : send(post, '/game/block/delete', { player_id: player });
      }),
    );
    const history = await historyOf(gate, app, player);
    let before: unknown = null;
    for (const entry of history) {
      assert.deepEqual(entry.before, before);
      before = entry.after;
    }
    const found = await restrictionOf(gate, app, player);
    assert.equal(found !== null, before !== null);
  });
});
