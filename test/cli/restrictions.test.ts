// tollgate restrict, release, player show and audit: what support does without the console.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { newMember, newOwner, signIn } from '../admin/visitor.ts';
import { openLedger } from '../payment/queries/records.ts';
import { generation2 } from '../restriction/generations.ts';
import { logIn, registerType } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { until as eventually } from '../support/process.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const DAY_MS = 86_400_000;
const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

suite(
  'tollgate restrict',
  (gate) => {
    const run = (...args: string[]) => tollgate(variables(gate), args);
    const json = (...args: string[]) => tollgateJson(variables(gate), args);
    const text = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(stdout, '');
      return [code, stderr];
    };
    const newApp = async () => {
      const app = await gate.createApp();
      return { app, appid: app.appid, type: String(await registerType(gate, app)) };
    };

    test('permanently, for days, until a time; then released', async () => {
      const { appid, type } = await newApp();
      const restrict = (...more: string[]) => text('restrict', appid, '501', type, ...more);
      assert.equal(await restrict(), `Player 501 is restricted permanently (type ${type}).\n`);
      const before = Date.now();
      const printed = await restrict('--days', '3', '--comment', 'spam');
      const [, until = ''] = /^Player 501 is restricted until (.{19}) \(/.exec(printed) ?? [];
      const days = (Date.parse(`${until.replace(' ', 'T')}Z`) - before) / DAY_MS;
      assert.ok(days > 2.99 && days < 3.01, printed);
      const ended = await restrict('--until', '2099-12-31 23:59:59');
      assert.match(ended, /until 2099-12-31 23:59:59/);
      assert.equal(await text('release', appid, '501'), 'Player 501 is not restricted.\n');
      assert.deepEqual(await refused('release', appid, '501'), [
        1,
        'error: Player 501 is not restricted.\n',
      ]);
    });

    test('what is wrong is one line', async () => {
      const { appid } = await newApp();
      assert.deepEqual(await refused('restrict', appid, '501', '99'), [
        1,
        'error: The app has no restriction type 99.\n',
      ]);
      assert.deepEqual(await refused('restrict', appid, '501', '1', '--until', 'tomorrow'), [
        1,
        'error: Must be a date and time (YYYY-MM-DD HH:mm:ss) in the future.\n',
      ]);
      const both = ['--days', '1', '--until', '2099-12-31 23:59:59'];
      assert.deepEqual(await refused('restrict', appid, '501', '1', ...both), [
        2,
        'error: set --days or --until, not both\n',
      ]);
      assert.deepEqual(await refused('player', 'show', 'com.none', '501'), [
        1,
        'error: There is no app com.none.\n',
      ]);
    });

    test('appeals: the oldest is listed first, and answered with the ready answer of its type', async () => {
      const { app, appid, type } = await newApp();
      const { restrictions, directory } = gate.service;
      const known = await directory.app(appid);
      assert.ok(known);
      const answers = [{ decision: 'uphold', language: 'en', text: 'It stays.' }] as const;
      const terms = { allowed: true, answers };
      await restrictions.types.changeAppeals(known, Number(type), terms, SYSTEM);
      await text('restrict', appid, '701', type);
      const fields = { player_id: 701, text: 'It was my brother.', language: 'fr' };
      await generation2.call(gate, app, '/game/block/appeal', fields);
      const { items } = await json('appeal', 'list', appid, '--language', 'fr');
      const [{ appeal_id: id }] = items;
      const decided = await json('appeal', 'decide', appid, id, 'uphold', '--ready-answer');
      const { state, answer } = decided;
      assert.deepEqual([state, answer], ['upheld', 'It stays.']);
      assert.deepEqual((await json('appeal', 'list', appid)).items, []);
    });

    test('an exception from restricted devices, and its end', async () => {
      const { app, appid, type } = await newApp();
      const { did } = await logIn(gate, app, 601);
      await json('restrict', appid, '601', type, '--with-devices');
      // Another process changed it, so the service may learn it a moment later.
      await eventually(async () => (await logIn(gate, app, 602, { did })).access_token === null);
      assert.match(
        await text('player', 'show', appid, '602'),
        new RegExp(`${did} \\(player 601\\)`),
      );
      assert.equal(
        await text('player', 'except', appid, '602'),
        'Restricted devices of others do not keep player 602 out.\n',
      );
      assert.ok((await logIn(gate, app, 602, { did })).access_token);
      const shown = await json('player', 'except', appid, '602', '--end');
      assert.ok(!('device_exception' in shown));
      assert.equal((await logIn(gate, app, 602, { did })).access_token, null);
    });

    test('limits of an operator and of a token', async () => {
      const { app, appid, type } = await newApp();
      const owner = await signIn(gate, await newOwner(gate));
      const { email } = await newMember(gate, owner, app.gameIndex, 'operator');
      const limits = [
        '--limit-types',
        `${appid}:${type}`,
        '--limit-scopes',
        'chat',
        '--limit-days',
        '7',
      ];
      const expected = {
        types: [{ appid, block_type: Number(type) }],
        scopes: ['chat'],
        longest_days: 7,
      };
      const project = String(app.gameIndex);
      assert.deepEqual((await json('member', 'limit', project, email, ...limits)).limits, expected);
      const [listed] = (await json('member', 'list', project)).items;
      assert.deepEqual([listed.email, listed.limits], [email, expected]);
      assert.ok(!('limits' in (await json('member', 'limit', project, email))));
      const token = ['token', 'create', 'chat', '--scope', 'restriction'];
      assert.deepEqual((await json(...token, ...limits)).limits, expected);
      assert.deepEqual(await refused(...token, '--limit-scopes', 'chess'), [
        1,
        'error: There is no scope chess.\n',
      ]);
    });

    test('player show: the state first, then purchases, accounts, devices and changes', async () => {
      const { app, appid, type } = await newApp();
      const ledger = await openLedger(gate, app);
      const account_uuid = 'c7a6f8a0-51b5-4f7d-9b55-0c7e9b1d2f10';
      const body = { appid, player_id: 777, did: 4242, account_uuid };
      assert.equal((await gate.post('/auth/v1/login', body, ledger.server)).status, 200);
      await ledger.record({ account_uuid, price: '9.99', currency: 'USD' });
      await text('restrict', appid, '777', type, '--comment', 'chargeback');
      const shown = await text('player', 'show', appid, '777');
      const [facts = '', changes = ''] = shown.split('\n\n');
      assert.deepEqual(facts.split('\n').slice(0, 3), [
        'player_id  777',
        `state      restricted permanently (type ${type})`,
        'purchases  1, 9.99 USD',
      ]);
      assert.match(facts, new RegExp(`accounts +${account_uuid}, `));
      assert.match(facts, /devices +4242/);
      const by = `${userInfo().username} (cli)`.replaceAll(/[()]/g, '\\$&');
      assert.match(changes, new RegExp(`registered +${by} +permanent +${type} +chargeback`));
      const record = await json('player', 'show', appid, '777');
      assert.deepEqual(Object.keys(record), [
        ...['player_id', 'restriction', 'spending', 'accounts', 'devices', 'history'],
      ]);
      assert.equal(record.restriction.status, 'P');
    });

    test('audit is one line for each change, with what changed', async () => {
      const project = await json('project', 'create', 'First');
      const id = String(project.game_index);
      await json('project', 'rename', id, 'Second');
      const lines = (await text('audit', '--game-index', id)).trimEnd().split('\n');
      assert.equal(lines.length, 3);
      assert.match(lines[0] as string, /^at +by +action +target +changes$/);
      assert.match(
        lines[1] as string,
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\S.* \(cli\) {2}project\.rename +projects\/\d+ +name: First → Second$/,
      );
      assert.match(lines[2] as string, /project\.create .* name: First/);
      const { items } = await json('audit', '--game-index', id);
      assert.equal(items[0].after.name, 'Second');
    });

    for (const [word, meant] of [
      ['ban', 'restrict'],
      ['unban', 'release'],
      ['user', 'player'],
    ] as const) {
      test(`${word} leads to ${meant}`, async () => {
        assert.deepEqual(await refused(word, 'com.a', '1'), [
          2,
          `error: use tollgate ${meant} instead\n`,
        ]);
      });
    }
  },
  { kinds: EITHER },
);
