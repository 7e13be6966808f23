// Imports through the admin API: types and restrictions of another system, dry runs, repetition, roles' scopes, the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import {
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  restrictionOf,
  TEMPORARY_TYPE,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, type Gate, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const ISO_NOW = '2026-11-15T12:00:00.000Z';

const report = (items: readonly { readonly outcome: string }[], dry_run = false) => {
  const of = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const counts = { new: of('new'), extended: of('extended'), unchanged: of('unchanged') };
  return { dry_run, ...counts, refused: of('refused'), items };
};

async function tables(gate: Gate) {
  const { db } = gate.service.context.storage;
  const count = async (
    table:
      | 'restricted_player'
      | 'restriction_history'
      | 'outbox'
      | 'audit_log'
      | 'restriction_type'
      | 'purchase',
  ) => (await db.selectFrom(table).selectAll().execute()).length;
  return {
    restricted_player: await count('restricted_player'),
    restriction_history: await count('restriction_history'),
    restriction_type: await count('restriction_type'),
    outbox: await count('outbox'),
    audit_log: await count('audit_log'),
    purchase: await count('purchase'),
  };
}

suite(
  'imports',
  (gate) => {
    const send = async (app: TestApp, what: string, body: object) => {
      const answer = await admin(gate, 'POST', `/apps/${app.appid}/${what}/import`, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    };

    test('a type is registered once, however often it is imported, and other texts do not replace it', async () => {
      const app = await gate.createApp();
      const lines = [
        { line: 2, ...POLICY_TYPE },
        { line: 3, ...TEMPORARY_TYPE },
        { line: 4, ...POLICY_TYPE, reasons: [...POLICY_TYPE.reasons].reverse() },
        { line: 5, ...POLICY_TYPE, reasons: TEMPORARY_TYPE.reasons },
      ];
      const wrong = {
        line: 5,
        outcome: 'refused',
        field: 'reasons',
        reason: 'With N every text needs a title; with O no text may have one.',
      };
      const before = await tables(gate);
      assert.deepEqual(
        await send(app, 'types', { dry_run: true, lines }),
        report(
          [
            { line: 2, outcome: 'new' },
            { line: 3, outcome: 'new' },
            { line: 4, outcome: 'unchanged' },
            wrong,
          ] as never,
          true,
        ),
      );
      assert.deepEqual(await tables(gate), before);
      const imported = [
        { line: 2, outcome: 'new', block_type: 1 },
        { line: 3, outcome: 'new', block_type: 2 },
        { line: 4, outcome: 'unchanged', block_type: 1 },
        wrong,
      ];
      assert.deepEqual(await send(app, 'types', { lines }), report(imported));
      const again = imported.map((item) =>
        item === wrong ? item : { ...item, outcome: 'unchanged' },
      );
      assert.deepEqual(await send(app, 'types', { lines }), report(again));
      const other = {
        ...POLICY_TYPE,
        reasons: POLICY_TYPE.reasons.map((each) => ({ ...each, reason: 'x' })),
      };
      assert.deepEqual(
        await send(app, 'types', { lines: [{ line: 1, ...other }] }),
        report([
          {
            line: 1,
            outcome: 'refused',
            field: 'reasons',
            reason:
              'The type exists with other texts. Change it in the console or with the admin API.',
            block_type: 1,
          },
        ] as never),
      );
      const listed = await admin(gate, 'GET', `/apps/${app.appid}/types`);
      assert.deepEqual(listed.body.items, [
        { block_type: 1, ...POLICY_TYPE },
        { block_type: 2, ...TEMPORARY_TYPE },
      ]);
    });

    test('a dry run says what each line would do and writes nothing; the real run does it once', async () => {
      const app = await gate.createApp({ timeZone: 'Asia/Seoul' });
      await registerType(gate, app);
      const [permanent, period, named, restricted] = [1, 2, 3, 4].map(newPlayer) as number[];
      await restrict(gate, app, restricted as number, { status: 'P' });
      const lines = [
        { line: 2, player_id: permanent, block_type: 1, comment: 'bot' },
        {
          line: 3,
          player_id: period,
          block_type: 1,
          start_date: '2026-11-01 00:00:00',
          end_date: '2026-12-31T15:00:00Z',
        },
        {
          line: 4,
          player_id: named,
          type_en_name: 'Policy violation',
          start_date: '2026-11-01T00:00:00+09:00',
          end_date: '2027-01-01 00:00:00',
        },
        { line: 5, player_id: permanent, block_type: 1 },
        { line: 6, player_id: newPlayer(), block_type: 9 },
        { line: 7, player_id: newPlayer(), type_en_name: 'Nobody' },
        { line: 8, player_id: newPlayer() },
        { line: 9, player_id: newPlayer(), block_type: 1, status: 'B' },
        { line: 10, player_id: newPlayer(), block_type: 1, end_date: '2026-11-01 00:00:00' },
        {
          line: 11,
          player_id: newPlayer(),
          block_type: 1,
          start_date: '2027-02-01 00:00:00',
          end_date: '2027-01-01 00:00:00',
        },
        { line: 12, player_id: newPlayer(), block_type: 1, end_date: '2027-02-30 00:00:00' },
        { line: 13, player_id: restricted, block_type: 1, end_date: '2027-01-01 00:00:00' },
      ];
      const refused = [
        [6, 'block_type', 'The app has no restriction type 9. Import the types first.'],
        [
          7,
          'type_en_name',
          'The app has no restriction type named Nobody. Import the types first.',
        ],
        [8, 'block_type', 'Add a block_type or a type_en_name.'],
        [9, 'end_date', 'Add an end_date, or use status P for a ban without an end.'],
        [10, 'end_date', 'The period is over, so there is nothing to import.'],
        [11, 'start_date', 'The start is after the end.'],
        [12, 'end_date', 'This date or time does not exist.'],
        [
          13,
          'player_id',
          'The player is already restricted permanently with type 1, which stays as it is.',
        ],
      ].map(([line, field, reason]) => ({ line, outcome: 'refused', field, reason }));
      const items = [
        { line: 2, outcome: 'new' },
        { line: 3, outcome: 'new' },
        { line: 4, outcome: 'new' },
        { line: 5, outcome: 'unchanged' },
        ...refused,
      ];
      const before = await tables(gate);
      assert.deepEqual(
        await send(app, 'restrictions', { dry_run: true, lines }),
        report(items as never, true),
      );
      assert.deepEqual(await tables(gate), before);

      const input = { file: 'bans.csv', lines };
      assert.deepEqual(await send(app, 'restrictions', input), report(items as never));
      const shown = async (player: unknown) =>
        (await admin(gate, 'GET', `/apps/${app.appid}/players/${player}`)).body.restriction;
      const actor = { actor_kind: 'admin', actor: 'TOLLGATE_ADMIN_TOKEN' };
      const common = { block_type: 1, in_effect: true, changed_at: ISO_NOW, ...actor };
      assert.deepEqual(await shown(permanent), {
        player_id: permanent,
        status: 'P',
        start_date: '2026-11-15 21:00:00',
        end_date: '9999-12-31 23:59:59',
        ...common,
      });
      assert.deepEqual(await shown(period), {
        player_id: period,
        status: 'B',
        start_date: '2026-11-01 00:00:00',
        end_date: '2027-01-01 00:00:00',
        ...common,
      });
      assert.deepEqual(await shown(named), { ...(await shown(period)), player_id: named });
      assert.equal((await restrictionOf(gate, app, restricted as number)).status, 'P');
      assert.deepEqual(await newestAudit(gate, 1, 'restriction.import'), [
        {
          at: ISO_NOW,
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'restriction.import',
          game_index: app.gameIndex,
          target: `apps/${app.appid}/restrictions`,
          before: null,
          after: { file: 'bans.csv', lines: '2-13', new: 3, extended: 0 },
        },
      ]);
      const history = await admin(gate, 'GET', `/apps/${app.appid}/players/${permanent}/history`);
      assert.deepEqual(
        history.body.items.map((each: { actor: object; comment: string }) => [
          each.actor,
          each.comment,
        ]),
        [[{ kind: 'admin', name: 'TOLLGATE_ADMIN_TOKEN' }, 'bot']],
      );

      const after = await tables(gate);
      const again = items.map((item) =>
        item.outcome === 'new' ? { ...item, outcome: 'unchanged' } : item,
      );
      assert.deepEqual(await send(app, 'restrictions', input), report(again as never));
      assert.deepEqual(await tables(gate), after);
    });

    test('with extend the longest line of a player counts, in any order and however often', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const [up, down] = [newPlayer(), newPlayer()];
      const week = { block_type: 1, end_date: '2026-11-22 00:00:00' };
      const forever = { block_type: 1 };
      const lines = [
        { line: 1, player_id: up, ...week },
        { line: 2, player_id: up, ...forever },
        { line: 3, player_id: down, ...forever },
        { line: 4, player_id: down, ...week },
      ];
      const outcomes = async (body: object) =>
        (await send(app, 'restrictions', { extend: true, lines, ...body })).items.map(
          (item: { outcome: string }) => item.outcome,
        );
      assert.deepEqual(await outcomes({ dry_run: true }), ['new', 'extended', 'new', 'unchanged']);
      assert.deepEqual(await outcomes({}), ['new', 'extended', 'new', 'unchanged']);
      const after = await tables(gate);
      assert.deepEqual(await outcomes({}), ['unchanged', 'unchanged', 'unchanged', 'unchanged']);
      assert.deepEqual(await tables(gate), after);
      for (const player of [up, down]) {
        assert.equal((await restrictionOf(gate, app, player)).status, 'P');
      }
    });

    test('the game server hears of imported restrictions only when asked', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const receiver = {
        game_index: app.gameIndex,
        channel: 'restriction',
        url: 'https://game.example/',
      } as const;
      expectDone(await registerReceiver(gate.service.context, SYSTEM, receiver));
      const [silent, told] = [newPlayer(), newPlayer()];
      const one = (player_id: number) => [{ line: 1, player_id, block_type: 1 }];
      await send(app, 'restrictions', { lines: one(silent) });
      await send(app, 'restrictions', { lines: one(told), notify: true });
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('subject')
        .where('game_index', '=', app.gameIndex)
        .execute();
      assert.deepEqual(rows, [{ subject: String(told) }]);
    });

    test('a shape that is wrong rejects the batch and names line and field', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/restrictions/import`;
      const lines = [
        { line: 1, player_id: 5, block_type: 1 },
        { line: 2, player_id: '5' },
      ];
      const answer = await admin(gate, 'POST', path, { lines });
      const errors = [
        {
          field: 'lines.1.player_id',
          message: 'must be an integer from 1 to 9223372036854775807',
        },
      ];
      assert.deepEqual(
        answer.body,
        problem('invalid_request', path, `lines.1.player_id ${errors[0]?.message}.`, errors),
      );
      for (const what of ['types', 'restrictions', 'purchases']) {
        const many = Array.from({ length: 501 }, () => ({}));
        for (const wrong of [{ lines: [] }, { lines: many }, {}, { lines: [{ line: 1, x: 1 }] }]) {
          const { status } = await admin(gate, 'POST', `/apps/${app.appid}/${what}/import`, wrong);
          assert.equal(status, 400);
        }
      }
      const unknown = '/apps/nobody/restrictions/import';
      assert.deepEqual(
        (await admin(gate, 'POST', unknown, { lines: lines.slice(0, 1) })).body,
        problem('not_found', unknown, 'There is no app nobody.'),
      );
    });

    test('two imports at once restrict each player once', async () => {
      const app = await gate.createApp();
      const lines = Array.from({ length: 100 }, (_, index) => ({
        line: index + 1,
        player_id: newPlayer(),
        type_en_name: 'Policy violation',
      }));
      const types = await Promise.all(
        [1, 2, 3].map(() => send(app, 'types', { lines: [{ line: 1, ...POLICY_TYPE }] })),
      );
      assert.equal(
        types.reduce((sum, each) => sum + each.new, 0),
        1,
      );
      const reports = await Promise.all([1, 2, 3].map(() => send(app, 'restrictions', { lines })));
      assert.equal(
        reports.reduce((sum, each) => sum + each.new, 0),
        100,
      );
      assert.equal(
        reports.reduce((sum, each) => sum + each.unchanged, 0),
        200,
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
