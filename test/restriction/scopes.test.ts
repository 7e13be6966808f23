// Scopes: a restriction of a feature beside that of the login. The interface knows the login alone.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { LANGUAGES } from '../../src/restriction/rules.ts';
import { READY_SCOPES } from '../../src/restriction/scopes.ts';
import { ADMIN_TOKEN, admin, newestAudit } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, generation2 } from './generations.ts';
import {
  DAY,
  dateText,
  HOUR,
  historyOf,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restriction,
  SECOND,
  TEMPORARY_TYPE,
} from './players.ts';

const NO_SCOPE = { field: 'scope', detail: 'not a scope of the project' };

test('every ready scope has a name in every language', () => {
  assert.deepEqual(Object.keys(READY_SCOPES), ['login', 'chat', 'trade', 'purchase', 'ranked']);
  for (const names of Object.values(READY_SCOPES)) {
    assert.deepEqual(Object.keys(names), [...LANGUAGES]);
  }
});

suite(
  'scopes',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await registerType(gate, app, TEMPORARY_TYPE);
    });

    const { call, says } = generation2;
    const v2 = (path: string, fields: object) => call(gate, app, path, { ...fields });
    const set = (player: number, scope: string, more = {}) =>
      v2('/game/block/scope/set', { ...restriction(gate, player, more), scope });
    const get = async (player_id: number, more = {}) =>
      (await v2('/game/block/get', { player_id, ...more })).body.data;
    const inScope = async (player_id: number, scope: string) =>
      (await v2('/game/block/scope/get', { player_id, scope })).body.data.restriction;
    const scopesOf = async (player: number) =>
      ((await get(player)).restrictions ?? []).map((each: { scope: string }) => each.scope);
    const path = (rest: string) => `/apps/${app.appid}${rest}`;

    test('a feature is restricted beside the login and other features, one restriction of each', async () => {
      const player = newPlayer();
      for (const scope of ['ranked', 'login', 'chat']) {
        assertSays(await set(player, scope), says(0));
      }
      assertSays(await set(player, 'chat', { block_type: 2, status: 'P' }), says(0));
      assert.deepEqual(await scopesOf(player), ['login', 'chat', 'ranked']);
      const { restriction: login, restrictions } = await get(player, { language: 'ko' });
      assert.deepEqual(restrictions[0], { scope: 'login', scope_name: '로그인', ...login });
      assert.deepEqual(restrictions[1], {
        ...login,
        scope: 'chat',
        scope_name: '채팅',
        status: 'P',
        block_type: 2,
        type_status: 'N',
        title: '일시 제한',
        reason: '조사하고 있습니다.',
        support_code: login.support_code.replace(/1$/, '2'),
      });
      assert.equal((await inScope(player, 'chat')).status, 'P');
      assert.equal(await inScope(player, 'trade'), null);
    });

    test('a player without scopes is told of none', async () => {
      const player_id = newPlayer();
      assert.deepEqual(await get(player_id), { restriction: null, debt: [] });
      await restrict(gate, app, player_id);
      assert.ok(!('restrictions' in (await get(player_id))));
      assert.ok(!('restrictions' in (await logIn(gate, app, player_id))));
      assert.ok(!('scope' in (await historyOf(gate, app, player_id))[0]));
    });

    test('a login tells of it and withholds no token; a restriction of the login does', async () => {
      const player = newPlayer();
      await set(player, 'chat');
      const open = await logIn(gate, app, player, { language: 'de' });
      assert.equal(typeof open.access_token, 'string');
      assert.equal(open.restriction, null);
      assert.deepEqual(
        open.restrictions.map((each: { scope_name: string }) => each.scope_name),
        ['Chat'],
      );
      await restrict(gate, app, player);
      const closed = await logIn(gate, app, player);
      assert.equal(closed.access_token, null);
      assert.deepEqual([closed.restriction.in_effect, closed.restrictions.length], [true, 2]);
    });

    test('a release ends the restriction of its scope alone', async () => {
      const player_id = newPlayer();
      for (const scope of ['login', 'chat', 'trade']) await set(player_id, scope);
      const release = (scope: string) => v2('/game/block/scope/delete', { player_id, scope });
      assertSays(await release('chat'), says(0));
      assertSays(await release('chat'), says(2002));
      assert.deepEqual(await scopesOf(player_id), ['login', 'trade']);
      assertSays(await release('login'), says(0));
      assert.equal((await get(player_id)).restriction, null);
      assert.deepEqual(await scopesOf(player_id), ['trade']);
    });

    for (const generation of GENERATIONS) {
      test(`generation ${generation.number} means the login, whatever scope is sent`, async () => {
        const player_id = newPlayer();
        await set(player_id, 'chat');
        const fields = { ...restriction(gate, player_id, { skip_blocked: true }), scope: 'chat' };
        assertSays(await generation.call(gate, app, '/game/block/set', fields), generation.says(0));
        assert.deepEqual(await scopesOf(player_id), ['login', 'chat']);
        const release = () =>
          generation.call(gate, app, '/game/block/delete', { player_id, scope: 'chat' });
        assertSays(await release(), generation.says(0));
        assertSays(await release(), generation.says(2002));
        assert.deepEqual(await scopesOf(player_id), ['chat']);
      });
    }

    test('skip_blocked, the type and the period count within the scope', async () => {
      const player = newPlayer();
      await restrict(gate, app, player, { status: 'P' });
      const skipping = { skip_blocked: true, status: 'P' };
      assertSays(await set(player, 'chat', skipping), says(0));
      assertSays(await set(player, 'chat', { ...skipping, block_type: 2 }), says(0));
      assert.equal((await inScope(player, 'chat')).block_type, 1, 'left as it was');
      assertSays(await set(player, 'chat', { block_type: 9 }), says(4011));
      assertSays(await set(player, 'chat', { did: 1 }), says(4013));
      assertSays(await v2('/game/block/type/delete', { block_type: 1 }), says(4012));
    });

    test('ends by itself, and the history names the scope', async () => {
      const player = newPlayer();
      await set(player, 'chat', { end_date: dateText(gate.now + HOUR) });
      await restrict(gate, app, player);
      const began = gate.now;
      gate.now += HOUR + SECOND;
      assert.deepEqual(await scopesOf(player), []);
      assert.equal(await inScope(player, 'chat'), null);
      await gate.service.restrictions.expire();
      gate.now = began;
      assert.deepEqual(
        (await historyOf(gate, app, player)).map((entry: { action: string; scope?: string }) => [
          entry.action,
          entry.scope,
        ]),
        [
          ['registered', 'chat'],
          ['registered', undefined],
          ['expired', 'chat'],
        ],
      );
    });

    test('many at once: each entry in its scope, the login by default', async () => {
      const player_id = newPlayer();
      const entries = [
        { ...restriction(gate, player_id), scope: 'chat' },
        restriction(gate, player_id),
        { ...restriction(gate, player_id), scope: 'fishing' },
      ];
      const answer = await v2('/game/block/bulk/set', { users: entries });
      assert.deepEqual(
        answer.body.data.results.map((each: { result_msg: string }) => each.result_msg),
        ['SUCCESS', 'SUCCESS', 'INVALID_PARAMETER: scope: not a scope of the project'],
      );
      assert.deepEqual(await scopesOf(player_id), ['login', 'chat']);
      const users = [{ player_id, scope: 'chat' }];
      await v2('/game/block/bulk/delete', { users });
      assert.equal((await get(player_id)).restriction.status, 'B');
      assert.equal(await inScope(player_id, 'chat'), null);
    });

    test('an unknown scope is 4000; a project adds its own, with names, and removes it unused', async () => {
      const player = newPlayer();
      assertSays(await set(player, 'fishing'), says(4000, NO_SCOPE));
      assertSays(await set(player, 'Chat!'), says(4000, { field: 'scope' }));
      const scopes = `/projects/${app.gameIndex}/scopes`;
      const names = { ko: '낚시', en: 'Fishing', ja: '釣り' };
      const put = (scope: string, body: object) => admin(gate, 'PUT', `${scopes}/${scope}`, body);
      assert.equal((await put('chat', { names })).status, 400);
      assert.equal((await put('fishing', { names: { en: 'Fishing' } })).status, 400);
      const added = { scope: 'fishing', names, ready: false };
      assert.deepEqual((await put('fishing', { names })).body, added);
      const [audited] = await newestAudit(gate, 1);
      assert.deepEqual(
        [audited.action, audited.target],
        ['scope.set', `projects/${app.gameIndex}/scopes/fishing`],
      );
      const listed = await admin(gate, 'GET', scopes);
      assert.deepEqual(listed.body.items.at(-1), added);
      assert.equal(listed.body.items.length, 6);

      assertSays(await set(player, 'fishing'), says(0));
      const [told] = (await get(player, { language: 'ja' })).restrictions;
      assert.equal(told.scope_name, '釣り');
      const [english] = (await get(player, { language: 'fr' })).restrictions;
      assert.equal(english.scope_name, 'Fishing');
      const used = await admin(gate, 'DELETE', `${scopes}/fishing`);
      assert.deepEqual([used.status, used.body.code], [409, 'in_use']);
      await v2('/game/block/scope/delete', { player_id: player, scope: 'fishing' });
      assert.equal((await admin(gate, 'DELETE', `${scopes}/fishing`)).status, 204);
      assert.equal((await admin(gate, 'DELETE', `${scopes}/fishing`)).status, 404);
      assertSays(await set(player, 'fishing'), says(4000, NO_SCOPE));
    });

    test('operators search, restrict and release by scope', async () => {
      const player = newPlayer();
      const period = { start_date: dateText(gate.now), end_date: dateText(gate.now + DAY) };
      const fields = { status: 'B', block_type: 1, ...period };
      const one = path(`/players/${player}`);
      const trade = await admin(gate, 'PUT', `${one}/restriction`, { ...fields, scope: 'trade' });
      assert.equal(trade.body.restriction, null);
      assert.deepEqual(
        trade.body.restrictions.map((each: { scope: string }) => each.scope),
        ['trade'],
      );
      assert.equal((await newestAudit(gate, 1, 'restriction.registered'))[0].after.scope, 'trade');
      const found = async (query: string) => {
        const [list, count] = await Promise.all([
          admin(gate, 'GET', path(`/restrictions?player_id=${player}${query}`)),
          admin(gate, 'GET', path(`/restrictions/count?player_id=${player}${query}`)),
        ]);
        return [list.body.items.length, count.body.count];
      };
      assert.deepEqual(await found(''), [0, 0]);
      assert.deepEqual(await found('&scope=trade'), [1, 1]);
      for (const sort of ['end_date', 'changed_at', '-changed_at']) {
        const listed = await admin(gate, 'GET', path(`/restrictions?scope=trade&sort=${sort}`));
        assert.ok(
          listed.body.items.some((each: { player_id: number }) => each.player_id === player),
        );
        const logins = await admin(gate, 'GET', path(`/restrictions?sort=${sort}`));
        assert.ok(
          logins.body.items.every((each: { player_id: number }) => each.player_id !== player),
        );
      }
      const refused = await admin(gate, 'PUT', `${one}/restriction`, { ...fields, scope: 'fish' });
      assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'scope']);
      assert.equal((await admin(gate, 'POST', `${one}/release`, {})).status, 404);
      const many = { player_ids: [String(player)], scope: 'trade' };
      const released = await admin(gate, 'POST', path('/restrictions/release'), many);
      assert.deepEqual(released.body, { released: [player], not_restricted: [], job_id: null });
      assert.deepEqual((await admin(gate, 'GET', one)).body, {
        player_id: player,
        restriction: null,
      });
    });

    test('a list and an import restrict in a scope', async () => {
      const [listed, imported] = [newPlayer(), newPlayer()];
      await restrict(gate, app, listed);
      const fields = new URLSearchParams({
        action: 'restrict',
        scope: 'chat',
        status: 'P',
        block_type: '1',
        start_date: dateText(gate.now),
        end_date: dateText(gate.now + DAY),
      });
      const upload = (query: URLSearchParams) =>
        gate.send('POST', `/admin/v1${path(`/bulk?${query}`)}`, `player_id\n${listed}\n`, {
          authorization: `Bearer ${ADMIN_TOKEN}`,
          'content-type': 'text/csv',
        });
      const { body: job } = await upload(fields);
      assert.deepEqual([job.scope, job.verdicts], ['chat', { new: 1 }]);
      await admin(gate, 'POST', path(`/bulk/${job.job_id}/apply`));
      await gate.service.bulk.turn();
      assert.deepEqual(await scopesOf(listed), ['login', 'chat']);
      const undo = await admin(gate, 'POST', path(`/bulk/${job.job_id}/undo`), {});
      assert.deepEqual([undo.body.scope, undo.body.verdicts], ['chat', { release: 1 }]);
      await admin(gate, 'POST', path(`/bulk/${undo.body.job_id}/apply`));
      await gate.service.bulk.turn();
      assert.deepEqual([await scopesOf(listed), (await get(listed)).restriction.status], [[], 'B']);
      fields.set('scope', 'fish');
      assert.equal((await upload(fields)).status, 400);

      const line = { player_id: imported, block_type: 1 };
      const lines = [
        { line: 1, ...line, scope: 'ranked' },
        { line: 2, ...line },
        { line: 3, ...line, scope: 'fish' },
      ];
      const answer = await admin(gate, 'POST', path('/restrictions/import'), { lines });
      assert.deepEqual(
        answer.body.items.map((item: { outcome: string }) => item.outcome),
        ['new', 'new', 'refused'],
      );
      assert.deepEqual(await scopesOf(imported), ['login', 'ranked']);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
