// Limits of operators and admin tokens: every way to set, change or release a restriction, within them and beyond.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Limits } from '../../src/audit/limits.ts';
import { timeOrderedId } from '../../src/base/ids.ts';
import { ADMIN_TOKEN, admin, asAdmin, newestAudit } from '../admin/caller.ts';
import { newMember, newOwner, signIn, type Visitor } from '../admin/visitor.ts';
import { named, type Route, routesOf } from '../fuzz/operations.ts';
import { groupOf } from '../security/access-table.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite, type TestApp } from '../support/harness.ts';
import { generation2 } from './generations.ts';
import { DAY, dateText, newPlayer, registerType } from './players.ts';

/** A restriction, as far as limits can be about it; `days` null is for ever. */
interface Terms {
  readonly type: number;
  readonly scope: string;
  readonly days: number | null;
}

const ALLOWED: Terms = { type: 1, scope: 'chat', days: 7 };
const CASES: readonly Terms[] = [
  ALLOWED,
  { ...ALLOWED, type: 2 },
  { ...ALLOWED, scope: 'login' },
  { ...ALLOWED, days: null },
];

type Who = Pick<Visitor, 'send'>;
type Player = number;

interface Way {
  readonly route: string;
  /** Whether the player has the restriction before; otherwise the way sets it. */
  readonly from: 'free' | 'restricted';
  /** Answers of the calls that may say what is not allowed. */
  run(who: Who, player: Player, terms: Terms): Promise<readonly Answer[]>;
  /** What the way sets where the player was restricted before; otherwise nothing. */
  sets?(terms: Terms): Terms;
}

