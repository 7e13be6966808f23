// Restricted players through the admin API: restrict, change, release, history, and the search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WALKS } from '../../src/restriction/search.ts';
import { CHANGE_WALKS } from '../../src/restriction/search-by-change.ts';
import { insertRows } from '../../src/storage/rows.ts';
import {
  DAY,
  dateText,
  newPlayer,
  registerType,
  restrict,
  restriction,
  restrictionOf,
  SECOND,
} from '../restriction/players.ts';
import { type Gate, START, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';
import { planOf } from './plan.ts';
import { newMember, newOwner, signIn } from './visitor.ts';

async function newApp(gate: Gate, types = 1): Promise<TestApp> {
  const app = await gate.createApp();
  for (let type = 0; type < types; type++) await registerType(gate, app);
  return app;
}

const period = (gate: Gate, days = 1) => ({
  status: 'B',
  block_type: 1,
  start_date: dateText(gate.now),
  end_date: dateText(gate.now + days * DAY),
});

async function found(gate: Gate, app: TestApp, query: string): Promise<number[]> {
  const players: number[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await admin(
      gate,
      'GET',
      `/apps/${app.appid}/restrictions?limit=3${query}${after && `&after=${after}`}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    players.push(...body.items.map((item: { player_id: number }) => item.player_id));
    if (body.next === null) return players;
    after = body.next;
  }
}

suite(
  'console restricted players',
  (gate) => {
    test('an operator restricts, changes and releases with a comment; the history says who and why', async () => {
      const app = await newApp(gate);
      const owner = await signIn(gate, await newOwner(gate));
      const operator = await newMember(gate, owner, app.gameIndex, 'operator');
      const player = 9007199254740993n;
      const path = `/apps/${app.appid}/players/${player}`;
      assert.deepEqual((await operator.send('GET', path)).body, {
        player_id: player,
        restriction: null,
      });
      const first = { ...period(gate), comment: 'Ticket 7' };
      const restricted = await operator.send('PUT', `${path}/restriction`, first);
      const shown = {
        ...period(gate),
        player_id: player,
        in_effect: true,
        changed_at: '2026-11-15T12:00:00.000Z',
        actor_kind: 'console',
        actor: operator.email,
      };
      assert.deepEqual(restricted.body, { player_id: player, restriction: shown });
      assert.equal((await restrictionOf(gate, app, player)).block_type, 1);
      const longer = { ...period(gate, 2), comment: 'Once more' };
      assert.equal((await operator.send('PUT', `${path}/restriction`, longer)).status, 200);
      const released = await operator.send('POST', `${path}/release`, { comment: 'Appeal' });
      assert.deepEqual(released.body, { player_id: player, restriction: null });
      const again = await operator.send('POST', `${path}/release`, {});
      assert.equal(again.body.detail, `Player ${player} is not restricted.`);

      const actor = { kind: 'console', name: operator.email };
      const at = '2026-11-15T12:00:00.000Z';
      const history = await operator.send('GET', `${path}/history`);
      const entries = history.body.items.map(({ seq: _, ...entry }: { seq: number }) => entry);
      assert.deepEqual(entries, [
        { at, action: 'released', actor, comment: 'Appeal', before: period(gate, 2), after: null },
        {
          at,
          action: 'changed',
          actor,
          comment: 'Once more',
          before: period(gate),
          after: period(gate, 2),
        },
        { at, action: 'registered', actor, comment: 'Ticket 7', before: null, after: period(gate) },
      ]);
      assert.equal(history.body.next, null);
      const page = await operator.send('GET', `${path}/history?limit=2`);
      const rest = await operator.send('GET', `${path}/history?after=${page.body.next}`);
      assert.deepEqual([...page.body.items, ...rest.body.items], history.body.items);

      const [newest] = await newestAudit(gate, 1, 'restriction.released');
      assert.deepEqual(newest, {
        at,
        actor_kind: 'console',
        actor: operator.email,
        action: 'restriction.released',
        game_index: app.gameIndex,
        target: `apps/${app.appid}/restrictions/${player}`,
        before: period(gate, 2),
        after: { comment: 'Appeal' },
      });
    });

    test('skip_blocked leaves an existing restriction as it is', async () => {
      const app = await newApp(gate);
      const path = `/apps/${app.appid}/players/${newPlayer()}/restriction`;
      await admin(gate, 'PUT', path, period(gate));
      const answer = await admin(gate, 'PUT', path, { ...period(gate, 5), skip_blocked: true });
      assert.equal(answer.body.restriction.end_date, period(gate).end_date);
    });

    test('what is wrong is said field by field', async () => {
      const app = await newApp(gate);
      const path = `/apps/${app.appid}/players/${newPlayer()}/restriction`;
      for (const [more, field, message] of [
        [{ block_type: 9 }, 'block_type', 'The app has no restriction type 9.'],
        [
          { start_date: '2026-02-30 00:00:00' },
          'start_date',
          'Must be a date and time (YYYY-MM-DD HH:mm:ss), not after end_date.',
        ],
        [
          { start_date: dateText(gate.now - DAY), end_date: dateText(gate.now - 1_000) },
          'end_date',
          'Must be a date and time (YYYY-MM-DD HH:mm:ss) in the future.',
        ],
      ] as const) {
        const answer = await admin(gate, 'PUT', path, { ...period(gate), ...more });
        const errors = [{ field, message }];
        assert.deepEqual(answer.body, problem('invalid_request', path, message, errors));
      }
      const tooLarge = `/apps/${app.appid}/players/9223372036854775808`;
      assert.equal((await admin(gate, 'GET', tooLarge)).status, 400);
      assert.equal((await admin(gate, 'GET', `/apps/${app.appid}/players/0`)).status, 400);
      assert.equal((await admin(gate, 'GET', '/apps/nowhere/players/1')).status, 404);
    });

    test('the search walks the soonest to end first, then the permanent ones, and by every filter', async () => {
      const app = await newApp(gate, 2);
      const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(newPlayer) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const until = (days: number) => ({ end_date: dateText(START + days * DAY) });
      await restrict(gate, app, a, until(3));
      await restrict(gate, app, b, { ...until(1), block_type: 2 });
      await restrict(gate, app, c, { ...until(9), status: 'P' });
      await restrict(gate, app, d, {
        start_date: dateText(START + 5 * DAY),
        ...until(9),
        block_type: 2,
      });
      await restrict(gate, app, e, { ...until(3), status: 'P', block_type: 2 });
      const at = (days: number) => new Date(START + days * DAY).toISOString();

      assert.deepEqual(await found(gate, app, ''), [b, a, d, c, e]);
      assert.deepEqual(await found(gate, app, '&status=B'), [b, a, d]);
      assert.deepEqual(await found(gate, app, '&status=P'), [c, e]);
      assert.deepEqual(await found(gate, app, '&block_type=2'), [b, d, e]);
      assert.deepEqual(await found(gate, app, '&block_type=2&status=P'), [e]);
      assert.deepEqual(await found(gate, app, `&from=${at(2)}`), [a, d, c, e]);
      assert.deepEqual(await found(gate, app, `&from=${at(2)}&to=${at(4)}`), [a, c, e]);
      assert.deepEqual(await found(gate, app, `&player_id=${d}`), [d]);
      assert.deepEqual(await found(gate, app, `&player_id=${d}&status=P`), []);
      assert.deepEqual(await found(gate, app, `&player_id=${d}&to=${at(4)}`), []);
      assert.deepEqual(await found(gate, app, '&player_id=77'), []);
      gate.now = START + 2 * DAY;
      assert.deepEqual(await found(gate, app, ''), [a, d, c, e], 'an ended one is none');
      gate.now = START;
      const bad = await admin(
        gate,
        'GET',
        `/apps/${app.appid}/restrictions?from=2026-13-45T00:00Z`,
      );
      assert.equal(bad.status, 400);
    });

    test('every search and count has a restriction until its last second is over', async () => {
      const app = await newApp(gate);
      const player = newPlayer();
      await restrict(gate, app, player);
      const queries = ['', '&block_type=1', `&player_id=${player}`, '&sort=-changed_at'];
      const counted = async () =>
        (await admin(gate, 'GET', `/apps/${app.appid}/restrictions/count`)).body.count;
      const shown = async () =>
        (await admin(gate, 'GET', `/apps/${app.appid}/players/${player}`)).body.restriction;
      const from = `&from=${new Date(START + DAY + SECOND - 1).toISOString()}`;
      for (const query of queries) assert.deepEqual(await found(gate, app, query + from), [player]);
      gate.now = START + DAY + SECOND - 1;
      for (const query of queries) assert.deepEqual(await found(gate, app, query), [player]);
      assert.deepEqual([await counted(), (await shown()).in_effect], [1, true]);
      gate.now += 1;
      for (const query of queries) assert.deepEqual(await found(gate, app, query), []);
      assert.deepEqual([await counted(), await shown()], [0, null]);
      gate.now = START;
    });

    test('a page goes on behind players that were released meanwhile, skipping and repeating none', async () => {
      const app = await newApp(gate);
      const players = Array.from({ length: 7 }, newPlayer);
      for (const player of players) await restrict(gate, app, player);
      const path = `/apps/${app.appid}/restrictions?limit=3`;
      const first = await admin(gate, 'GET', path);
      const ids = (answer: typeof first): number[] =>
        answer.body.items.map((item: { player_id: number }) => item.player_id);
      assert.deepEqual(ids(first), players.slice(0, 3));
      await admin(gate, 'POST', `/apps/${app.appid}/players/${players[2]}/release`, {});
      const second = await admin(gate, 'GET', `${path}&after=${first.body.next}`);
      assert.deepEqual(ids(second), players.slice(3, 6));
    });

    test('every walk goes along an index, so a late page costs no more than the first', async () => {
      const { db } = gate.service.context.storage;
      const app = await newApp(gate);
      // Few permanent ones among many others: what a walk by player number would search for long.
      const by = {
        actor_kind: null,
        actor: null,
        scope: 'login',
        since_seq: 0,
        appealed: 0,
        with_devices: 0,
      } as const;
      const at = { start_date: '', end_date: '', starts_at: START, changed_at: START, ...by };
      await insertRows(
        db,
        'restricted_player',
        Array.from({ length: 4_000 }, (_, index) => ({
          ...at,
          game_index: app.gameIndex,
          appid: app.appid,
          player_id: index + 1,
          block_type: 1 + (index % 50),
          status: index % 1_000 === 0 ? ('P' as const) : ('B' as const),
          ends_at: index % 1_000 === 0 ? null : START + DAY + index,
        })),
      );
      const { appid, gameIndex } = app;
      const place = { appid, gameIndex, scope: 'login', playerId: 5n, limit: 50 };
      const walk = { ...place, endsAt: START, blockType: 1 };
      for (const [index, walks] of [
        [/restricted_player_by_end/, [WALKS.timed, WALKS.permanent]],
        [/restricted_player_by_type/, [WALKS.timedOfType, WALKS.permanentOfType]],
      ] as const) {
        for (const { filled } of walks) {
          const text = await planOf(gate, 'restricted_player', filled(db, walk));
          assert.match(text, index);
          assert.doesNotMatch(text, /SCAN restricted_player|Seq Scan/);
        }
      }
      for (const { filled } of [CHANGE_WALKS.newest, CHANGE_WALKS.oldest]) {
        const key = { ...place, changedAt: START };
        const text = await planOf(gate, 'restricted_player', filled(db, key));
        assert.match(text, /restricted_player_by_change/);
        assert.doesNotMatch(text, /SCAN restricted_player|Seq Scan|TEMP B-TREE|Sort/);
      }
    });

    test('sorted by the last change, with every filter; counted; as a file', async () => {
      const app = await newApp(gate, 2);
      const stranger = await newApp(gate);
      await restrict(gate, stranger, newPlayer());
      const [a, b, c, d] = [1, 2, 3, 4].map(newPlayer) as [number, number, number, number];
      await restrict(gate, app, a);
      gate.now += 1_000;
      await restrict(gate, app, b, { block_type: 2 });
      await restrict(gate, app, c, { status: 'P' });
      gate.now += 1_000;
      await restrict(gate, app, d, { start_date: dateText(gate.now + DAY / 2) });
      await restrict(gate, app, a, { end_date: dateText(gate.now + 2 * DAY) });
      const newest = (query = '') => found(gate, app, `&sort=-changed_at${query}`);
      assert.deepEqual(await newest(), [d, a, c, b]);
      assert.deepEqual(await found(gate, app, '&sort=changed_at'), [b, c, a, d]);
      assert.deepEqual(await newest('&status=P'), [c]);
      assert.deepEqual(await newest('&block_type=2'), [b]);
      assert.deepEqual(await newest(`&player_id=${b}`), [b]);
      assert.deepEqual(await newest(`&to=${new Date(gate.now).toISOString()}`), [a, c, b]);
      const later = new Date(gate.now + 1.5 * DAY).toISOString();
      assert.deepEqual(await newest(`&from=${later}`), [a, c]);

      const path = `/apps/${app.appid}/restrictions`;
      const count = async (query: string) =>
        (await admin(gate, 'GET', `${path}/count?${query}`)).body;
      assert.deepEqual(await count(''), { count: 4, is_exact: true });
      assert.deepEqual(await count('status=B'), { count: 3, is_exact: true });
      assert.deepEqual(await count('block_type=1&status=P'), { count: 1, is_exact: true });
      assert.deepEqual(await count(`player_id=${b}&status=P`), { count: 0, is_exact: true });
      const soon = `to=${new Date(gate.now).toISOString()}`;
      assert.deepEqual(await count(soon), { count: 3, is_exact: true });

      const file = await admin(gate, 'GET', `${path}/file?sort=-changed_at&status=B`);
      assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(file.headers['content-disposition'], 'attachment; filename="restrictions.csv"');
      const changed = (at: number) => new Date(at).toISOString();
      const [now, first] = [gate.now, gate.now - 2_000];
      const by = `client,${app.clientId}`;
      assert.equal(
        file.body,
        [
          'player_id,status,block_type,start_date,end_date,in_effect,changed_at,actor_kind,actor',
          `${d},B,1,${dateText(now + DAY / 2)},${dateText(now + DAY)},false,${changed(now)},${by}`,
          `${a},B,1,${dateText(now)},${dateText(now + 2 * DAY)},true,${changed(now)},${by}`,
          `${b},B,2,${dateText(first + 1_000)},${dateText(first + 1_000 + DAY)},true,${changed(now - 1_000)},${by}`,
          '',
        ].join('\r\n'),
      );
      gate.now = START;

      const wrong = `${path}?sort=-changed_at&after=P~0~5`;
      const detail = 'Send `next` of the previous page, with the same sort.';
      const { body } = await admin(gate, 'GET', wrong);
      const errors = [{ field: 'after', message: detail }];
      assert.deepEqual(body, problem('invalid_request', path, detail, errors));
    });

    test('found by who made or last changed them and when; counted', async () => {
      const app = await newApp(gate);
      const [a, b, c] = [1, 2, 3].map(newPlayer) as [number, number, number];
      await restrict(gate, app, a);
      gate.now += 1_000;
      const since = new Date(gate.now).toISOString();
      await restrict(gate, app, b);
      const owner = await signIn(gate, await newOwner(gate));
      const change = `/apps/${app.appid}/players/${c}/restriction`;
      await owner.send('PUT', change, period(gate, 2));
      gate.now += 1_000;
      const until = new Date(gate.now - 1).toISOString();
      await owner.send('PUT', `/apps/${app.appid}/players/${a}/restriction`, period(gate, 3));
      const path = `/apps/${app.appid}/restrictions`;
      for (const [query, players] of [
        ['actor_kind=console', [a, c]],
        ['actor_kind=app_server', [b]],
        [`actor=${encodeURIComponent(owner.email)}&actor_kind=console`, [a, c]],
        [`actor=${app.clientId}`, [b]],
        ['actor=nobody', []],
        [`changed_from=${since}`, [a, c, b]],
        [`changed_from=${since}&changed_to=${until}`, [c, b]],
        [`changed_to=${since}`, [c, b]],
        [`changed_to=${since}&actor_kind=console`, [c]],
        [`changed_to=${since}&actor_kind=console&player_id=${a}`, []],
      ] as const) {
        for (const sort of ['-changed_at', 'changed_at', 'end_date']) {
          const answer = await found(gate, app, `&sort=${sort}&${query}`);
          assert.deepEqual(answer.toSorted(), players.toSorted(), `${sort} ${query}`);
        }
        const { body } = await admin(gate, 'GET', `${path}/count?${query}`);
        assert.deepEqual(body, { count: players.length, is_exact: true }, query);
      }
      assert.deepEqual(await found(gate, app, `&sort=-changed_at&changed_from=${since}`), [
        a,
        c,
        b,
      ]);
      gate.now = START;
    });

    test('a count stops at 10,000; a page by change reads a bounded number of rows', async () => {
      const { db } = gate.service.context.storage;
      const app = await newApp(gate);
      const { appid, gameIndex: game_index } = app;
      const by = {
        actor_kind: null,
        actor: null,
        scope: 'login',
        since_seq: 0,
        appealed: 0,
        with_devices: 0,
      } as const;
      const at = { start_date: '', end_date: '', starts_at: START, block_type: 1, ...by };
      const rows = Array.from({ length: 20_002 }, (_, index) => ({
        ...at,
        game_index,
        appid,
        player_id: index + 1,
        status: index === 0 ? ('P' as const) : ('B' as const),
        ends_at: index === 0 ? null : START + DAY,
        changed_at: START + index,
      }));
      await db.transaction().execute((tx) => insertRows(tx, 'restricted_player', rows));
      const path = `/apps/${appid}/restrictions`;
      const count = async (query: string) =>
        (await admin(gate, 'GET', `${path}/count?${query}`)).body;
      assert.deepEqual(await count(''), { count: 10_000, is_exact: false });
      assert.deepEqual(await count('status=P'), { count: 1, is_exact: true });
      const page = await admin(gate, 'GET', `${path}?sort=-changed_at&status=P`);
      assert.deepEqual(page.body.items, []);
      const next = `${path}?sort=-changed_at&status=P&after=${page.body.next}`;
      const rest = await admin(gate, 'GET', next);
      assert.deepEqual([rest.body.items.length, rest.body.next], [1, null]);
    });

    test('many players are released at once; each is in the history and in the audit log', async () => {
      const app = await newApp(gate);
      const stranger = await newApp(gate);
      const players = Array.from({ length: 3 }, newPlayer);
      const long = 9_007_199_254_740_993n;
      for (const player of [...players, long]) await restrict(gate, app, player);
      await restrict(gate, stranger, players[0] as number);
      const nobody = newPlayer();
      const path = `/apps/${app.appid}/restrictions/release`;
      const player_ids = [...players, long, nobody, players[0]].map(String);
      const answer = await admin(gate, 'POST', path, { player_ids, comment: 'Amnesty' });
      const { job_id, ...outcome } = answer.body;
      assert.deepEqual(outcome, { released: [...players, long], not_restricted: [nobody] });
      const list = await admin(gate, 'GET', `/apps/${app.appid}/bulk/${job_id}`);
      assert.deepEqual(
        [list.body.action, list.body.comment, list.body.results],
        ['release', 'Amnesty', { released: 4 }],
      );
      assert.deepEqual(await found(gate, app, ''), []);
      assert.deepEqual(await found(gate, stranger, ''), [players[0]]);
      const history = `/apps/${app.appid}/players/${long}/history`;
      const { items } = (await admin(gate, 'GET', history)).body;
      assert.deepEqual([items[0].action, items[0].comment], ['released', 'Amnesty']);
      const audit = `/audit?game_index=${app.gameIndex}&action=restriction.released`;
      assert.equal((await admin(gate, 'GET', audit)).body.items.length, 4);
      for (const body of [{ player_ids: [] }, { player_ids: ['x'] }, {}]) {
        assert.equal((await admin(gate, 'POST', path, body)).status, 400);
      }
      const large = await admin(gate, 'POST', path, { player_ids: ['9223372036854775808'] });
      assert.equal(large.body.detail, 'Must be at most 9223372036854775807.');
    });

    test('a restriction made in the game is found in the console', async () => {
      const app = await newApp(gate);
      const player = newPlayer();
      await restrict(gate, app, player);
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/restrictions`);
      const { player_id, ...fields } = restriction(gate, player);
      const by = { actor_kind: 'client', actor: app.clientId };
      const changed_at = '2026-11-15T12:00:00.000Z';
      assert.deepEqual(body, {
        items: [{ ...fields, player_id, in_effect: true, changed_at, ...by }],
        next: null,
      });
    });
  },
  { adminToken: ADMIN_TOKEN },
);
