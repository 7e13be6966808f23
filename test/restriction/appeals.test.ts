// Appeals: made by app servers and on the page, decided by operators, told as events, erased with the player.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, generation2 } from './generations.ts';
import {
  actionsOn,
  DAY,
  dateText,
  HOUR,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restriction,
  restrictionOf,
} from './players.ts';

const { call, says } = generation2;
const TEXT = 'It was my brother.';
const LANGUAGES = ['ko', 'ja'];

suite(
  'appeals',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await registerType(gate, app);
      assert.equal((await allow(1, true)).body.appeals, true);
      await admin(gate, 'PUT', `/projects/${app.gameIndex}/receivers/purchase`, {
        url: 'https://game.example/events',
        restriction_events: true,
      });
    });

    const attention = () => `/projects/${app.gameIndex}/attention`;
    const path = (rest: string) => `/apps/${app.appid}${rest}`;
    const allow = (type: number, allowed: boolean) =>
      admin(gate, 'PUT', path(`/types/${type}/appeals`), { allowed });
    const appeal = (player_id: number, more = {}) =>
      call(gate, app, '/game/block/appeal', { player_id, text: TEXT, ...more });
    const appealed = async (player: number, more = {}): Promise<string> => {
      const { body } = await appeal(player, more);
      assert.equal(body.result_code, 0, JSON.stringify(body));
      return body.data.appeal_id;
    };
    const read = async (id: string) => (await admin(gate, 'GET', path(`/appeals/${id}`))).body;
    const decide = (id: string, body: object) =>
      admin(gate, 'POST', path(`/appeals/${id}/decide`), body);
    /** The entry of the audit log, without what the player wrote. */
    const opened = (player: number, id: string, by: { actor: string; source: string }) => ({
      at: new Date(gate.now).toISOString(),
      actor_kind: 'system',
      actor: by.actor,
      action: 'appeal.open',
      game_index: app.gameIndex,
      target: path(`/players/${player}/appeals/${id}`).slice(1),
      before: null,
      after: { block_type: 1, source: by.source },
    });
    const settings = (fields: object) =>
      admin(gate, 'PUT', `/projects/${app.gameIndex}/appeal-settings`, {
        second_person: false,
        again_after_days: null,
        ...fields,
      });
    const eventsAbout = async (player: number) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', app.gameIndex)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      const events = rows.map(({ payload }) => JSON.parse(payload));
      return events.filter(({ data }) => data.playerId === player);
    };
    const page = (fields: Record<string, string>, headers = {}) =>
      inject(gate.service, 'POST', '/appeal', new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      });
    const codeOf = async (player: number) => (await restrictionOf(gate, app, player)).appeal_code;

    test('the code is told only where the type allows appeals; the interface does not change', async () => {
      const [open, closed] = [newPlayer(), newPlayer()];
      await restrict(gate, app, open);
      await restrict(gate, app, closed, { block_type: 2 });
      const { restriction: told } = await logIn(gate, app, open);
      assert.ok(told.appeal_code.startsWith(`${told.support_code}-`));
      assert.ok(!('appeal_code' in (await restrictionOf(gate, app, closed))));
      for (const generation of GENERATIONS) {
        const types = await generation.call(gate, app, '/game/block/type/get');
        for (const type of types.body.data.block_type_list) assert.ok(!('appeals' in type));
      }
    });

    test('an app server appeals once per restriction, where the type allows it', async () => {
      const player = newPlayer();
      assertSays(await appeal(player), says(2002));
      await restrict(gate, app, player, { block_type: 2 });
      assertSays(await appeal(player), says(4017));
      await restrict(gate, app, player);
      const id = await appealed(player, { language: 'de' });
      assertSays(await appeal(player), says(4018));
      assert.deepEqual(await read(id), {
        appeal_id: id,
        player_id: player,
        scope: 'login',
        block_type: 1,
        source: 'app_server',
        language: 'de',
        text: TEXT,
        state: 'open',
        created_at: new Date(gate.now).toISOString(),
        answer: null,
        decided_at: null,
        decided_by: null,
      });
      assert.deepEqual(await newestAudit(gate, 1), [
        opened(player, id, { actor: `app server ${app.clientId}`, source: 'app_server' }),
      ]);
      for (const text of ['', '  ', 'x'.repeat(2_001)]) {
        const field = { field: 'text' };
        assertSays(await appeal(player, { text }), says(4000, field));
      }
    });

    test('release: the player is free, the history says who, and the app server hears of both', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      const id = await appealed(player);
      gate.now += 3 * HOUR;
      const done = await decide(id, { decision: 'release', answer: 'Sorry.', comment: 'checked' });
      assert.deepEqual(
        [done.status, done.body.state, done.body.decided_by.kind],
        [200, 'released', 'admin'],
      );
      assert.equal(await restrictionOf(gate, app, player), null);
      assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'released']);
      const events = await eventsAbout(player);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['restriction.set', 'appeal.opened', 'restriction.released', 'appeal.decided'],
      );
      assert.deepEqual(events.at(-1).data, {
        appid: app.appid,
        appealId: id,
        playerId: player,
        scope: 'login',
        blockType: 1,
        source: 'app_server',
        decision: 'released',
        answer: 'Sorry.',
      });
      assert.ok(!JSON.stringify(events).includes(TEXT));
      const [entry] = await newestAudit(gate, 1, 'appeal.decide');
      assert.equal(entry.target, `apps/${app.appid}/players/${player}/appeals/${id}`);
      assert.equal((await decide(id, { decision: 'uphold' })).status, 400);
    });

    test('shorten: an earlier end, never a later one; uphold changes nothing', async () => {
      const player = newPlayer();
      await restrict(gate, app, player, { end_date: dateText(gate.now + 10 * DAY) });
      const id = await appealed(player);
      const refused = [
        { decision: 'shorten' },
        { decision: 'shorten', end_date: dateText(gate.now + 10 * DAY) },
        { decision: 'shorten', end_date: dateText(gate.now - DAY) },
        { decision: 'shorten', end_date: 'soon' },
        { decision: 'release', end_date: dateText(gate.now + DAY) },
      ];
      for (const body of refused) {
        const { status, body: problem } = await decide(id, body);
        assert.deepEqual([status, problem.errors?.[0]?.field], [400, 'end_date']);
      }
      const end_date = dateText(gate.now + 2 * DAY);
      assert.equal((await decide(id, { decision: 'shorten', end_date })).body.state, 'shortened');
      const { end_date: now, status } = await restrictionOf(gate, app, player);
      assert.deepEqual([now, status], [end_date, 'B']);

      const permanent = newPlayer();
      await restrict(gate, app, permanent, { status: 'P' });
      const upheld = await appealed(permanent);
      assert.equal((await decide(upheld, { decision: 'uphold' })).body.state, 'upheld');
      assert.deepEqual(await actionsOn(gate, app, permanent), ['registered']);
    });

    test('again after N days, if the project says so; a new restriction can be appealed anyway', async () => {
      const player = newPlayer();
      const status = 'P';
      await restrict(gate, app, player, { status });
      await decide(await appealed(player), { decision: 'uphold' });
      assertSays(await appeal(player), says(4018));
      assert.equal((await settings({ again_after_days: 7 })).status, 200);
      assertSays(await appeal(player), says(4018));
      gate.now += 7 * DAY;
      await decide(await appealed(player), { decision: 'uphold' });
      await settings({});
      assertSays(await appeal(player), says(4018));
      // A change keeps the restriction the same.
      await restrict(gate, app, player, { status, block_type: 1 });
      assertSays(await appeal(player), says(4018));
      await call(gate, app, '/game/block/delete', { player_id: player });
      await restrict(gate, app, player, { status });
      await appealed(player);
    });

    test('the end of the restriction ends its open appeal, whoever or whatever ended it', async () => {
      const [released, expired] = [newPlayer(), newPlayer()];
      const ids: string[] = [];
      for (const player of [released, expired]) {
        await restrict(gate, app, player);
        ids.push(await appealed(player));
      }
      await call(gate, app, '/game/block/delete', { player_id: released });
      gate.now += 2 * DAY;
      await gate.service.restrictions.expire();
      for (const id of ids) {
        const { state, decided_by, decided_at } = await read(id);
        assert.deepEqual([state, decided_by], ['ended', null]);
        assert.notEqual(decided_at, null);
        assert.equal((await decide(id, { decision: 'uphold' })).status, 400);
      }
      const last = (await eventsAbout(expired)).at(-1);
      assert.deepEqual([last.type, last.data.decision], ['appeal.decided', 'ended']);
    });

    test('a second person decides, if the project says so', async () => {
      const player = newPlayer();
      const { player_id: _, ...fields } = restriction(gate, player);
      await admin(gate, 'PUT', path(`/players/${player}/restriction`), fields);
      const id = await appealed(player);
      assert.ok(!('own_restriction' in (await read(id))));
      await settings({ second_person: true });
      assert.equal((await read(id)).own_restriction, true);
      const own = await decide(id, { decision: 'uphold' });
      assert.deepEqual([own.status, own.body.errors[0].field], [400, 'decision']);
      const other = newPlayer();
      await restrict(gate, app, other);
      const theirs = await appealed(other);
      assert.ok(!('own_restriction' in (await read(theirs))));
      assert.equal((await decide(theirs, { decision: 'uphold' })).status, 200);
      await settings({});
      assert.equal((await decide(id, { decision: 'uphold' })).status, 200);
    });

    test('the queue: oldest first, by state, scope, type, player and age', async () => {
      const players = [newPlayer(), newPlayer()];
      const ids: string[] = [];
      const start = gate.now;
      for (const player of players) {
        const scoped = { ...restriction(gate, player, { status: 'P' }), scope: 'trade' };
        await call(gate, app, '/game/block/scope/set', scoped);
        ids.push(await appealed(player, { scope: 'trade', language: LANGUAGES[ids.length] }));
        gate.now += HOUR;
      }
      const list = async (query: string) => {
        const { body } = await admin(gate, 'GET', path(`/appeals?scope=trade${query}`));
        return body.items.map(({ appeal_id }: { appeal_id: string }) => appeal_id);
      };
      assert.deepEqual(await list(''), ids);
      assert.deepEqual(await list('&limit=1'), [ids[0]]);
      assert.deepEqual(await list(`&after=${ids[0]}`), [ids[1]]);
      assert.deepEqual(await list(`&player_id=${players[1]}`), [ids[1]]);
      assert.deepEqual(await list('&block_type=2'), []);
      assert.deepEqual(await list('&language=ja'), [ids[1]]);
      assert.deepEqual(await list('&sort=-created_at'), ids.toReversed());
      assert.deepEqual(await list(`&sort=-created_at&after=${ids[1]}`), [ids[0]]);
      assert.deepEqual(await list(`&created_to=${new Date(start).toISOString()}`), [ids[0]]);
      await decide(ids[0] as string, { decision: 'uphold' });
      assert.deepEqual(await list(''), [ids[1]]);
      assert.deepEqual(await list('&state=upheld'), [ids[0]]);
      assert.deepEqual(await list('&state=any'), ids);
    });

    test('the project counts the open ones of each app that has any', async () => {
      const { body: before } = await admin(gate, 'GET', attention());
      const player = newPlayer();
      await restrict(gate, app, player, { status: 'P' });
      const id = await appealed(player);
      const { count = 0 } = before.appeals[0] ?? {};
      const now = await admin(gate, 'GET', attention());
      assert.deepEqual(now.body.appeals, [{ appid: app.appid, count: count + 1 }]);
      await decide(id, { decision: 'release' });
      assert.deepEqual((await admin(gate, 'GET', attention())).body.appeals, before.appeals);
    });

    test('ready answers of a type: in the language of the appeal, or in English', async () => {
      const type = await registerType(gate, app);
      const answers = [
        { decision: 'uphold', language: 'en', text: 'It stays.' },
        { decision: 'uphold', language: 'ja', text: '変わりません。' },
        { decision: 'release', language: 'ja', text: '解除しました。' },
      ];
      const put = (body: object) => admin(gate, 'PUT', path(`/types/${type}/appeals`), body);
      const twice = await put({ allowed: true, answers: [...answers, answers[0]] });
      assert.deepEqual([twice.status, twice.body.errors[0].field], [400, 'answers']);
      assert.deepEqual((await put({ allowed: true, answers })).body.appeal_answers, answers);
      const kept = await put({ allowed: true });
      assert.deepEqual(kept.body.appeal_answers, answers);
      const { block_type, appeals, appeal_answers, ...texts } = kept.body;
      const renamed = await admin(gate, 'PUT', path(`/types/${type}`), texts);
      assert.deepEqual([renamed.body.appeals, renamed.body.appeal_answers], [true, answers]);
      for (const generation of GENERATIONS) {
        const { body } = await generation.call(gate, app, '/game/block/type/get');
        assert.ok(!JSON.stringify(body).includes('answers'));
      }
      const answered = async (language: string, body: object) => {
        const player = newPlayer();
        await restrict(gate, app, player, { status: 'P', block_type: type });
        return decide(await appealed(player, { language }), { ready_answer: true, ...body });
      };
      const told = async (language: string, body: object) =>
        (await answered(language, body)).body.answer;
      assert.equal(await told('ja', { decision: 'uphold' }), '変わりません。');
      assert.equal(await told('de', { decision: 'uphold' }), 'It stays.');
      assert.equal(await told('ja', { decision: 'release' }), '解除しました。');
      for (const body of [{ decision: 'release' }, { decision: 'uphold', answer: 'No.' }]) {
        const { status, body: problem } = await answered('de', body);
        assert.deepEqual([status, problem.errors[0].field], [400, 'ready_answer']);
      }
      assert.ok(!('appeal_answers' in (await put({ allowed: false, answers: [] })).body));
    });

    test('figures: how many, how many granted, the median time, by type and operator', async () => {
      const other = await gate.createApp();
      await registerType(gate, other);
      await admin(gate, 'PUT', `/apps/${other.appid}/types/1/appeals`, { allowed: true });
      for (const [decision, hours] of [
        ['release', 1],
        ['uphold', 4],
        ['uphold', 9],
      ] as const) {
        const player = newPlayer();
        await restrict(gate, other, player, { status: 'P' });
        const fields = { player_id: player, text: TEXT };
        const { body } = await call(gate, other, '/game/block/appeal', fields);
        gate.now += hours * HOUR;
        const route = `/apps/${other.appid}/appeals/${body.data.appeal_id}/decide`;
        assert.equal((await admin(gate, 'POST', route, { decision })).status, 200);
      }
      const { body } = await admin(gate, 'GET', `/apps/${other.appid}/figures/appeals`);
      const sums = { made: 3, decided: 3, granted: 1, median_hours: 4 };
      assert.deepEqual(
        { ...body, by_operator: body.by_operator.length },
        { ...sums, by_type: [{ block_type: 1, ...sums }], by_operator: 1 },
      );
    });

    test('the page: code, text, answer, all with the same code and without a script', async () => {
      const player = newPlayer();
      await restrict(gate, app, player, { status: 'P' });
      const code = await codeOf(player);
      const empty = await inject(gate.service, 'GET', '/appeal?lang=ar');
      assert.equal(empty.status, 200);
      assert.match(String(empty.headers['content-type']), /^text\/html/);
      assert.match(String(empty.body), /<html lang="ar" dir="rtl">/);
      const found = await page({ code: code.toLowerCase(), lang: 'en' });
      assert.equal(found.status, 200);
      assert.match(found.body, /You broke the rules\..*<textarea/s);
      const blank = await page({ code, lang: 'en', send: '1', text: ' ' });
      assert.deepEqual([blank.status, /role="alert"/.test(blank.body)], [400, true]);
      const long = await page({ code, send: '1', text: 'x'.repeat(2_001) });
      assert.equal(long.status, 400);
      const sent = await page({
        code,
        lang: 'en',
        send: '1',
        text: `  ${'한'.repeat(1_998)}\r\n!`,
      });
      assert.match(sent.body, /We have received your appeal/);
      const twice = await page({ code, lang: 'en', send: '1', text: 'again' });
      assert.match(twice.body, /We have received your appeal/);
      const { body } = await admin(gate, 'GET', path(`/appeals?player_id=${player}`));
      assert.deepEqual(
        body.items.map(({ source, text }: { source: string; text: string }) => [
          source,
          text.length,
        ]),
        [['page', 2_000]],
      );
      const [{ appeal_id: id }] = body.items;
      assert.deepEqual(await newestAudit(gate, 1), [
        opened(player, id, { actor: 'appeal page', source: 'page' }),
      ]);
      await decide(id, { decision: 'release', answer: 'We <b>agree</b>.' });
      const answered = await page({ code, lang: 'en' });
      assert.match(answered.body, /granted\. The restriction has been lifted.*We &lt;b&gt;agree/s);
      assert.ok(!answered.body.includes('<form method="post"'));
    });

    test('wrong codes: one answer for all of them, and ten in ten minutes for an address', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      const code: string = await codeOf(player);
      const { support_code } = await restrictionOf(gate, app, player);
      const wrong = [
        `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`,
        support_code,
        code.replace(/^\d+/, '999'),
        code.replace(/-(.+?)-/, '-ZZZZ-'),
      ];
      const address = { 'x-forwarded-for': '198.51.100.7' };
      const answers = new Set<string>();
      for (const each of wrong) {
        const { status, body } = await page({ code: each, lang: 'en' }, address);
        assert.equal(status, 400);
        answers.add(body.replace(/value="[^"]*"/g, ''));
      }
      assert.equal(answers.size, 1);
      for (let more = 0; more < 6; more++) await page({ code: 'x' }, address);
      const limited = await page({ code }, address);
      assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '600']);
      assert.equal((await page({ code }, { 'x-forwarded-for': '198.51.100.8' })).status, 200);
    });

    test('erased with the player: text, answer, entries of the audit log, events that wait', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      const secret = 'only the player knows';
      const id = await appealed(player, { text: secret });
      await decide(id, { decision: 'release', answer: 'a private answer' });
      const exported = await admin(gate, 'GET', path(`/players/${player}/export`));
      assert.match(JSON.stringify(exported.body), new RegExp(secret));
      const erasure = { confirm: String(player) };
      assert.equal(
        (await admin(gate, 'POST', path(`/players/${player}/erasure`), erasure)).status,
        200,
      );
      await gate.service.erasures.turn();
      gate.now += DAY;
      await gate.service.erasures.turn();
      assert.equal((await admin(gate, 'GET', path(`/appeals/${id}`))).status, 404);
      assert.deepEqual(await eventsAbout(player), []);
      const log = JSON.stringify(await newestAudit(gate, 50));
      assert.ok(!log.includes('a private answer'));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, trustProxy: 1 },
);
