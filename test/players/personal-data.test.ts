// Personal data: a player is exported whole, and erased so that nothing but bookkeeping is left.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createJobs } from '../../src/background/jobs.ts';
import { purchaseTable } from '../../src/payment/ledger/personal-data.ts';
import { insertPurchases } from '../../src/payment/ledger/purchases-store.ts';
import { FOUND_BY_OTHERS, personalData, WITHOUT_PLAYERS } from '../../src/personal-data.ts';
import { createEraser, ERASE_JOB } from '../../src/players/erasure.ts';
import { createLog } from '../../src/start/log.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { newMember, newOwner, signIn } from '../admin/visitor.ts';
import { tollgate, tollgateJson } from '../cli/tollgate.ts';
import { answer } from '../outbox/game-server.ts';
import { createProject, openRelay, spendThreeDays } from '../outbox/project.ts';
import { openLedger } from '../payment/queries/records.ts';
import { PATH } from '../payment/shop.ts';
import {
  DAY,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restrictionOf,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, type TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { fillPlayer, findInDatabase, MINUTE, TABLES, withDecoded } from './filled-player.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const iso = (at: number): string => new Date(at).toISOString();

const pageOf = ({ appid }: TestApp, player: number | bigint): string =>
  `/apps/${appid}/players/${player}`;

async function erase(gate: Gate, app: TestApp, player: number | bigint): Promise<Json> {
  const { status, body } = await admin(gate, 'POST', `${pageOf(app, player)}/erasure`, {
    confirm: String(player),
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The pass of now, and the one after everything under way has ended. */
async function bothPasses(gate: Gate): Promise<void> {
  await gate.service.erasures.turn();
  gate.now += 2 * MINUTE;
  await gate.service.erasures.turn();
}

const OPTIONS = {
  adminToken: ADMIN_TOKEN,
  relay: { enabled: false, allowPrivateTargets: true },
} as const;

marketSuite(
  'personal data',
  (gate, markets) => {
    test('the export has every table that knows the player, and an entry in the audit log', async (t) => {
      const { page, app, player, account, needles } = await fillPlayer(gate, markets, t);
      const { status, body, headers } = await admin(gate, 'GET', `${page}/export`);
      assert.equal(status, 200);
      assert.equal(headers['content-disposition'], `attachment; filename="player-${player}.json"`);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(BigInt(body.player_id), player);
      assert.ok(body.account_uuids.includes(account));
      const sections = personalData.flatMap(({ section }) => section ?? []);
      for (const section of sections) assert.ok(body[section].length > 0, section);
      const text = withDecoded(JSON.stringify(body));
      for (const needle of needles) assert.ok(text.includes(needle), needle);
      const [purchase] = body.purchases.filter((each: Json) => each.kind === 'consumable');
      assert.deepEqual(
        [purchase.price, purchase.currency, purchase.cancellations[0].state, purchase.verified_at],
        ['9.99', 'USD', 'given', iso(gate.now)],
      );
      assert.ok(purchase.notices[0].body.length > 0);
      assert.equal(body.notes[0].text, `${needles[4]}, edited`);
      assert.deepEqual(await newestAudit(gate, 1, 'player.export'), [
        {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'player.export',
          game_index: app.gameIndex,
          target: `apps/${app.appid}/players/${player}`,
          before: null,
          after: null,
        },
      ]);
    });

    test('after an erasure no table names the player; purchases stay, and so do others', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      const { app, page, player, other, needles, account } = filled;
      const { db } = gate.service.context.storage;
      await filled.release();
      const before = await findInDatabase(gate, needles);
      const emptiedAtOnce = [
        'outbox_batch',
        'outbox_dead',
        'restricted_device',
        'restricted_player',
      ];
      const named = new Set(before.map((place) => place.replace(/\..*/, '')));
      const known = new Set([
        ...personalData.map(({ table }) => table),
        ...Object.keys(FOUND_BY_OTHERS),
      ]);
      assert.deepEqual(
        [...known].filter((table) => !emptiedAtOnce.includes(table)).sort(),
        [...named].filter((table) => table !== 'job').sort(),
        'each of them is tested',
      );
      const plan = (await admin(gate, 'GET', `${page}/erasure`)).body;
      assert.deepEqual(
        { ...plan, tables: plan.tables.map(({ table, erasure }: Json) => `${table} ${erasure}`) },
        {
          state: 'none',
          erasure_id: null,
          requested_at: null,
          tables: [
            'account_link deleted',
            'appeal deleted',
            'audit_log rewritten',
            'bulk_row rewritten',
            'consent_link deleted',
            'device_exception deleted',
            'dispute rewritten',
            'figure_payer rewritten',
            'login deleted',
            'market_action rewritten',
            'market_notice rewritten',
            'measure_account deleted',
            'measure_debt deleted',
            'measure_effect deleted',
            'measure_exempt deleted',
            'outbox_again deleted',
            'outbox_replay rewritten',
            'player_note deleted',
            'product_grant deleted',
            'purchase rewritten',
            'purchase_order rewritten',
            'refused_verification deleted',
            'restriction_history deleted',
            'subscription rewritten',
          ],
          restricted: false,
          active_subscriptions: 1,
        },
      );
      assert.deepEqual(await findInDatabase(gate, needles), before, 'a dry run changes nothing');

      const headers = { 'x-app-id': app.appid, authorization: `Bearer ${filled.token}` };
      const asPlayer = async () =>
        (await gate.post('/payment/v1/purchase/restore', {}, headers)).status;
      assert.equal(await asPlayer(), 200);
      const { erasure_id } = await erase(gate, app, player);
      await bothPasses(gate);
      assert.deepEqual(await findInDatabase(gate, needles), []);
      const rows = await db
        .selectFrom('purchase')
        .select(['account_uuid', 'price', 'currency', 'country', 'cancel_state', 'kind'])
        .where('appid', '=', app.appid)
        .orderBy('number')
        .execute();
      const kept = { account_uuid: erasure_id, price: '9.99', currency: 'USD' };
      assert.deepEqual(rows, [
        { ...kept, country: 'KR', cancel_state: 1, kind: 'consumable' },
        { ...kept, country: 'US', cancel_state: 0, kind: 'subscription' },
      ]);
      const shown = await admin(
        gate,
        'GET',
        `/apps/${app.appid}/purchases?account_uuid=${erasure_id}`,
      );
      assert.equal(shown.body.items.length, 2);
      // The event that waited says what happened to the purchase, under the pseudonym.
      await filled.relay.turn();
      const told = filled.server.received.map(({ body }) => body).join('\n');
      assert.match(told, new RegExp(`"subscription.changed".*"accountUuid":"${erasure_id}"`));
      assert.ok((await restrictionOf(gate, app, other)) !== null, 'the other player');
      const devices = (await admin(gate, 'GET', `${pageOf(app, other)}/logins`)).body.items;
      assert.equal(devices.length, 1);
      assert.equal((await admin(gate, 'GET', `${page}/erasure`)).body.state, 'none');

      assert.notEqual(await asPlayer(), 200, 'the session has ended');
      const log = await newestAudit(gate, 100);
      const target = `apps/${app.appid}/erasures/${erasure_id}`;
      const about = log.filter((entry: Json) => entry.target === target);
      assert.deepEqual(about[0], {
        at: iso(gate.now),
        actor_kind: 'system',
        actor: 'tollgate',
        action: 'player.erased',
        game_index: app.gameIndex,
        target,
        before: null,
        after: null,
      });
      const request = about.find(({ action }: Json) => action === 'player.erase');
      assert.deepEqual(
        [request.actor, request.after.purchase, request.after.player_note],
        ['TOLLGATE_ADMIN_TOKEN', 2, 1],
      );
      assert.ok(
        about.some(({ action }: Json) => action === 'player.note-add' || /note/.test(action)),
      );
      assert.ok(!JSON.stringify(log).includes(account));
    });

    test('a dead letter loses the player and keeps the others; an answer that names the player goes', async (t) => {
      const project = await createProject(gate, t);
      const relay = openRelay(gate, t);
      const [player, other] = [8_200_000_000_000_001n, 8_200_000_000_000_002n];
      project.server.behave(answer(500, `cannot restrict ${player}`));
      await project.restrict([player, other]);
      await spendThreeDays(gate, relay);
      await project.release(player);
      const path = `/projects/${project.gameIndex}/outbox/restriction/dead-letters`;
      const letters = async (): Promise<Json[]> => (await admin(gate, 'GET', path)).body.items;
      assert.deepEqual(
        (await letters()).map(({ messages }) => messages),
        [2],
      );
      await erase(gate, project.app, player);
      await bothPasses(gate);
      assert.deepEqual(await findInDatabase(gate, [String(player)]), []);
      const [letter] = await letters();
      assert.equal(letter.messages, 1);
      const { body } = await admin(gate, 'GET', `${path}/${letter.batch_id}`);
      assert.deepEqual(
        JSON.parse(body.body).data.map(({ player_id }: Json) => BigInt(player_id)),
        [other],
      );
      const replayed = await admin(gate, 'POST', `${path}/${letter.batch_id}/replay`);
      assert.deepEqual(replayed.body, { letters: 1, queued: 1, overtaken: 0 });
    });

    test('an order that can still be paid is erased when it has ended', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex: game_index } = ledger.app;
      const { db } = gate.service.context.storage;
      const player = newPlayer();
      const order = (order_id: string, state: 'open' | 'paid' | 'charging') => ({
        game_index,
        appid,
        order_id,
        provider: 'STEAM' as const,
        state,
        player_id: player,
        account_uuid: '11111111-0000-4000-8000-00000000e009',
        product_id: 'gems',
        quantity: 1,
        amount: '1.00',
        currency: 'USD',
        payload: null,
        price_verify_key: null,
        steam_id: '7656119',
        gateway: null,
        gateway_reference: null,
        store_transaction_id: null,
        charge_attempts: 0,
        charging_since: null,
        created_at: gate.now,
        paid_at: null,
        closed_at: null,
        mismatch: null,
        mismatch_since: null,
        tax: null,
        tax_country: null,
        external_market: null,
        external_token: null,
        external_token_at: null,
      });
      const account = '33333333-0000-4000-8000-00000000e001';
      await ledger.login(player, account);
      const orders = [order('1', 'open'), order('2', 'paid'), order('3', 'charging')];
      await insertRows(db, 'purchase_order', orders);
      await erase(gate, ledger.app, player);
      await bothPasses(gate);
      const left = async () =>
        (
          await db
            .selectFrom('purchase_order')
            .select(['order_id', 'steam_id', 'player_id'])
            .where('appid', '=', appid)
            .orderBy('order_id')
            .execute()
        ).map(({ order_id, steam_id, player_id }) => [order_id, steam_id, player_id]);
      const known = ['7656119', player];
      assert.deepEqual(await left(), [
        ['1', ...known],
        ['2', null, 0],
        ['3', ...known],
      ]);
      await ledger.record({ account_uuid: account });
      gate.now += 32 * DAY;
      await gate.service.erasures.turn();
      assert.deepEqual(await left(), [
        ['1', null, 0],
        ['2', null, 0],
        ['3', ...known],
      ]);
      await db
        .updateTable('purchase_order')
        .set({ state: 'failed' })
        .where('appid', '=', appid)
        .where('order_id', '=', '3')
        .execute();
      gate.now += DAY;
      await gate.service.erasures.turn();
      assert.deepEqual((await left()).at(-1), ['3', null, 0]);
      assert.deepEqual(await findInDatabase(gate, [account]), [], 'also what was bought meanwhile');
      const path = `${pageOf(ledger.app, player)}/erasure`;
      assert.equal((await admin(gate, 'GET', path)).body.state, 'none');
    });

    test('1,000 purchases are erased in batches; a process that dies in between is replaced', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const player = newPlayer();
      const account = '22222222-0000-4000-8000-00000000e001';
      await ledger.login(player, account);
      const template = await ledger.record({ account_uuid: account });
      const { db } = gate.service.context.storage;
      const rows = Array.from({ length: 999 }, (_, index) => ({
        ...template,
        unique_key: `bulk-${index}`,
        number: template.number + 1 + index,
        transaction_id: `bulk-${index}`,
        provider_transaction_id: `bulk-${index}`,
        receipt_hash: `bulk-${index}`,
      }));
      await db.transaction().execute((tx) => insertPurchases(tx, rows));
      await erase(gate, ledger.app, player);
      let batches = 0;
      const dying = createJobs({
        storage: gate.service.context.storage,
        clock: () => gate.now,
        log: createLog('silent'),
        handlers: {
          [ERASE_JOB]: createEraser({
            ...gate.service,
            personalData: [
              {
                ...purchaseTable,
                async before(...args) {
                  if (++batches > 7) throw new Error('killed');
                  await purchaseTable.before?.(...args);
                },
              },
            ],
          }),
        },
      });
      await dying.turn();
      const left = async () => {
        const own = db.selectFrom('purchase').select('number').where('appid', '=', appid);
        return (await own.where('account_uuid', '=', account).execute()).length;
      };
      assert.equal(await left(), 300, 'what a batch has done stays done');
      gate.now += 5 * MINUTE;
      await gate.service.erasures.turn();
      assert.equal(await left(), 0);
      const pseudonyms = db.selectFrom('purchase').select('account_uuid').distinct();
      assert.equal((await pseudonyms.where('appid', '=', appid).execute()).length, 1);
    });

    test('erasing again is harmless, also for a player of whom nothing is stored', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const player = newPlayer();
      const first = await erase(gate, app, player);
      assert.deepEqual(await erase(gate, app, player), first, 'the same erasure');
      await bothPasses(gate);
      await logIn(gate, app, player);
      const second = await erase(gate, app, player);
      assert.notEqual(second.erasure_id, first.erasure_id);
      await bothPasses(gate);
      const { db } = gate.service.context.storage;
      const logins = db.selectFrom('login').select('did').where('appid', '=', app.appid);
      assert.deepEqual(await logins.execute(), []);
      await restrict(gate, app, player);
      assert.ok((await restrictionOf(gate, app, player)) !== null, 'the id can be used again');
    });
  },
  OPTIONS,
);

