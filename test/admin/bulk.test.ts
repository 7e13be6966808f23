// Bulk work: a dry run that tells every row, a background run that does each row once, a file of results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printJson } from '../../src/base/json.ts';
import { createBulkRunner } from '../../src/restriction/bulk/runner.ts';
import { createLog } from '../../src/start/log.ts';
import { createDirectory } from '../../src/tenants/directory.ts';
import { generation2 } from '../restriction/generations.ts';
import {
  actionsOn,
  DAY,
  dateText,
  historyOf,
  newPlayer,
  registerType,
  restrict,
  restriction,
  restrictionOf,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, START, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, asAdmin, newestAudit, problem } from './caller.ts';

const PERIOD = `status=B&block_type=1&start_date=${encodeURIComponent(dateText(START))}&end_date=${encodeURIComponent(dateText(START + DAY))}`;
const FROM = dateText(START);
const TO = dateText(START + DAY);

async function newApp(gate: Gate): Promise<TestApp> {
  const app = await gate.createApp();
  await registerType(gate, app);
  return app;
}

function upload(gate: Gate, app: TestApp, query: string, text: string): Promise<Answer> {
  return gate.send('POST', `/admin/v1/apps/${app.appid}/bulk?${query}`, text, {
    ...asAdmin,
    'content-type': 'text/csv',
  });
}

async function apply(gate: Gate, app: TestApp, jobId: string): Promise<Answer> {
  const path = `/apps/${app.appid}/bulk/${jobId}`;
  const started = await admin(gate, 'POST', `${path}/apply`);
  assert.equal(started.status, 200, printJson(started.body));
  assert.equal(started.body.state, 'running');
  await gate.service.bulk.turn();
  return admin(gate, 'GET', path);
}

const file = async (gate: Gate, app: TestApp, jobId: string): Promise<string[]> => {
  const answer = await admin(gate, 'GET', `/apps/${app.appid}/bulk/${jobId}/file`);
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(answer.headers['content-disposition'], `attachment; filename="bulk-${jobId}.csv"`);
  return answer.body.trimEnd().split('\r\n');
};

