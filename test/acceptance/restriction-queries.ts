// Beyond the interface, in the style of generation 2: get, history, bulk/set and bulk/delete.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { generation2 } from './client.ts';
import { assertResult } from './contract.ts';
import {
  day,
  newPlayer,
  POLICY_TYPE,
  RUNNING,
  registerType,
  removeAll,
  restrict,
} from './players.ts';

let blockType: number;
before(async () => {
  blockType = await registerType();
});
after(removeAll);

interface Snapshot {
  readonly status: string;
  readonly block_type: number;
  readonly start_date: string;
  readonly end_date: string;
}
interface Entry {
  readonly action: string;
  readonly actor: { readonly kind: string; readonly name: string };
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}
interface HistoryPage {
  readonly history: readonly Entry[];
  readonly next: number | null;
}

describe('POST /v2/game/block/get', () => {
  const get = (fields: object) =>
    generation2.call<{ restriction: Record<string, unknown> | null }>('get', { ...fields });

  test('the restriction with its texts in the wanted language', async () => {
    const player = newPlayer();
    await restrict(player, blockType);
    for (const [language, index] of [
      ['ko', 0],
      ['en', 1],
      ['ar', 1],
    ] as const) {
      const answer = await get({ player_id: player, language });
      assertResult(answer, 0, generation2);
      const { support_code, ...rest } = answer.body.data.restriction ?? {};
      assert.equal(typeof support_code, 'string');
      assert.deepEqual(rest, {
        player_id: player,
        block_type: blockType,
        type_status: 'O',
        title: null,
        reason: POLICY_TYPE.reasons[index].reason,
        ...RUNNING,
        in_effect: true,
      });
    }
  });

  test('before its start a period is registered and not in effect', async () => {
    const player = newPlayer();
    await restrict(player, blockType, { start_date: day(3), end_date: day(4) });
    const { body } = await get({ player_id: player });
    assert.equal(body.data.restriction?.in_effect, false);
  });

  test('null for a player without one, 4000 for what is no player or language', async () => {
    assert.equal((await get({ player_id: newPlayer() })).body.data.restriction, null);
    assertResult(await get({ player_id: '1' }), 4000, generation2);
    assertResult(await get({ player_id: newPlayer(), language: 'sv' }), 4000, generation2);
  });
});

describe('POST /v2/game/block/history', () => {
  const page = async (fields: object): Promise<HistoryPage> => {
    const answer = await generation2.call<HistoryPage>('history', { ...fields });
    assertResult(answer, 0, generation2);
    return answer.body.data;
  };

  test('every change newest first, with the values before and after; pages join', async () => {
    const player = newPlayer();
    await restrict(player, blockType);
    const forever = { ...RUNNING, status: 'P' } as const;
    await restrict(player, blockType, forever);
    unwrap(await tollgate.restrictions.delete({ playerId: player }));

    const { history, next } = await page({ player_id: player });
    const first = { block_type: blockType, ...RUNNING };
    const second = { block_type: blockType, ...forever };
    assert.deepEqual(
      history.map(({ action, before, after }) => ({ action, before, after })),
      [
        { action: 'released', before: second, after: null },
        { action: 'changed', before: first, after: second },
        { action: 'registered', before: null, after: first },
      ],
    );
    assert.equal(next, null);
    assert.ok(history.every(({ actor }) => actor.kind !== '' && actor.name !== ''));

    const pages: Entry[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const { history, next } = await page({ player_id: player, size: 1, before });
      pages.push(...history);
      before = next;
    }
    assert.deepEqual(pages, history);
  });

  test('4000: size outside of 1 to 100', async () => {
    for (const size of [0, 101, '5']) {
      const answer = await generation2.call('history', { player_id: newPlayer(), size });
      assertResult(answer, 4000, generation2);
    }
  });
});

describe('POST /v2/game/block/bulk', () => {
  interface Results {
    readonly results: readonly {
      readonly player_id?: number | bigint;
      readonly result_code: number;
    }[];
  }
  const bulk = async (path: string, users: unknown) =>
    generation2.call<Results>(`bulk/${path}`, { users });

  test('each user has a result of its own, in the order of the request', async () => {
    const [one, two, three] = [newPlayer(), newPlayer(), newPlayer()];
    const user = (player_id: unknown, fields: object = {}) => ({
      player_id,
      block_type: blockType,
      ...RUNNING,
      ...fields,
    });
    const set = await bulk('set', [
      user(one),
      user(two, { block_type: 0 }),
      user(three, { end_date: 'never' }),
      user('1'),
    ]);
    assertResult(set, 0, generation2);
    assert.deepEqual(
      set.body.data.results.map(({ player_id, result_code }) => [player_id, result_code]),
      [
        [one, 0],
        [two, 4011],
        [three, 4000],
        [undefined, 4000],
      ],
    );
    const released = await bulk('delete', [{ player_id: one }, { player_id: two }]);
    assertResult(released, 0, generation2);
    assert.deepEqual(
      released.body.data.results.map(({ result_code }) => result_code),
      [0, 2002],
    );
  });

  test('4000: no users, or more than 1,000', async () => {
    const user = { player_id: newPlayer() };
    for (const users of [undefined, [], 'all', Array(1_001).fill(user)]) {
      assertResult(await bulk('delete', users), 4000, generation2);
    }
  });
});
