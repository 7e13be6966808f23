// tollgate import: every format, dry runs, bad lines, repetition, a killed process, a service elsewhere.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readCsv } from '../../src/base/csv.ts';
import { BUSY_TIMEOUT_MS } from '../../src/storage/sqlite/file.ts';
import { ADMIN_TOKEN, newestAudit } from '../admin/caller.ts';
import { newPlayer, POLICY_TYPE, registerType } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import { PRELOADED, until } from '../support/process.ts';
import { CLI, environment, tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

const USER = 'c7a6f8a0-51b5-4f7d-9b55-0c7e9b1d2f10';

/** Imports from files that this suite writes, and who is restricted by them. */
function importFiles(gate: Gate) {
  const folders: string[] = [];
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  const write = async (name: string, text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-import-'));
    folders.push(folder);
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const run = (what: string, { appid }: TestApp, file: string, ...more: string[]) =>
    tollgateJson(variables(gate), ['import', what, appid, file, ...more]);
  const players = async ({ appid }: TestApp) => {
    const rows = await gate.service.context.storage.db
      .selectFrom('restricted_player')
      .selectAll()
      .where('appid', '=', appid)
      .orderBy('player_id')
      .execute();
    return rows.map((row) =>
      [row.player_id, row.status, row.block_type, row.start_date, row.end_date].join('|'),
    );
  };
  return { write, run, players };
}

suite(
  'tollgate import',
  (gate) => {
    const { write, run, players } = importFiles(gate);
    const comments = async ({ appid }: TestApp) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('restriction_history')
        .select(['comment', 'actor_kind'])
        .where('appid', '=', appid)
        .orderBy('player_id')
        .execute();
      return rows.map((row) => `${row.actor_kind}|${row.comment}`);
    };
    const purchases = async ({ appid }: TestApp) => {
      const { db } = gate.service.context.storage;
      const query = db.selectFrom('purchase').selectAll().where('appid', '=', appid);
      return query.orderBy('number').execute();
    };
    const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const none = { extended: 0, skipped: 0, refused: 0, unchanged: 0 };

    test('a table of bans: dry run, bad lines with their numbers, import, import again', async () => {
      const app = await gate.createApp();
      const types = await write(
        'types.csv',
        [
          'type_status,type_name,type_en_name,reason_ko,reason_en,title_ko,title_en',
          'O,봇,Bot,봇을 사용했습니다.,You used a bot.,,',
          'N,사기,Fraud,조사 중입니다.,We are looking into it.,조사,Investigation',
          'O,x,Nothing,,,,',
        ].join('\n'),
      );
      const typed = await run('types', app, types);
      assert.deepEqual(typed, {
        file: types,
        dry_run: false,
        ...none,
        lines: 3,
        new: 2,
        refused: 1,
        refused_file: `${types}.refused.csv`,
      });
      const [forever, until, comma] = [newPlayer(), newPlayer(), newPlayer()];
      const text = [
        'user_id,why,banned_at,until,note,internal',
        `${forever},bot,2025-01-02 03:04:05+00,,"said ""no"", twice",1`,
        `${until},2,1700000000,2027-01-01T00:00:00Z,,2`,
        'somebody,bot,,,,3',
        `${newPlayer()},bot,,yesterday,,4`,
        `${newPlayer()},bot,,2026-01-01 00:00:00,,5`,
        `${newPlayer()},cheating,,,,6`,
        `${newPlayer()},bot,,`,
        '',
        `${comma},bot,,,"two`,
        'lines",7',
        `${forever},bot,2025-01-02 03:04:05+00,,,8`,
      ].join('\n');
      const file = await write('bans.csv', text);
      const map = [
        '--map',
        'user_id=player_id',
        'why=block_type',
        'banned_at=start_date',
        'until=end_date',
        'note=comment',
        'internal=',
      ];
      const unknown = await tollgate(variables(gate), ['import', 'restrictions', app.appid, file]);
      assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
      assert.match(
        unknown.stderr,
        /^error: The column user_id is unknown\. Rename it with --map user_id=<field>/,
      );
      const args = [...map, '--types', 'bot=Bot'];
      const refused_file = `${file}.refused.csv`;
      const summary = { file, ...none, lines: 9, new: 3, unchanged: 1, refused: 5, refused_file };
      assert.deepEqual(await run('restrictions', app, file, ...args, '--dry-run'), {
        ...summary,
        dry_run: true,
      });
      assert.deepEqual(await players(app), []);
      const refusals = await readFile(refused_file, 'utf8');
      const columns = async () => {
        const records: string[] = [];
        for await (const { cells } of readCsv(createReadStream(refused_file))) {
          records.push(cells.slice(0, 3).join('|'));
        }
        return records;
      };
      assert.deepEqual(await columns(), [
        'line|field|reason',
        '4|player_id|somebody is no player_id, which is an integer from 1 to 9223372036854775807. Add a column with it, or a file with --players.',
        '5|end_date|end_date must be a date and time such as 2026-11-15 00:00:00 or 2026-11-15T12:00:00Z.',
        '8||The line has 4 cells, but the header has 6.',
        '6|end_date|The period is over, so there is nothing to import.',
        '7|type_en_name|The app has no restriction type named cheating. Import the types first.',
      ]);
      assert.deepEqual(await run('restrictions', app, file, ...args), {
        ...summary,
        dry_run: false,
      });
      assert.equal(await readFile(refused_file, 'utf8'), refusals);
      assert.deepEqual(await players(app), [
        `${forever}|P|1|2025-01-02 03:04:05|9999-12-31 23:59:59`,
        `${until}|B|2|2023-11-14 22:13:20|2027-01-01 00:00:00`,
        `${comma}|P|1|${(await players(app))[2]?.split('|')[3]}|9999-12-31 23:59:59`,
      ]);
      assert.deepEqual(await comments(app), ['cli|said "no", twice', 'cli|null', 'cli|two\nlines']);
      const [entry] = await newestAudit(gate, 1, 'restriction.import');
      assert.deepEqual(
        [entry.actor_kind, entry.target, entry.after],
        [
          'cli',
          `apps/${app.appid}/restrictions`,
          { file: 'bans.csv', lines: '2-12', new: 3, extended: 0 },
        ],
      );
      const again = await run('restrictions', app, file, ...args);
      assert.deepEqual(again, { ...summary, dry_run: false, new: 0, unchanged: 4 });
      assert.equal((await comments(app)).length, 3);
    });

    test('bans of several scopes: one of each for a player', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const player = newPlayer();
      const lines = [
        'player_id,scope,block_type',
        `${player},,1`,
        `${player},chat,1`,
        `${player},chat,1`,
        `${player},login,1`,
        `${player},chess,1`,
      ];
      const file = await write('scopes.csv', lines.join('\n'));
      const refused_file = `${file}.refused.csv`;
      const summary = { file, ...none, lines: 5, new: 2, unchanged: 2, refused: 1, refused_file };
      assert.deepEqual(await run('restrictions', app, file, '--dry-run'), {
        ...summary,
        dry_run: true,
      });
      assert.deepEqual(await run('restrictions', app, file), { ...summary, dry_run: false });
      assert.match(
        await readFile(refused_file, 'utf8'),
        /6,scope,The project has no scope chess\./,
      );
      const scopes = await gate.service.context.storage.db
        .selectFrom('restricted_player')
        .select('scope')
        .where('player_id', '=', BigInt(player))
        .orderBy('scope')
        .execute();
      assert.deepEqual(scopes, [{ scope: 'chat' }, { scope: 'login' }]);
    });

    test('a table of receipts, as CSV and as JSON Lines', async () => {
      const app = await gate.createApp();
      const csv = await write(
        'receipts.csv',
        [
          'provider;store_transaction_id;purchase_token;product_id;quantity;amount;currency;player_id;purchase_date;cancel_state;test',
          'apple;2000000000000001;;gems.100;1;9.99;usd;77;2025-01-02 03:04:05;f;',
          'GOOGLE;GPA.1234-5678-9012-34567;token-1;gems.100;2;;;;1735787045;t;N',
          'google;;token-2;gems.100;;;;;;;',
          'EPIC;1;;gems.100;;;;;;;',
        ].join('\r\n'),
      );
      const jsonl = await write(
        'receipts.jsonl',
        [
          '{"provider":"PG","store_transaction_id":"H77","product_id":"hat","amount":1200,"currency":"KRW","delivery_date":"2025-01-02T00:00:00Z"}',
          '{"provider":"APPLE","store_transaction_id":2000000000000001,"product_id":"gems.100"}',
          '{"provider":"PG","store_transaction_id":"H78","product_id":"hat","colour":"red"}',
          'not json',
          '[1]',
        ].join('\n'),
      );
      const counts = { ...none, dry_run: false };
      assert.deepEqual(await run('purchases', app, csv), {
        ...counts,
        file: csv,
        lines: 4,
        new: 3,
        refused: 1,
        refused_file: `${csv}.refused.csv`,
      });
      assert.deepEqual(await run('purchases', app, jsonl, '--format', 'jsonl'), {
        ...counts,
        file: jsonl,
        lines: 5,
        new: 1,
        unchanged: 1,
        refused: 3,
        refused_file: `${jsonl}.refused.csv`,
      });
      assert.deepEqual(
        (await readFile(`${jsonl}.refused.csv`, 'utf8'))
          .split('\r\n')
          .slice(0, 4)
          .map((line) => line.split(',').slice(0, 3).join(',')),
        [
          'line,field,reason',
          '3,colour,colour is not a known field.',
          '4,,The line is no JSON object.',
          '5,,The line is no JSON object.',
        ],
      );
      assert.deepEqual(
        (await purchases(app)).map((row) =>
          [
            row.provider,
            row.unique_key,
            row.quantity,
            row.price,
            row.currency,
            time(row.purchased_at),
            row.cancel_state,
            row.delivery,
          ].join('|'),
        ),
        [
          'APPLE|2000000000000001|1|9.99|USD|2025-01-02T03:04:05.000Z|0|',
          'GOOGLE|GPA.1234-5678-9012-34567|2|||2025-01-02T03:04:05.000Z|1|',
          'GOOGLE|token-2|1||||0|',
          'PG|H77|1|1200|KRW||0|1',
        ],
      );
    });

    test('Nakama: banned users, of its table or its API', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const table = await write(
        'users.csv',
        [
          'id,username,metadata,disable_time',
          `${USER},ann,"{""player_id"":""91""}",2024-05-01 12:34:56.789+00`,
          '00000000-0000-4000-8000-000000000002,bob,{},1970-01-01 00:00:00+00',
          '00000000-0000-4000-8000-000000000003,cy,{},2024-05-02 00:00:00+00',
        ].join('\n'),
      );
      const args = ['--format', 'nakama', '--block-type', '1', '--comment', 'from Nakama'];
      assert.deepEqual(
        await run('restrictions', app, table, ...args, '--map', 'metadata.player_id=player_id'),
        {
          ...none,
          file: table,
          dry_run: false,
          lines: 3,
          new: 1,
          skipped: 1,
          refused: 1,
          refused_file: `${table}.refused.csv`,
        },
      );
      const api = await write(
        'accounts.jsonl',
        [
          `{"account":{"user":{"id":"${USER}","username":"ann"},"disable_time":"2024-05-01T12:34:56Z"}}`,
          '{"user":{"id":"00000000-0000-4000-8000-000000000003"},"disable_time":"2024-05-02T00:00:00Z"}',
        ].join('\n'),
      );
      const ids = await write(
        'players.csv',
        `old,player_id\n${USER},91\n00000000-0000-4000-8000-000000000003,93\n`,
      );
      assert.deepEqual(await run('restrictions', app, api, ...args, '--players', ids), {
        ...none,
        file: api,
        dry_run: false,
        lines: 2,
        new: 1,
        unchanged: 1,
        refused_file: null,
      });
      assert.deepEqual(await players(app), [
        '91|P|1|2024-05-01 12:34:56|9999-12-31 23:59:59',
        '93|P|1|2024-05-02 00:00:00|9999-12-31 23:59:59',
      ]);
      assert.deepEqual(await comments(app), ['cli|from Nakama', 'cli|from Nakama']);
    });

    test('Nakama: purchases and subscriptions, of its tables or its API', async () => {
      const app = await gate.createApp();
      const payload = Buffer.from('{"transactionId":"2000000000000302"}').toString('base64url');
      const google = { orderId: 'GPA.1111-2222-3333-44444', purchaseState: 0, quantity: 2 };
      const page = {
        validated_purchases: [
          {
            user_id: USER,
            product_id: 'gems.100',
            transaction_id: '2000000000000101',
            purchase_time: '2024-05-01T12:00:00Z',
            create_time: '2024-05-01T12:00:05Z',
            refund_time: '1970-01-01T00:00:00Z',
            environment: 1,
            provider_response: '{"jws":"a.b.c"}',
          },
          {
            user_id: '',
            product_id: 'gems.100',
            transaction_id: 'google-token-1',
            store: 1,
            purchase_time: '2024-05-01T12:00:00Z',
            refund_time: '2024-05-03T00:00:00Z',
            environment: 1,
            provider_response: JSON.stringify(google),
          },
          { product_id: 'gems.100', transaction_id: 'h', store: 'HUAWEI_APP_GALLERY' },
        ],
        cursor: '',
      };
      const subscriptions = {
        validated_subscriptions: [
          {
            user_id: USER,
            product_id: 'vip',
            original_transaction_id: '2000000000000300',
            store: 0,
            environment: 2,
            purchase_time: '2024-05-01T12:00:00Z',
            expiry_time: '2024-06-01T12:00:00Z',
            provider_response: JSON.stringify({ jws: `x.${payload}.y` }),
          },
          {
            user_id: USER,
            product_id: 'vip',
            original_transaction_id: 'google-token-2',
            store: 1,
            expiry_time: '2027-06-01T12:00:00Z',
            provider_response: '{"latestOrderId":"GPA.1111-2222-3333-55555..3"}',
          },
          {
            user_id: USER,
            product_id: 'vip',
            original_transaction_id: '1',
            provider_response: '{}',
          },
        ],
      };
      const file = await write(
        'nakama.jsonl',
        [page, subscriptions].map((each) => JSON.stringify(each)).join('\n'),
      );
      assert.deepEqual(await run('purchases', app, file, '--format', 'nakama'), {
        ...none,
        file,
        dry_run: false,
        lines: 6,
        new: 4,
        refused: 2,
        refused_file: `${file}.refused.csv`,
      });
      const table = await write(
        'purchase.csv',
        [
          'user_id,transaction_id,product_id,store,raw_response,purchase_time,create_time,update_time,refund_time,environment',
          `${USER},2000000000000102,gems.100,0,"{""receipt"":{""in_app"":[{""transaction_id"":""2000000000000102"",""quantity"":""5""}]}}",2024-05-01 12:00:00+00,2024-05-01 12:00:00+00,2024-05-01 12:00:00+00,1970-01-01 00:00:00+00,2`,
          `${USER},google-token-1,gems.100,1,"${JSON.stringify(google).replaceAll('"', '""')}",2024-05-01 12:00:00+00,2024-05-01 12:00:00+00,2024-05-01 12:00:00+00,1970-01-01 00:00:00+00,1`,
        ].join('\n'),
      );
      assert.deepEqual(await run('purchases', app, table, '--format', 'nakama'), {
        ...none,
        file: table,
        dry_run: false,
        lines: 2,
        new: 1,
        unchanged: 1,
        refused_file: null,
      });
      assert.deepEqual(
        (await purchases(app)).map((row) =>
          [
            row.kind,
            row.unique_key,
            row.quantity,
            row.account_uuid,
            time(row.purchased_at),
            time(row.claimed_at),
            row.cancel_state,
            row.test,
            row.receipt,
            row.subscription_id,
          ].join('|'),
        ),
        [
          `consumable|sandbox 2000000000000101|1|${USER}|2024-05-01T12:00:00.000Z|2024-05-01T12:00:05.000Z|0|1|a.b.c|`,
          'consumable|GPA.1111-2222-3333-44444|2||2024-05-01T12:00:00.000Z||1|0|google-token-1|',
          `subscription|2000000000000302|1|${USER}|2024-05-01T12:00:00.000Z||0|0|x.${payload}.y|2000000000000300`,
          `subscription|GPA.1111-2222-3333-55555..3|1|${USER}|||0|0|google-token-2|google-token-2`,
          `consumable|2000000000000102|5|${USER}|2024-05-01T12:00:00.000Z|2024-05-01T12:00:00.000Z|0|0|2000000000000102|`,
        ],
      );
    });

    test('PlayFab: bans of its API, and player profiles of a segment', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const ids = await write('players.csv', 'A1,501\nB2,502\nC3,503\nD4,504\n');
      const answer = {
        code: 200,
        status: 'OK',
        data: {
          BanData: [
            {
              PlayFabId: 'A1',
              BanId: '1',
              Active: true,
              Created: '2024-05-01T00:00:00Z',
              Reason: 'Bot',
            },
            {
              PlayFabId: 'B2',
              BanId: '2',
              Active: true,
              Created: '2024-05-01T00:00:00.5Z',
              Expires: '2027-05-01T00:00:00Z',
              Reason: 'Policy violation',
            },
            { PlayFabId: 'B2', BanId: '3', Active: false, Reason: 'old' },
            { BanId: '4', Active: true, IPAddress: '192.0.2.1' },
          ],
        },
      };
      const file = await write('bans.jsonl', `${JSON.stringify(answer)}\n`);
      const args = ['--format', 'playfab', '--players', ids, '--types', 'Bot=1'];
      assert.deepEqual(await run('restrictions', app, file, ...args), {
        ...none,
        file,
        dry_run: false,
        lines: 4,
        new: 2,
        skipped: 1,
        refused: 1,
        refused_file: `${file}.refused.csv`,
      });
      const profiles = await write(
        'segment.tsv',
        [
          'PlayerId\tBannedUntil',
          'C3\t2027-01-01T00:00:00Z',
          'D4\t',
          'E5\t9999-12-31T23:59:59Z',
        ].join('\n'),
      );
      const profiled = await run('restrictions', app, profiles, ...args, '--block-type', '1');
      assert.deepEqual([profiled.new, profiled.skipped, profiled.refused], [1, 1, 1]);
      assert.deepEqual(
        (await players(app)).map((row) =>
          row
            .split('|')
            .filter((_, index) => index !== 3)
            .join('|'),
        ),
        [
          '501|P|1|9999-12-31 23:59:59',
          '502|B|1|2027-05-01 00:00:00',
          '503|B|1|2027-01-01 00:00:00',
        ],
      );
    });

    test('PlayFab: purchases of its events, and redemptions of its inventories', async () => {
      const app = await gate.createApp();
      const ids = await write('players.csv', 'A1,501\n');
      const event = {
        EventName: 'player_realmoney_purchase',
        EntityId: 'A1',
        Timestamp: '2024-05-01T12:00:00.1234567Z',
        PaymentProvider: 'Apple iTunes',
        PurchasedProduct: ['gems.100'],
        TransactionId: '2000000000000501',
        TransactionTotal: 999,
      };
      const redeem = { Marketplace: 'GooglePlay', OfferId: 'gems.100' };
      const history = {
        PlayFabId: 'A1',
        Transactions: [
          {
            Timestamp: '2024-05-02T00:00:00Z',
            RedeemDetails: { ...redeem, MarketplaceTransactionId: 'GPA.1-2-3' },
          },
          {
            Timestamp: '2024-05-03T00:00:00Z',
            RedeemDetails: { ...redeem, MarketplaceTransactionId: 'a-token' },
          },
          { Timestamp: '2024-05-03T00:00:00Z', PurchaseDetails: { ItemId: 'hat' } },
          {
            RedeemDetails: {
              Marketplace: 'PlayStation',
              MarketplaceTransactionId: 'x',
              OfferId: 'y',
            },
          },
        ],
      };
      const several = { ...event, TransactionId: '2', PurchasedProduct: ['a', 'b'] };
      const lines = [event, history, several, { ...event, EntityId: 'Z9' }];
      const file = await write(
        'playfab.jsonl',
        lines.map((each) => JSON.stringify(each)).join('\n'),
      );
      assert.deepEqual(await run('purchases', app, file, '--format', 'playfab', '--players', ids), {
        ...none,
        file,
        dry_run: false,
        lines: 7,
        new: 3,
        skipped: 1,
        refused: 3,
        refused_file: `${file}.refused.csv`,
      });
      assert.deepEqual(
        (await purchases(app)).map((row) =>
          [row.unique_key, row.product_id, time(row.purchased_at), row.price].join('|'),
        ),
        [
          '2000000000000501|gems.100|2024-05-01T12:00:00.123Z|',
          'GPA.1-2-3|gems.100|2024-05-02T00:00:00.000Z|',
          'a-token|gems.100|2024-05-03T00:00:00.000Z|',
        ],
      );
    });

    test('a dry run over several batches knows what its own lines repeat', async () => {
      const app = await gate.createApp();
      const ids = Array.from({ length: 1_200 }, (_, index) => `APPLE,${index % 700},gems`);
      const file = await write(
        'many.csv',
        ['provider,store_transaction_id,product_id', ...ids].join('\n'),
      );
      for (const more of [['--dry-run'], []]) {
        const { new: added, unchanged } = await run('purchases', app, file, ...more);
        assert.deepEqual([added, unchanged], [700, 500]);
      }
      assert.equal((await purchases(app)).length, 700);
    });

    test('a dry run over several batches says of players what the real run does', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const first = newPlayer();
      const [longer, shorter, same] = [newPlayer(), newPlayer(), newPlayer()];
      const others = Array.from({ length: 600 }, () => `${newPlayer()},1,`);
      const text = [
        'player_id,block_type,end_date',
        `${longer},1,2027-01-01 00:00:00`,
        `${shorter},1,`,
        `${same},1,2027-01-01 00:00:00`,
        ...others,
        `${longer},1,2028-01-01 00:00:00`,
        `${shorter},1,2027-01-01 00:00:00`,
        `${same},1,2027-01-01 00:00:00`,
        `${first},1,`,
      ].join('\n');
      const file = await write('bans.csv', text);
      const numbers = async (...more: string[]) => {
        const done = await run('restrictions', app, file, ...more);
        return [done.new, done.extended, done.unchanged, done.refused];
      };
      assert.deepEqual(await numbers('--dry-run'), [604, 0, 1, 2]);
      assert.deepEqual(await numbers('--dry-run', '--extend'), [604, 1, 2, 0]);
      const other = await gate.createApp();
      await registerType(gate, other);
      assert.deepEqual(await numbers(), [604, 0, 1, 2]);
      const extended = await run('restrictions', other, file, '--extend');
      assert.deepEqual([extended.new, extended.extended, extended.unchanged], [604, 1, 2]);
    });

    test('into a service elsewhere, with an admin token of the right scope', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await gate.service.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = gate.service.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const player = newPlayer();
      const bans = await write(
        'bans.csv',
        `player_id,type_en_name\n${player},${POLICY_TYPE.type_en_name}\n`,
      );
      const args = ['import', 'restrictions', app.appid, bans, '--url', url, '--json'];
      const done = await tollgate({ TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN }, args);
      assert.deepEqual([done.code, done.stderr], [0, '']);
      assert.equal(JSON.parse(done.stdout).new, 1);
      assert.equal((await players(app)).length, 1);
      const { body } = await gate.send(
        'POST',
        '/admin/v1/admin-tokens',
        { name: 'import', scope: 'payment', projects: [app.gameIndex] },
        { authorization: `Bearer ${ADMIN_TOKEN}` },
      );
      const wrong = await tollgate({ TOLLGATE_ADMIN_TOKEN: body.token }, args);
      assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
      assert.match(wrong.stderr, /^error: http:\/\/127\.0\.0\.1:\d+ refused: .*scope.*\n$/);
      const receipts = await write(
        'r.csv',
        'provider,store_transaction_id,product_id\nPG,H1,hat\n',
      );
      const other = await gate.createApp();
      for (const [appid, code] of [
        [app.appid, 0],
        [other.appid, 1],
      ] as const) {
        const paid = ['import', 'purchases', appid, receipts, '--url', url];
        assert.equal((await tollgate({ TOLLGATE_ADMIN_TOKEN: body.token }, paid)).code, code);
      }
      assert.deepEqual([(await purchases(app)).length, (await purchases(other)).length], [1, 0]);
      const missing = await tollgate({}, args);
      assert.deepEqual(missing, {
        code: 2,
        stdout: '',
        stderr: 'error: Set TOLLGATE_ADMIN_TOKEN to an admin token of the service.\n',
      });
    });

    test('a file that is not there, an unknown app and an open quote are said in one line', async () => {
      const app = await gate.createApp();
      const error = async (...args: string[]) => {
        const { code, stdout, stderr } = await tollgate(variables(gate), [
          'import',
          'purchases',
          ...args,
        ]);
        assert.deepEqual([code, stdout], [1, '']);
        return stderr;
      };
      assert.equal(
        await error(app.appid, '/nowhere/a.csv'),
        'error: Cannot read /nowhere/a.csv.\n',
      );
      const good = await write('r.csv', 'provider,store_transaction_id,product_id\nPG,H1,hat\n');
      assert.equal(await error('nobody', good), 'error: There is no app nobody.\n');
      const quoted = await write('r.csv', 'provider,store_transaction_id,product_id\nPG,"H1,hat\n');
      assert.equal(
        await error(app.appid, quoted),
        `error: ${quoted}: A quoted cell has no closing quote.\n`,
      );
      assert.deepEqual(await readdir(join(quoted, '..')), ['r.csv']);
      assert.deepEqual(await purchases(app), []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite('tollgate import, killed', (gate) => {
  const { write, run, players } = importFiles(gate);

  test('killed in the middle and run again, the import is complete and nothing is there twice', async () => {
    const app = await gate.createApp();
    await registerType(gate, app);
    const total = 1_500;
    const header = 'player_id,block_type\n';
    const lines = Array.from({ length: total }, (_, index) => `${5_000_000 + index},1\n`);
    const file = await write('bans.csv', [header, ...lines].join(''));
    // A pipe that stays open: the import waits for the rest in the middle of its work.
    const pipe = `${file}.pipe`;
    await promisify(execFile)('mkfifo', [pipe]);
    const { db } = gate.service.context.storage;
    const count = async () => {
      const { rows } = await db
        .selectFrom('restriction_history')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('appid', '=', app.appid)
        .executeTakeFirstOrThrow();
      return Number(rows);
    };
    const args = [...PRELOADED, CLI, 'import', 'restrictions', app.appid, pipe];
    const env = environment(variables(gate));
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    const input = await open(pipe, 'w');
    await input.write([header, ...lines.slice(0, 1_100)].join(''));
    await until(async () => (await count()) === 1_000 || child.exitCode !== null);
    child.kill('SIGKILL');
    assert.deepEqual(await exited, [null, 'SIGKILL']);
    await input.close();
    assert.equal(await count(), 1_000);
    const summary = await run('restrictions', app, file);
    assert.deepEqual([summary.new, summary.unchanged], [total - 1_000, 1_000]);
    assert.equal(await count(), total);
    assert.equal((await players(app)).length, total);
  });
});

// PostgreSQL locks rows, not the file.
suite(
  'tollgate import beside a service that is writing',
  (gate) => {
    const { write, run } = importFiles(gate);

    test('beside a service that is writing, an import waits for its turn', async () => {
      const app = await gate.createApp();
      const file = await write('types.jsonl', `${JSON.stringify(POLICY_TYPE)}\n`);
      const place = gate.database.storage('production');
      assert.ok(place.kind === 'sqlite');
      const writer = new DatabaseSync(place.path);
      writer.exec('begin immediate');
      const imported = run('types', app, file, '--format', 'jsonl');
      // Longer than the service itself waits for another writer.
      const isWaiting = await Promise.race([imported, wait(2 * BUSY_TIMEOUT_MS, 'waiting')]);
      writer.exec('commit');
      writer.close();
      assert.equal(isWaiting, 'waiting');
      assert.equal((await imported).new, 1);
    });
  },
  { kinds: ['sqlite'] },
);