marketSuite(
  'personal data, around an erasure',
  (gate, markets) => {
    test('a receipt of an erased purchase is a duplicate, whoever sends it, and grants nothing', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      await filled.release();
      await filled.erase();
      const authorization = `Bearer ${await gate.token(filled.app)}`;
      const headers = { 'x-app-id': filled.app.appid, authorization };
      const { data } = filled.verified;
      for (const accountUuid of [filled.account, '11111111-0000-4000-8000-00000000e007']) {
        const again = await gate.post(PATH, { ...filled.request, accountUuid }, headers);
        assert.equal(again.status, 200, JSON.stringify(again.body));
        assert.deepEqual(again.body, {
          ...filled.verified,
          data: {
            ...data,
            serviceDuplicated: true,
            serviceAccountUuidCompare: 9,
            servicePayload: null,
            serviceReceiptVerifyResult: null,
            servicePurchaseCancelState: 1,
          },
        });
      }
      const { db } = gate.service.context.storage;
      const rows = db.selectFrom('purchase').select('number').where('appid', '=', filled.app.appid);
      assert.equal((await rows.execute()).length, 2);
      assert.deepEqual(await findInDatabase(gate, filled.needles), []);
    });

    test('a live restriction survives the erasure without its texts, and the rest goes when it ends', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      const { app, page, player, needles } = filled;
      const restriction = await restrictionOf(gate, app, player);
      await filled.erase();
      assert.deepEqual(await restrictionOf(gate, app, player), restriction);
      const { body } = await admin(gate, 'GET', `${page}/erasure`);
      assert.deepEqual([body.state, body.restricted], ['waiting', true]);
      await filled.relay.turn();
      const told = filled.server.received.map((each) => each.body).join('\n');
      assert.ok(told.includes(restriction.end_date), 'the game server hears of what waited');
      const left = await findInDatabase(gate, needles);
      const where = new Set(left.map((place) => place.replace(/:.*/, '')));
      assert.ok(!left.some((place) => !place.endsWith(String(player))), left.join('\n'));
      for (const place of where) {
        assert.match(place, /^(restricted_player|restriction_history|job|outbox\w*)\./);
      }
      gate.now += 7 * DAY;
      await gate.service.restrictions.expire();
      await gate.service.erasures.turn();
      assert.deepEqual(await findInDatabase(gate, needles), []);
    });

    test('an event that is on its way during the first pass is not kept with the account', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      await filled.release();
      await filled.requestErasure();
      let requests = 0;
      filled.server.behave(async (response, { body }) => {
        if (body.includes(filled.account)) {
          requests += 1;
          await gate.service.erasures.turn();
        }
        return answer(200, body)(response, { headers: {}, body });
      });
      await filled.relay.turn();
      assert.equal(requests, 1);
      assert.match((await findInDatabase(gate, [filled.account])).join(), /outbox_sent\.body/);
      gate.now += 2 * MINUTE;
      await gate.service.erasures.turn();
      assert.deepEqual(await findInDatabase(gate, filled.needles), []);
    });

    test('only admins and owners of the project, with the player id to confirm; others change nothing', async () => {
      const app = await gate.createApp();
      const player = newPlayer();
      await logIn(gate, app, player);
      const owner = await signIn(gate, await newOwner(gate));
      const elsewhere = (await gate.createApp()).gameIndex;
      const stranger = await newMember(gate, owner, elsewhere, 'owner');
      const [path, file] = [`${pageOf(app, player)}/erasure`, `${pageOf(app, player)}/export`];
      const confirm = { confirm: String(player) };
      for (const role of ['viewer', 'operator'] as const) {
        const member = await newMember(gate, owner, app.gameIndex, role);
        assert.equal((await member.send('GET', file)).status, 403, role);
        assert.equal((await member.send('GET', path)).status, 403, role);
        assert.equal((await member.send('POST', path, confirm)).status, 403, role);
      }
      for (const scope of ['read', 'restriction', 'payment']) {
        const made = await admin(gate, 'POST', '/admin-tokens', { name: scope, scope });
        const headers = { authorization: `Bearer ${made.body.token}` };
        for (const each of [file, path]) {
          const { status } = await gate.send('GET', `/admin/v1${each}`, undefined, headers);
          assert.equal(status, 403, scope);
        }
        const asked = await gate.send('POST', `/admin/v1${path}`, confirm, headers);
        assert.equal(asked.status, 403, scope);
      }
      assert.equal((await stranger.send('GET', file)).status, 404);
      assert.equal((await stranger.send('POST', path, confirm)).status, 404);
      const detail = `Must be the player id, ${player}. Nothing was erased.`;
      const wrong = await admin(gate, 'POST', path, { confirm: '1' });
      assert.deepEqual(
        wrong.body,
        problem('invalid_request', path, detail, [{ field: 'confirm', message: detail }]),
      );
      assert.equal((await admin(gate, 'POST', path, {})).status, 400);
      const { db } = gate.service.context.storage;
      const jobs = db.selectFrom('job').select('job_id').where('appid', '=', app.appid);
      assert.deepEqual(await jobs.execute(), []);
      await gate.service.erasures.turn();
      const logins = db.selectFrom('login').select('did').where('appid', '=', app.appid);
      assert.equal((await logins.execute()).length, 1);
      const member = await newMember(gate, owner, app.gameIndex, 'admin');
      assert.equal((await member.send('GET', file)).status, 200);
      assert.equal((await member.send('POST', path, confirm)).status, 200);
    });

    test('tollgate players exports to a file that only its owner reads, shows a dry run, and erases', async (t) => {
      const app = await gate.createApp();
      const player = newPlayer();
      const { did } = await logIn(gate, app, player);
      const folder = await mkdtemp(join(tmpdir(), 'tollgate-export-'));
      t.after(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, 'player.json');
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const run = (...args: string[]): Promise<Json> =>
        tollgateJson(variables, ['players', ...args]);
      assert.deepEqual(await run('export', app.appid, String(player), file), { file });
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      const document = JSON.parse(await readFile(file, 'utf8'));
      assert.deepEqual([document.player_id, document.logins[0].did], [player, Number(did)]);
      const dry = await run('erase', app.appid, String(player), '--dry-run');
      assert.deepEqual([dry.state, dry.tables.length > 0], ['none', true]);
      const refused = await tollgate(variables, ['players', 'erase', app.appid, String(player)]);
      assert.deepEqual(
        [refused.code, refused.stderr],
        [
          2,
          'error: tollgate players erase cannot be undone, and there is no terminal to confirm on. Add --yes to confirm.\n',
        ],
      );
      const begun = await run('erase', app.appid, String(player), '--yes');
      assert.equal(begun.state, 'running');
      gate.now = Date.now() + 3 * MINUTE;
      await gate.service.erasures.turn();
      assert.deepEqual(await findInDatabase(gate, [String(player)]), []);
    });

    test('every column that can name a player has its place in the table of personal data', async () => {
      const { db } = gate.service.context.storage;
      const tables = await db.introspection.getTables();
      const columnsOf = (name: string): string[] =>
        (tables.find((table) => table.name === name)?.columns ?? []).map((each) => each.name);
      const player = {
        appid: 'a',
        gameIndex: 1,
        playerId: 7n,
        accounts: ['a'],
        pseudonym: 'p',
        requestedAt: 0,
        now: 0,
        isLast: true,
        waiting: [],
      };
      for (const { table, erase } of personalData) {
        if (typeof erase === 'string' || typeof erase === 'function') continue;
        // A row that stays: a new column is either erased or kept on purpose.
        const placed = [...Object.keys(erase.set(player)), ...erase.keeps];
        assert.deepEqual(placed.sort(), columnsOf(table).sort(), table);
      }
      const names =
        /player|account_uuid|^did$|subject|payload|receipt|^body$|steam|target|nick|mail/;
      // Of console accounts, of what operators set up, and sealed.
      const others =
        /^(account|invitation|sign_in_failure|alert_channel|oidc_(identity|flow|session|logout))$/;
      const placed = new Set([
        ...personalData.map(({ table }) => table),
        ...Object.keys(FOUND_BY_OTHERS),
        ...Object.keys(WITHOUT_PLAYERS),
      ]);
      for (const table of TABLES.filter((name) => !placed.has(name) && !others.test(name))) {
        const suspicious = columnsOf(table).filter((column) => names.test(column));
        assert.deepEqual(suspicious, [], `${table} can name a player`);
      }
      assert.ok([...placed].every((table) => TABLES.includes(table as (typeof TABLES)[number])));
    });
  },
  { kinds: EITHER, ...OPTIONS },
);