suite(
  'limits',
  (gate) => {
    let app: TestApp;
    let owner: Visitor;
    let routes: Route[];
    before(async () => {
      routes = await routesOf(() => gate.secondService());
      app = await gate.createApp();
      for (const type of [1, 2]) {
        await registerType(gate, app);
        await admin(gate, 'PUT', `/apps/${app.appid}/types/${type}/appeals`, { allowed: true });
      }
      owner = await signIn(gate, await newOwner(gate));
    });

    const path = (rest: string) => `/apps/${app.appid}${rest}`;
    const root: Who = {
      send: (method, url, body, more = {}) =>
        gate.send(method, `/admin/v1${url}`, body, { ...asAdmin, ...more }),
    };

    async function newToken(limits: Limits): Promise<Who> {
      const input = { name: 'limited', scope: 'restriction', limits };
      const { body } = await owner.send('POST', '/admin-tokens', input);
      assert.deepEqual(body.limits, limits);
      const authorization = `Bearer ${body.token}`;
      return {
        send: (method, url, body, more = {}) =>
          gate.send(method, `/admin/v1${url}`, body, { authorization, ...more }),
      };
    }

    async function newModerator(limits: Limits): Promise<Visitor> {
      const moderator = await newMember(gate, owner, app.gameIndex, 'operator');
      const { account_id } = (await moderator.send('GET', '/session')).body;
      const member = `/projects/${app.gameIndex}/members/${account_id}`;
      const changed = await owner.send('PATCH', member, { limits });
      assert.deepEqual([changed.status, changed.body.limits], [200, limits]);
      return moderator;
    }

    const periodOf = ({ days }: Terms) => ({
      status: days === null ? 'P' : 'B',
      start_date: dateText(gate.now),
      end_date: dateText(gate.now + (days ?? 9_000) * DAY),
    });
    const fieldsOf = (terms: Terms) => ({
      ...periodOf(terms),
      block_type: terms.type,
      scope: terms.scope,
    });
    const set = async (player: Player, terms: Terms) => {
      const fields = { player_id: player, ...fieldsOf(terms) };
      const { body } = await generation2.call(gate, app, '/game/block/scope/set', fields);
      assert.equal(body.result_code, 0);
    };
    const apply = async (who: Who, job: Answer): Promise<readonly Answer[]> => {
      if (job.status !== 201) return [job];
      const applied = await who.send('POST', path(`/bulk/${job.body.job_id}/apply`));
      await gate.service.bulk.turn();
      const rows = await root.send('GET', path(`/bulk/${job.body.job_id}/rows`));
      return [job, applied, rows];
    };
    const upload = (who: Who, player: Player, terms: Terms) => {
      const query = new URLSearchParams({ action: 'restrict', scope: terms.scope });
      const cells = [player, periodOf(terms).status, terms.type, periodOf(terms).start_date];
      const text = `${[...cells, periodOf(terms).end_date].join(',')}\n`;
      return who.send('POST', path(`/bulk?${query}`), text, { 'content-type': 'text/csv' });
    };
    const decide =
      (decision: string, more = () => ({})): Way['run'] =>
      async (who, player, { scope }) => {
        const appeal = { player_id: player, scope, text: 'Sorry.' };
        const made = await generation2.call(gate, app, '/game/block/appeal', appeal);
        const url = path(`/appeals/${made.body.data.appeal_id}`);
        const { outside_limits: isOutside = false } = (await who.send('GET', url)).body;
        const decided = await who.send('POST', `${url}/decide`, { decision, ...more() });
        assert.equal(isOutside, decided.status === 403, 'told before one tries');
        return [decided];
      };

    const WAYS: Readonly<Record<string, Way>> = {
      set: {
        route: 'PUT /players/{player_id}/restriction',
        from: 'free',
        run: async (who, player, terms) => [
          await who.send('PUT', path(`/players/${player}/restriction`), fieldsOf(terms)),
        ],
      },
      change: {
        route: 'PUT /players/{player_id}/restriction',
        from: 'restricted',
        sets: ({ scope }) => ({ ...ALLOWED, scope, days: 6 }),
        run: async (who, player, { scope }) => {
          const fields = fieldsOf({ ...ALLOWED, scope, days: 6 });
          return [await who.send('PUT', path(`/players/${player}/restriction`), fields)];
        },
      },
      release: {
        route: 'POST /players/{player_id}/release',
        from: 'restricted',
        run: async (who, player, { scope }) => [
          await who.send('POST', path(`/players/${player}/release`), { scope }),
        ],
      },
      'release many': {
        route: 'POST /restrictions/release',
        from: 'restricted',
        run: async (who, player, { scope }) => {
          const fields = { player_ids: [String(player), String(newPlayer())], scope };
          return [await who.send('POST', path('/restrictions/release'), fields)];
        },
      },
      import: {
        route: 'POST /restrictions/import',
        from: 'free',
        run: async (who, player_id, terms) => {
          const lines = [{ line: 1, player_id, ...fieldsOf(terms) }];
          return [await who.send('POST', path('/restrictions/import'), { lines })];
        },
      },
      'extend by import': {
        route: 'POST /restrictions/import',
        from: 'restricted',
        sets: (terms) => ({ ...terms, days: 9 }),
        run: async (who, player_id, { scope, type }) => {
          const lines = [{ line: 1, player_id, ...fieldsOf({ scope, type, days: 9 }) }];
          const fields = { lines, extend: true };
          return [await who.send('POST', path('/restrictions/import'), fields)];
        },
      },
      list: {
        route: 'POST /bulk',
        from: 'free',
        run: async (who, player, terms) => apply(who, await upload(who, player, terms)),
      },
      'list of somebody else': {
        route: 'POST /bulk/{job_id}/apply',
        from: 'free',
        run: async (who, player, terms) => apply(who, await upload(root, player, terms)),
      },
      'release all that match': {
        route: 'POST /bulk/release',
        from: 'restricted',
        run: async (who, _, { scope, type }) =>
          apply(who, await who.send('POST', path('/bulk/release'), { scope, block_type: type })),
      },
      undo: {
        route: 'POST /bulk/{job_id}/undo',
        from: 'restricted',
        run: async (who, player, { scope }) => {
          const fields = { player_ids: [player, newPlayer()].map(String), scope };
          const other = { player_id: Number(fields.player_ids[1]), ...fieldsOf(ALLOWED), scope };
          await generation2.call(gate, app, '/game/block/scope/set', other);
          const done = await root.send('POST', path('/restrictions/release'), fields);
          const url = path(`/bulk/${done.body.job_id}/undo`);
          return apply(who, await who.send('POST', url, {}));
        },
      },
      'appeal: release': {
        route: 'POST /appeals/{appeal_id}/decide',
        from: 'restricted',
        run: decide('release'),
      },
      'appeal: shorten': {
        route: 'POST /appeals/{appeal_id}/decide',
        from: 'restricted',
        run: decide('shorten', () => ({ end_date: dateText(gate.now + DAY) })),
      },
      'appeal: uphold': {
        route: 'POST /appeals/{appeal_id}/decide',
        from: 'restricted',
        run: decide('uphold'),
      },
    };

    /** What a way could have changed. */
    const stateOf = async (player: Player): Promise<string> => {
      const { db } = gate.service.context.storage;
      const restrictions = await db
        .selectFrom('restricted_player')
        .select(['scope', 'block_type', 'end_date'])
        .where('player_id', '=', BigInt(player))
        .execute();
      const upheld = await db
        .selectFrom('appeal')
        .select('appeal_id')
        .where('player_id', '=', BigInt(player))
        .where('state', '=', 'upheld')
        .execute();
      return JSON.stringify([restrictions, upheld]);
    };

    /** The rule, said once more. */
    const isWithin = (limits: Limits, { type, scope, days }: Terms): boolean =>
      (limits.types?.some((each) => each.block_type === type) ?? true) &&
      (limits.scopes?.includes(scope) ?? true) &&
      (limits.longest_days === undefined || (days !== null && days <= limits.longest_days));

    const types = () => [{ appid: app.appid, block_type: 1 }];
    const LIMITED = [
      {
        name: 'a chat moderator',
        limitsOf: () => ({ types: types(), scopes: ['chat'], longest_days: 7 }),
        make: newModerator,
        cases: CASES,
      },
      {
        name: 'a token for a type',
        limitsOf: () => ({ types: types() }),
        make: newToken,
        cases: [
          { type: 1, scope: 'login', days: null },
          { ...ALLOWED, type: 2 },
        ],
      },
      {
        name: 'a token for a scope',
        limitsOf: () => ({ scopes: ['chat'] }),
        make: newToken,
        cases: [
          { type: 2, scope: 'chat', days: null },
          { ...ALLOWED, scope: 'login' },
        ],
      },
    ];
    for (const { name, limitsOf, make, cases } of LIMITED) {
      test(`${name}: each way does what the limits allow, and nothing else`, async () => {
        const limits: Limits = limitsOf();
        const who = await make(limits);
        const wrong: string[] = [];
        for (const [wayName, way] of Object.entries(WAYS)) {
          for (const terms of cases) {
            // Nothing lasts longer than for ever, and a free player has nothing to extend.
            if (wayName === 'extend by import' && terms.days === null) continue;
            const player = newPlayer();
            if (way.from === 'restricted') await set(player, terms);
            const before = await stateOf(player);
            const answers = await way.run(who, player, terms);
            const isSame = (await stateOf(player)) === before;
            // An undo that works brings back what the release before it took.
            const isDone = isSame === (wayName === 'undo');
            const wanted = [terms, way.sets?.(terms) ?? terms];
            const isAllowed = wanted.every((each) => isWithin(limits, each));
            const said = JSON.stringify(answers.map(({ body }) => body));
            if (isDone !== isAllowed || said.includes('Your limits') === isAllowed) {
              wrong.push(`${wayName} ${JSON.stringify(terms)}: ${isDone} ${said.slice(0, 300)}`);
            }
            await root.send('POST', path(`/players/${player}/release`), { scope: terms.scope });
          }
        }
        assert.deepEqual(wrong, []);
      });
    }

    test('no route that writes restrictions is without a way here', () => {
      const own = groupOf('POST /admin/v1/apps/{appid}/restrictions/import');
      const measures = groupOf('POST /admin/v1/apps/{appid}/measures/flags/{effect_id}/close');
      const writing = routes
        .map(({ method, url }) => `${method} ${named(url)}`)
        .filter((name) => [own, measures].includes(groupOf(name)))
        .map((name) => name.replace('/admin/v1/apps/{appid}', ''));
      const shown = [
        ...Object.values(WAYS).map(({ route }) => route),
        'PUT /players/{player_id}/device-exception',
        'DELETE /players/{player_id}/device-exception',
        'POST /measures/effects/{effect_id}/release',
      ];
      const others = writing.filter((name) => !shown.includes(name) && !/\/notes\b/.test(name));
      // Neither changes a restriction.
      assert.deepEqual(others.sort(), [
        'DELETE /bulk/{job_id}',
        'POST /measures/flags/{effect_id}/close',
      ]);
      assert.deepEqual(
        shown.filter((name) => !writing.includes(name)),
        [],
      );
    });

    test('an exception from devices is about every type, and for good', async () => {
      const url = path(`/players/${newPlayer()}/device-exception`);
      for (const limits of [{ types: types() }, { scopes: ['chat'] }, { longest_days: 7 }]) {
        const who = await newToken(limits);
        for (const method of ['PUT', 'DELETE'] as const) {
          const { status, body } = await who.send(method, url);
          assert.equal(status, 403);
          assert.match(body.detail, /^Your limits do not allow/);
        }
      }
      const atTheDoor = await newToken({ scopes: ['login'] });
      assert.equal((await atTheDoor.send('PUT', url)).body.device_exception, true);
      assert.equal((await atTheDoor.send('DELETE', url)).status, 200);
    });

    test('the effect of a rule is released within the limits alone', async () => {
      const moderator = await newModerator({ types: types(), longest_days: 7 });
      for (const terms of CASES) {
        const player = newPlayer();
        const effect = await newEffect(gate, app, player, terms);
        const url = path(`/measures/effects/${effect}/release`);
        const { status } = await moderator.send('POST', url, {});
        const isAllowed = terms.type === 1 && terms.days === 7;
        assert.equal(status, isAllowed ? 200 : 403, JSON.stringify(terms));
        const kept = { player_id: player, scope: terms.scope };
        const { body } = await generation2.call(gate, app, '/game/block/scope/get', kept);
        assert.equal(body.data.restriction === null, isAllowed);
        assert.equal(
          (await root.send('GET', path(`/measures/effects/${effect}`))).body.status,
          isAllowed ? 'released' : 'active',
        );
      }
    });

    test('who has limits reads everything, and changes neither types nor scopes nor settings', async () => {
      const player = newPlayer();
      await set(player, { type: 2, scope: 'login', days: null });
      const who = await newToken({ types: types(), scopes: ['chat'] });
      const list = await who.send('GET', path(`/restrictions?player_id=${player}`));
      assert.equal(list.body.items[0].block_type, 2);
      const project = `/projects/${app.gameIndex}`;
      const settings = { second_person: false, again_after_days: null };
      const names = { ko: '낚시', en: 'Fishing' };
      for (const [method, url, body] of [
        ['DELETE', path('/types/2'), undefined],
        ['PUT', path('/types/2/appeals'), { allowed: false }],
        ['PUT', `${project}/appeal-settings`, settings],
        ['PUT', `${project}/scopes/fishing`, { names }],
      ] as const) {
        const answer = await who.send(method, url, body);
        const detail = 'This admin token has limits. It restricts and releases players only.';
        assert.deepEqual([answer.status, answer.body.detail], [403, detail], url);
      }
    });

    test('only operators and restriction tokens are limited, to what the project has', async () => {
      const email = 'moderator@example.com';
      const invite = (fields: object) =>
        owner.send('POST', `/projects/${app.gameIndex}/invitations`, { email, ...fields });
      for (const role of ['viewer', 'admin', 'owner']) {
        const { status, body } = await invite({ role, limits: { scopes: ['chat'] } });
        assert.equal(status, 400);
        assert.match(body.detail, /^Only operators can be limited/);
      }
      const other = await gate.createApp();
      await registerType(gate, other);
      for (const [limits, detail] of [
        [{ scopes: ['chess'] }, 'There is no scope chess.'],
        [
          { types: [{ appid: app.appid, block_type: 9 }] },
          `There is no restriction type 9 of ${app.appid}.`,
        ],
        [
          { types: [{ appid: other.appid, block_type: 1 }] },
          `There is no restriction type 1 of ${other.appid}.`,
        ],
      ] as const) {
        assert.equal((await invite({ role: 'operator', limits })).body.detail, detail);
        const token = { name: 'a', scope: 'restriction', projects: [app.gameIndex], limits };
        assert.equal((await owner.send('POST', '/admin-tokens', token)).body.detail, detail);
      }
      assert.equal((await invite({ role: 'operator', limits: {} })).status, 400);
      const full = { name: 'a', limits: { scopes: ['chat'] } };
      const { body } = await owner.send('POST', '/admin-tokens', full);
      assert.match(body.detail, /^Only tokens with the scope restriction can be limited/);
    });

    test('limits come with the invitation, end with the role, and no older invitation undoes them', async () => {
      const limits = { scopes: ['chat'] };
      const moderator = await newMember(gate, owner, app.gameIndex, 'operator', limits);
      const { account_id } = (await moderator.send('GET', '/session')).body;
      const member = `/projects/${app.gameIndex}/members/${account_id}`;
      const player = newPlayer();
      const restrict = () =>
        moderator.send(
          'PUT',
          path(`/players/${player}/restriction`),
          fieldsOf({ ...ALLOWED, scope: 'login' }),
        );
      assert.equal((await restrict()).status, 403);
      const invitations = `/projects/${app.gameIndex}/invitations`;
      const again = { email: moderator.email, role: 'operator' };
      await owner.send('POST', invitations, again);
      const wider = { scopes: ['chat', 'trade'] };
      const changed = await owner.send('PATCH', member, { limits: wider });
      assert.deepEqual(changed.body.limits, wider);
      const open = (await owner.send('GET', invitations)).body.items;
      assert.deepEqual(
        open.filter(({ email }: { email: string }) => email === moderator.email),
        [],
      );
      const [{ action, before: was, after }] = await newestAudit(gate, 1, 'member.change');
      assert.deepEqual([action, was.limits, after.limits], ['member.change', limits, wider]);
      assert.equal((await restrict()).status, 403);
      const promoted = await owner.send('PATCH', member, { role: 'admin' });
      assert.ok(!('limits' in promoted.body));
      assert.equal((await restrict()).status, 200);
      const back = await owner.send('PATCH', member, { role: 'operator', limits });
      assert.deepEqual([back.body.role, back.body.limits], ['operator', limits]);
      assert.ok(!('limits' in (await owner.send('PATCH', member, { limits: null })).body));
      assert.equal((await restrict()).status, 200);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

/** As a rule would leave it. */
async function newEffect(
  gate: Gate,
  { appid, gameIndex: game_index }: TestApp,
  player_id: Player,
  { type, scope, days }: Terms,
): Promise<string> {
  const { context, restrictions, directory } = gate.service;
  const effect_id = timeOrderedId(gate.now);
  const until = days === null ? null : gate.now + days * DAY;
  const cause = {
    provider: 'STEAM',
    unique_key: '1',
    transaction_id: '1',
    service_transaction_id: 'ST_1',
    product_id: 'gold',
    kind: 'refund',
    amount: null,
    currency: null,
    at: gate.now,
  };
  await context.storage.db
    .insertInto('measure_effect')
    .values({
      game_index,
      appid,
      effect_id,
      rule_id: timeOrderedId(gate.now),
      rule_name: 'Refunds',
      player_id: BigInt(player_id),
      status: 'active',
      flag: null,
      step: 1,
      block_type: type,
      scope,
      since: gate.now,
      until,
      paid_again: 0,
      restriction_seq: null,
      causes: JSON.stringify([cause]),
      source_effect_id: null,
      ended_at: null,
      end_reason: null,
      closed_by: null,
      note: null,
    })
    .execute();
  const app = await directory.app(appid);
  assert.ok(app);
  const status = until === null ? 'P' : 'B';
  const period = { start_date: dateText(gate.now), end_date: dateText(until ?? gate.now + DAY) };
  const request = { player_id: BigInt(player_id), status, block_type: type, ...period } as const;
  const actor = { kind: 'measure', name: 'Refunds' } as const;
  assert.deepEqual(await restrictions.set(app, request, { actor }, scope), { code: 0 });
  return effect_id;
}