suite(
  'console bulk',
  (gate) => {
    test('the dry run says what each row would do and changes nothing', async () => {
      const app = await newApp(gate);
      const [fresh, same, other, twice, ended] = Array.from({ length: 5 }, newPlayer);
      await restrict(gate, app, same as number);
      await restrict(gate, app, other as number, { end_date: dateText(START + 2 * DAY) });
      const rows = [
        'player_id,status,block_type,start_date,end_date',
        `${fresh},B,1,${FROM},${TO}`,
        `${same},B,1,${FROM},${TO}`,
        `${other},B,1,${FROM},${TO}`,
        `${twice},P,1,${FROM},${TO}`,
        `${twice},B,1,${FROM},${TO}`,
        `${ended},B,9,${FROM},${TO}`,
        'abc,B,1,,',
        `9223372036854775808,B,1,${FROM},${TO}`,
        `8,X,1,${FROM},${TO}`,
        `9,B,one,${FROM},${TO}`,
        `10,B,1,,${TO}`,
        `11,B,1,2026-02-30 00:00:00,${TO}`,
        `12,B,1,${TO},${FROM}`,
        `13,B,1,2026-01-01 00:00:00,2026-01-02 00:00:00`,
        '',
        `"14","B","1","${FROM}","${TO}"`,
      ].join('\r\n');
      const answer = await upload(gate, app, 'action=restrict&comment=Raid', `\uFEFF${rows}`);
      assert.equal(answer.status, 201, printJson(answer.body));
      const { job_id, ...job } = answer.body;
      assert.deepEqual(job, {
        appid: app.appid,
        action: 'restrict',
        state: 'ready',
        skip_blocked: false,
        comment: 'Raid',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        actor_kind: 'admin',
        undoes: null,
        total: 15,
        done: 0,
        verdicts: { new: 3, already_restricted: 1, changed: 1, invalid: 9, unknown_type: 1 },
        results: {},
        created_at: '2026-11-15T12:00:00.000Z',
        finished_at: null,
      });
      const path = `/apps/${app.appid}/bulk/${job_id}/rows`;
      const { items } = (await admin(gate, 'GET', path)).body;
      const hint = 'must be a date and time such as 2026-11-15 00:00:00.';
      assert.deepEqual(
        items.map((row: { row: number; verdict: string; reason: string | null }) => [
          row.row,
          row.verdict,
          row.reason,
        ]),
        [
          [1, 'new', null],
          [2, 'already_restricted', null],
          [3, 'changed', null],
          [4, 'new', null],
          [5, 'invalid', 'The player is already in row 4.'],
          [6, 'unknown_type', null],
          [7, 'invalid', 'player_id must be a positive integer.'],
          [8, 'invalid', 'player_id must be a positive integer.'],
          [9, 'invalid', 'status must be P or B.'],
          [10, 'invalid', 'block_type must be a number.'],
          [11, 'invalid', `start_date ${hint}`],
          [12, 'invalid', `start_date ${hint}`],
          [13, 'invalid', 'start_date is after end_date.'],
          [14, 'invalid', 'end_date is in the past.'],
          [15, 'new', null],
        ],
      );
      const changed = await admin(gate, 'GET', `${path}?verdict=changed`);
      assert.deepEqual(changed.body.items, [
        {
          row: 3,
          player_id: other,
          status: 'B',
          block_type: 1,
          start_date: FROM,
          end_date: TO,
          verdict: 'changed',
          reason: null,
          result: null,
        },
      ]);
      const invalid = await admin(gate, 'GET', `${path}?verdict=invalid&limit=4`);
      const rest = await admin(gate, 'GET', `${path}?verdict=invalid&after=${invalid.body.next}`);
      assert.equal(invalid.body.items.length + rest.body.items.length, 9);
      assert.equal(await restrictionOf(gate, app, fresh as number), null);
    });

    test('applying does each row once, through the same operations, and writes the result file', async () => {
      const app = await newApp(gate);
      const [fresh, same, other] = Array.from({ length: 3 }, newPlayer) as [number, number, number];
      await restrict(gate, app, same);
      await restrict(gate, app, other, { end_date: dateText(START + 2 * DAY) });
      const text = `${fresh}\n${same}\n${other}\nx\n=1+1\n`;
      const { body } = await upload(gate, app, `action=restrict&comment=Raid&${PERIOD}`, text);
      const done = await apply(gate, app, body.job_id);
      assert.deepEqual(
        [done.body.state, done.body.done, done.body.results, done.body.finished_at],
        [
          'done',
          5,
          { registered: 1, unchanged: 1, changed: 1, invalid: 2 },
          '2026-11-15T12:00:00.000Z',
        ],
      );
      const reason = 'player_id must be a positive integer.';
      assert.deepEqual(await file(gate, app, body.job_id), [
        'row,player_id,status,block_type,start_date,end_date,verdict,reason,result,source',
        `1,${fresh},B,1,${FROM},${TO},new,,registered,${fresh}`,
        `2,${same},B,1,${FROM},${TO},already_restricted,,unchanged,${same}`,
        `3,${other},B,1,${FROM},${TO},changed,,changed,${other}`,
        `4,,,,,,invalid,${reason},invalid,x`,
        `5,,,,,,invalid,${reason},invalid,'=1+1`,
      ]);
      assert.deepEqual(await actionsOn(gate, app, same), ['registered']);
      const [entry] = await historyOf(gate, app, fresh);
      assert.deepEqual(
        [entry.actor, entry.comment],
        [{ kind: 'admin', name: 'TOLLGATE_ADMIN_TOKEN' }, 'Raid'],
      );
      const [audit] = await newestAudit(gate, 1);
      assert.deepEqual(
        [audit.action, audit.target, audit.after],
        [
          'bulk.apply',
          `apps/${app.appid}/bulk/${body.job_id}`,
          {
            action: 'restrict',
            rows: 5,
            verdicts: { new: 1, already_restricted: 1, changed: 1, invalid: 2 },
            comment: 'Raid',
          },
        ],
      );
      const again = await admin(gate, 'POST', `/apps/${app.appid}/bulk/${body.job_id}/apply`);
      assert.deepEqual([again.status, again.body.detail], [409, 'The bulk job is already done.']);
    });

    for (const count of [400, 401]) {
      test(`the file has each of ${count} rows once`, async () => {
        const app = await newApp(gate);
        const players = Array.from({ length: count }, newPlayer);
        const { body } = await upload(gate, app, 'action=release', players.join('\n'));
        const [, ...rows] = await file(gate, app, body.job_id);
        assert.deepEqual(
          rows,
          players.map((player, index) => `${index + 1},${player},,,,,not_restricted,,,${player}`),
        );
      });
    }

    test('skip_blocked leaves existing restrictions alone', async () => {
      const app = await newApp(gate);
      const player = newPlayer();
      await restrict(gate, app, player, { end_date: dateText(START + 2 * DAY) });
      const query = `action=restrict&skip_blocked=true&${PERIOD}`;
      const { body } = await upload(gate, app, query, String(player));
      assert.deepEqual(body.verdicts, { already_restricted: 1 });
      assert.deepEqual((await apply(gate, app, body.job_id)).body.results, { unchanged: 1 });
    });

    test('skip_blocked leaves them alone before the period and the type are judged', async () => {
      const app = await newApp(gate);
      const [held, free] = [newPlayer(), newPlayer()];
      await restrict(gate, app, held, { status: 'P' });
      const past = dateText(START - DAY);
      const text = [held, free].map((player) => `${player},B,77,${past},${past}`).join('\n');
      const { body } = await upload(gate, app, 'action=restrict&skip_blocked=true', text);
      assert.deepEqual(body.verdicts, { already_restricted: 1, invalid: 1 });
      const done = await apply(gate, app, body.job_id);
      assert.deepEqual(done.body.results, { unchanged: 1, invalid: 1 });
      const lines = await file(gate, app, body.job_id);
      assert.match(String(lines[1]), /,already_restricted,,unchanged,/);
      assert.match(String(lines[2]), /,invalid,end_date is in the past\.,invalid,/);
    });

    test('releasing in bulk: tabs, semicolons and bare numbers all do', async () => {
      const app = await newApp(gate);
      for (const line of [(id: number) => `${id}\tnote`, (id: number) => `${id};`, String]) {
        const [held, free] = [newPlayer(), newPlayer()];
        await restrict(gate, app, held);
        const text = [held, free].map((id) => line(id)).join('\n');
        const { body } = await upload(gate, app, 'action=release', text);
        assert.deepEqual(body.verdicts, { release: 1, not_restricted: 1 });
        const done = await apply(gate, app, body.job_id);
        assert.deepEqual(done.body.results, { released: 1, not_restricted: 1 });
        assert.equal(await restrictionOf(gate, app, held), null);
      }
    });

    test('what changed since the dry run is decided anew', async () => {
      const app = await newApp(gate);
      const [first, late] = [newPlayer(), newPlayer()];
      const text = `${first},B,1,${FROM},${TO}\n${late},B,1,${FROM},${dateText(START + 60_000)}`;
      const { body } = await upload(gate, app, 'action=restrict', text);
      assert.deepEqual(body.verdicts, { new: 2 });
      await restrict(gate, app, first, { status: 'P' });
      gate.now = START + 120_000;
      const done = await apply(gate, app, body.job_id);
      assert.deepEqual(done.body.results, { changed: 1, invalid: 1 });
      const lines = await file(gate, app, body.job_id);
      assert.match(String(lines[2]), /,new,end_date is in the past\.,invalid,/);
      gate.now = START;
    });

    test('a process that stops half-way leaves the rest to another, and no row is done twice', async () => {
      const app = await newApp(gate);
      const players = Array.from({ length: 1_100 }, newPlayer);
      const query = `action=restrict&${PERIOD}`;
      const { body } = await upload(gate, app, query, players.join('\n'));
      assert.deepEqual(body.verdicts, { new: 1_100 });
      const path = `/apps/${app.appid}/bulk/${body.job_id}`;
      const doomed = await gate.secondService();
      await admin(gate, 'POST', `${path}/apply`);
      const working = doomed.bulk.turn();
      while ((await admin(gate, 'GET', path)).body.done === 0);
      await doomed.bulk.stop();
      await working;
      const halted = await admin(gate, 'GET', path);
      assert.ok(halted.body.done >= 500 && halted.body.done % 500 === 0, `${halted.body.done}`);
      await gate.service.bulk.turn();
      const done = await admin(gate, 'GET', path);
      assert.deepEqual(
        [done.body.state, done.body.done, done.body.results],
        ['done', 1_100, { registered: 1_100 }],
      );
      const rows = await gate.service.context.storage.db
        .selectFrom('restriction_history')
        .select('action')
        .where('appid', '=', app.appid)
        .execute();
      assert.equal(rows.length, 1_100);
    });

    test('a job in the hands of a process that died is taken over when its lease ends', async () => {
      const app = await newApp(gate);
      const { body } = await upload(gate, app, `action=restrict&${PERIOD}`, String(newPlayer()));
      const path = `/apps/${app.appid}/bulk/${body.job_id}`;
      await admin(gate, 'POST', `${path}/apply`);
      const { db } = gate.service.context.storage;
      await db
        .updateTable('turn')
        .set({ lease: 'dead', due_at: gate.now + 30_000 })
        .where('subject', '=', body.job_id)
        .execute();
      await gate.service.bulk.turn();
      assert.equal((await admin(gate, 'GET', path)).body.state, 'running');
      gate.now += 30_000;
      await gate.service.bulk.turn();
      assert.equal((await admin(gate, 'GET', path)).body.state, 'done');
      gate.now = START;
    });

    test('whoever lost the lease applies no row', async () => {
      const app = await newApp(gate);
      const { body } = await upload(gate, app, `action=restrict&${PERIOD}`, String(newPlayer()));
      const path = `/apps/${app.appid}/bulk/${body.job_id}`;
      await admin(gate, 'POST', `${path}/apply`);
      const { context } = gate.service;
      const directory = createDirectory(context.storage, context.clock);
      const slow = createBulkRunner(
        context,
        {
          // Between the claim and the first row: its lease ends, and another process takes over.
          async app(appid) {
            await context.storage.db
              .updateTable('turn')
              .set({ lease: 'another' })
              .where('subject', '=', body.job_id)
              .execute();
            return directory.app(appid);
          },
        },
        createLog('silent'),
      );
      await slow.turn();
      const left = (await admin(gate, 'GET', path)).body;
      assert.deepEqual([left.state, left.done], ['running', 0]);
      gate.now += 30_000;
      await gate.service.bulk.turn();
      assert.equal((await admin(gate, 'GET', path)).body.state, 'done');
      gate.now = START;
    });

    test('the figures of the overview count bulk changes too', async () => {
      const app = await newApp(gate);
      const players = Array.from({ length: 501 }, newPlayer);
      const { body } = await upload(gate, app, `action=restrict&${PERIOD}`, players.join('\n'));
      await apply(gate, app, body.job_id);
      await gate.service.restrictionFigures.turn();
      const range = `from=${new Date(START).toISOString()}&to=${new Date(START + DAY).toISOString()}`;
      const figures = await admin(gate, 'GET', `/apps/${app.appid}/overview?${range}`);
      assert.deepEqual(figures.body.now, [
        { metric: 'restriction.active', dimension: '1', value: 501 },
      ]);
    });

    for (const [name, text, detail] of [
      ['nothing', '', 'The file has no rows.'],
      ['only a header', 'player_id,status\n', 'The file has no rows.'],
      [
        'a column nobody knows',
        'player_id,colour\n1,red',
        'The column colour is unknown. Use only player_id, status, block_type, start_date, end_date.',
      ],
      ['a quote that never ends', '1,"B\n2,B\n', 'A quoted cell has no closing quote.'],
      ['a line without end', 'x'.repeat(20_000), 'A line is too long.'],
    ] as const) {
      test(`${name} is refused, and nothing is kept`, async () => {
        const app = await newApp(gate);
        const answer = await upload(gate, app, 'action=release', text);
        assert.deepEqual([answer.status, answer.body.detail], [400, detail]);
        assert.deepEqual((await admin(gate, 'GET', `/apps/${app.appid}/bulk`)).body, {
          items: [],
          next: null,
        });
      });
    }

    test('jobs are listed newest first, can be forgotten, and belong to their app', async () => {
      const [app, other] = [await newApp(gate), await newApp(gate)];
      const ids: string[] = [];
      for (let job = 0; job < 3; job++) {
        ids.push((await upload(gate, app, 'action=release', String(newPlayer()))).body.job_id);
      }
      const path = `/apps/${app.appid}/bulk`;
      const first = await admin(gate, 'GET', `${path}?limit=2`);
      const second = await admin(gate, 'GET', `${path}?limit=2&after=${first.body.next}`);
      const listed = [...first.body.items, ...second.body.items];
      assert.deepEqual(
        listed.map((job: { job_id: string }) => job.job_id),
        ids.toReversed(),
      );
      for (const rest of ['', '/rows', '/file']) {
        const strange = await admin(gate, 'GET', `/apps/${other.appid}/bulk/${ids[0]}${rest}`);
        assert.equal(strange.status, 404);
      }
      assert.equal((await admin(gate, 'DELETE', `${path}/${ids[0]}`)).status, 204);
      assert.equal((await admin(gate, 'GET', `${path}/${ids[0]}`)).status, 404);
    });

    test('a list is undone: those whom it restricted and nobody has changed since are released', async () => {
      const app = await newApp(gate);
      const [kept, changed, released, anew, before] = Array.from({ length: 5 }, newPlayer) as [
        number,
        number,
        number,
        number,
        number,
      ];
      await restrict(gate, app, before, { end_date: dateText(START + 2 * DAY) });
      const text = [kept, changed, released, anew, before].join('\n');
      const list = (await upload(gate, app, `action=restrict&${PERIOD}`, text)).body.job_id;
      const path = `/apps/${app.appid}/bulk/${list}/undo`;
      const early = await admin(gate, 'POST', path, {});
      const ready = 'The bulk job is ready. Undo it when it has finished.';
      assert.deepEqual(early.body, problem('in_use', path, ready));
      await apply(gate, app, list);
      const release = (player: number) =>
        admin(gate, 'POST', `/apps/${app.appid}/players/${player}/release`, {});
      await restrict(gate, app, changed, { end_date: dateText(START + 3 * DAY) });
      await release(released);
      await release(anew);
      // The same terms again are another decision.
      await restrict(gate, app, anew);

      const undo = await admin(gate, 'POST', path, { comment: 'Wrong list' });
      assert.equal(undo.status, 201, printJson(undo.body));
      const { job_id, ...job } = undo.body;
      assert.deepEqual(job, {
        appid: app.appid,
        action: 'release',
        state: 'ready',
        skip_blocked: false,
        comment: 'Wrong list',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        actor_kind: 'admin',
        undoes: list,
        total: 4,
        done: 0,
        verdicts: { release: 1, changed_since: 2, not_restricted: 1 },
        results: {},
        created_at: '2026-11-15T12:00:00.000Z',
        finished_at: null,
      });
      const [entry] = await newestAudit(gate, 1, 'bulk.undo');
      assert.deepEqual(entry, {
        at: '2026-11-15T12:00:00.000Z',
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        action: 'bulk.undo',
        game_index: app.gameIndex,
        target: `apps/${app.appid}/bulk/${job_id}`,
        before: null,
        after: {
          action: 'release',
          rows: 4,
          undoes: list,
          verdicts: { release: 1, changed_since: 2, not_restricted: 1 },
          comment: 'Wrong list',
        },
      });
      const { body } = await apply(gate, app, job_id);
      assert.deepEqual(body.results, { released: 1, changed_since: 2, not_restricted: 1 });
      assert.deepEqual(await actionsOn(gate, app, kept), ['registered', 'released']);
      assert.deepEqual(await actionsOn(gate, app, changed), ['registered', 'changed']);
      assert.deepEqual(await actionsOn(gate, app, anew), ['registered', 'released', 'registered']);
      assert.deepEqual(await actionsOn(gate, app, before), ['registered', 'changed']);
      const again = (await admin(gate, 'POST', path, {})).body;
      assert.deepEqual(again.verdicts, { not_restricted: 2, changed_since: 2 });
    });

    test('who is changed between the dry run of an undo and its end stays restricted', async () => {
      const app = await newApp(gate);
      const player = newPlayer();
      const list = (await upload(gate, app, `action=restrict&${PERIOD}`, `${player}`)).body.job_id;
      await apply(gate, app, list);
      const undo = await admin(gate, 'POST', `/apps/${app.appid}/bulk/${list}/undo`, {});
      assert.deepEqual(undo.body.verdicts, { release: 1 });
      await restrict(gate, app, player, { end_date: dateText(START + 3 * DAY) });
      const { body } = await apply(gate, app, undo.body.job_id);
      assert.deepEqual(body.results, { changed_since: 1 });
      assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'changed']);
    });

    test('a release list is undone: whom it released and nobody has changed since is restricted as before', async () => {
      const app = await newApp(gate);
      const [kept, forever, changed, ended, free] = Array.from({ length: 5 }, newPlayer) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const long = { end_date: dateText(START + 9 * DAY) };
      await restrict(gate, app, kept, long);
      await restrict(gate, app, forever, { status: 'P' });
      await restrict(gate, app, changed, long);
      await restrict(gate, app, ended);
      const before = await restrictionOf(gate, app, kept);
      const text = [kept, forever, changed, ended, free].join('\n');
      const list = (await upload(gate, app, 'action=release', text)).body.job_id;
      await apply(gate, app, list);
      // Restricted and released again by somebody else.
      await restrict(gate, app, changed, long);
      await admin(gate, 'POST', `/apps/${app.appid}/players/${changed}/release`, {});
      gate.now = START + 2 * DAY;
      const undo = (await admin(gate, 'POST', `/apps/${app.appid}/bulk/${list}/undo`, {})).body;
      assert.deepEqual(
        [undo.action, undo.undoes, undo.verdicts],
        ['restrict', list, { new: 2, changed_since: 1, invalid: 1 }],
      );
      const { body } = await apply(gate, app, undo.job_id);
      gate.now = START;
      assert.deepEqual(body.results, { registered: 2, changed_since: 1, invalid: 1 });
      assert.deepEqual(await restrictionOf(gate, app, kept), before);
      assert.equal((await restrictionOf(gate, app, forever))?.status, 'P');
      for (const player of [changed, ended, free]) {
        assert.equal(await restrictionOf(gate, app, player), null);
      }
      // An undo is a list like any other.
      const back = await admin(gate, 'POST', `/apps/${app.appid}/bulk/${undo.job_id}/undo`, {});
      assert.deepEqual(back.body.verdicts, { release: 2 });
    });

    test('who is restricted between the dry run of such an undo and its end stays as they are', async () => {
      const app = await newApp(gate);
      const player = newPlayer();
      await restrict(gate, app, player);
      const list = (await upload(gate, app, 'action=release', `${player}`)).body.job_id;
      await apply(gate, app, list);
      const undo = await admin(gate, 'POST', `/apps/${app.appid}/bulk/${list}/undo`, {});
      await restrict(gate, app, player, { status: 'P' });
      const { body } = await apply(gate, app, undo.body.job_id);
      assert.deepEqual(body.results, { changed_since: 1 });
      assert.equal((await restrictionOf(gate, app, player))?.status, 'P');
    });

    test('calls that change many players are lists, too, and are undone like them', async () => {
      const app = await newApp(gate);
      const players = Array.from({ length: 3 }, newPlayer);
      const [known] = players as [number];
      await restrict(gate, app, known);
      const users = players.map((player_id) => ({ ...restriction(gate, player_id), status: 'P' }));
      const unknown = { ...restriction(gate, newPlayer()), block_type: 99 };
      const bulk = (name: string, body: Record<string, unknown>) =>
        generation2.call(gate, app, `/game/block/bulk/${name}`, body);
      await bulk('set', { users: [...users, unknown] });
      const jobs = async () => (await admin(gate, 'GET', `/apps/${app.appid}/bulk`)).body.items;
      const [{ job_id, created_at, finished_at, ...list }] = await jobs();
      assert.deepEqual(list, {
        appid: app.appid,
        action: 'restrict',
        state: 'done',
        skip_blocked: false,
        comment: null,
        actor: app.clientId,
        actor_kind: 'client',
        undoes: null,
        total: 3,
        done: 3,
        verdicts: { new: 2, changed: 1 },
        results: { registered: 2, changed: 1 },
      });
      assert.deepEqual([created_at, finished_at], Array(2).fill('2026-11-15T12:00:00.000Z'));
      const path = `/apps/${app.appid}/bulk/${job_id}`;
      const { items: rows } = (await admin(gate, 'GET', `${path}/rows?verdict=new`)).body;
      assert.deepEqual(
        rows.map((row: { player_id: number; status: string }) => [row.player_id, row.status]),
        players.slice(1).map((player) => [player, 'P']),
      );
      const undo = (await admin(gate, 'POST', `${path}/undo`, {})).body;
      assert.deepEqual(undo.verdicts, { release: 2 });
      await apply(gate, app, undo.job_id);
      assert.equal((await restrictionOf(gate, app, known))?.status, 'P');
      assert.equal(await restrictionOf(gate, app, players[1] as number), null);

      // One player, or nobody changed: no list.
      await bulk('set', { users: users.slice(1, 2) });
      await bulk('delete', {
        users: [newPlayer(), newPlayer()].map((player_id) => ({ player_id })),
      });
      assert.equal((await jobs()).length, 2);
      await bulk('delete', { users });
      const [gone] = await jobs();
      assert.deepEqual([gone.action, gone.results], ['release', { released: 2 }]);
      const restored = await admin(gate, 'POST', `/apps/${app.appid}/bulk/${gone.job_id}/undo`, {});
      assert.deepEqual(restored.body.verdicts, { new: 2 });
    });

    test('all who match a search are released as one list', async () => {
      const app = await newApp(gate);
      const path = `/apps/${app.appid}/bulk/release`;
      const [one, other, forever] = Array.from({ length: 3 }, newPlayer) as [
        number,
        number,
        number,
      ];
      for (const player of [one, other]) await restrict(gate, app, player);
      await restrict(gate, app, forever, { status: 'P' });
      const made = await admin(gate, 'POST', path, { status: 'B', comment: 'Amnesty' });
      assert.equal(made.status, 201, printJson(made.body));
      assert.deepEqual(
        [made.body.action, made.body.state, made.body.total, made.body.verdicts],
        ['release', 'ready', 2, { release: 2 }],
      );
      const { body } = await apply(gate, app, made.body.job_id);
      assert.deepEqual(body.results, { released: 2 });
      assert.equal((await restrictionOf(gate, app, forever))?.status, 'P');
      assert.equal((await historyOf(gate, app, one)).at(-1)?.comment, 'Amnesty');
      const none = await admin(gate, 'POST', path, { status: 'B' });
      assert.equal(none.body.detail, 'No restricted player matches.');
      const wrong = await admin(gate, 'POST', path, { changed_from: '2026-02-30T00:00:00Z' });
      assert.match(wrong.body.detail, /^changed_from and changed_to must be valid/);
    });

    test('what cannot be undone is refused with a sentence and leaves no job', async () => {
      const app = await newApp(gate);
      const other = await newApp(gate);
      const player = newPlayer();
      await restrict(gate, app, player);
      const same = (await upload(gate, app, `action=restrict&${PERIOD}`, `${player}`)).body.job_id;
      await apply(gate, app, same);
      const free = `${newPlayer()}`;
      const gone = (await upload(gate, app, 'action=release', free)).body.job_id;
      await apply(gate, app, gone);
      for (const [id, detail] of [
        [same, 'This list restricted or released nobody, so there is nothing to undo.'],
        [gone, 'This list restricted or released nobody, so there is nothing to undo.'],
      ] as const) {
        const path = `/apps/${app.appid}/bulk/${id}/undo`;
        const answer = await admin(gate, 'POST', path, {});
        const errors = [{ field: 'job_id', message: detail }];
        assert.deepEqual(answer.body, problem('invalid_request', path, detail, errors));
      }
      const foreign = `/apps/${other.appid}/bulk/${same}/undo`;
      const detail = `App ${other.appid} has no bulk job ${same}.`;
      const answer = await admin(gate, 'POST', foreign, {});
      assert.deepEqual(answer.body, problem('not_found', foreign, detail));
      const { items } = (await admin(gate, 'GET', `/apps/${app.appid}/bulk`)).body;
      assert.equal(items.length, 2);
    });
  },
  { adminToken: ADMIN_TOKEN },
);

suite(
  'a bulk file without end',
  (gate) => {
    test('too many rows are refused, and nothing is kept', async () => {
      const app = await newApp(gate);
      const answer = await upload(gate, app, 'action=release', '1\n'.repeat(100_001));
      const detail = 'The file has more than 100000 rows. Split it.';
      assert.deepEqual([answer.status, answer.body.detail], [400, detail]);
      const { items } = (await admin(gate, 'GET', `/apps/${app.appid}/bulk`)).body;
      assert.deepEqual(items, []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
