// Alerts: opened once, sent once to each channel, closed by themselves, acknowledged by people.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepDisputes } from '../../src/payment/ledger/disputes.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { tollgateJson } from '../cli/tollgate.ts';
import { answer, startGameServer } from '../outbox/game-server.ts';
import { createProject } from '../outbox/project.ts';
import { openLedger } from '../payment/queries/records.ts';
import { generation2 } from '../restriction/generations.ts';
import { newPlayer, registerType, restrict } from '../restriction/players.ts';
import { countAt, type Happened } from '../support/counts.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import { setUpMarket } from '../support/markets.ts';
import { type Mailbox, partOf, startMailbox, subjectOf } from './mailbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LETTERS = 'Dead letters for the game server';
const ONE_BATCH =
  'One batch could not be delivered to the game server for three days. Fix the server, then replay them.';

let mailbox: Mailbox;
before(async () => {
  mailbox = await startMailbox();
});
after(() => mailbox.close());

/** A look at every project, and everything that is to be sent. */
async function look(gate: Gate): Promise<void> {
  gate.now += MINUTE;
  await gate.service.alerts.turn();
  await gate.service.messages.turn();
}

const open = async (gate: Gate, gameIndex: number) =>
  (await admin(gate, 'GET', `/projects/${gameIndex}/alerts?state=open`)).body.items;

const kinds = async (gate: Gate, gameIndex: number): Promise<string[]> =>
  (await open(gate, gameIndex)).map(({ kind }: { kind: string }) => kind);

async function addChannel(gate: Gate, gameIndex: number, kind: string, target: string, more = {}) {
  const path = `/projects/${gameIndex}/alert-channels`;
  const { status, body } = await admin(gate, 'POST', path, { kind, target, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

/** A project with one dead letter. */
async function letOneDie(gate: Gate, t: Parameters<typeof createProject>[1]) {
  const project = await createProject(gate, t);
  project.server.behave(answer(500, ''));
  await project.restrict([1n]);
  for (let hour = 0; hour <= 78; hour += 6) {
    await gate.service.relay.turn();
    gate.now += 6 * HOUR;
  }
  return project;
}

suite(
  'alerts',
  (gate) => {
    const counted = (app: TestApp, times: readonly number[], happened: readonly Happened[]) =>
      gate.service.context.storage.db.transaction().execute(async (tx) => {
        for (const at of times) await countAt(tx, app, at, happened);
      });

    test('a dead letter opens one alert, sends one message to each channel, and ends when it is replayed', async (t) => {
      const { gameIndex, server } = await letOneDie(gate, t);
      const hook = await startGameServer();
      t.after(() => hook.close());
      await addChannel(gate, gameIndex, 'email', 'ops@example.com');
      await addChannel(gate, gameIndex, 'slack', `${hook.url}/slack-secret`);
      await addChannel(gate, gameIndex, 'discord', `${hook.url}/discord-secret`, {
        language: 'ko',
      });
      mailbox.refuse(undefined);
      const before = mailbox.mails.length;
      await look(gate);
      const openedAt = new Date(gate.now).toISOString();
      await look(gate);
      await look(gate);
      const [alert, ...others] = await open(gate, gameIndex);
      assert.deepEqual(others, []);
      const { alert_id, ...shown } = alert;
      assert.deepEqual(shown, {
        kind: 'dead_letters',
        appid: null,
        title: LETTERS,
        text: ONE_BATCH,
        page: `/p/${gameIndex}/notifications?lane=restriction`,
        opened_at: openedAt,
        closed_at: null,
        acknowledged_at: null,
        acknowledged_by: null,
      });
      const link = `${PUBLIC_URL}/console/p/${gameIndex}/notifications?lane=restriction`;
      const project = `[app-${gameIndex - 1_000}]`;
      const bodies = () => hook.received.map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        bodies().toSorted((one) => ('text' in one ? -1 : 1)),
        [
          { text: `*${project} ${LETTERS}*\n${ONE_BATCH}\n${link}` },
          {
            content: `**${project} 게임 서버에 전달하지 못한 알림**\n3일 동안 게임 서버에 전달하지 못한 묶음이 1개 있습니다. 서버를 고친 뒤 다시 보내세요.\n${link}`,
            allowed_mentions: { parse: [] },
          },
        ],
      );
      const mails = mailbox.mails.slice(before);
      assert.deepEqual(
        mails.map((mail) => [mail.from, mail.to, subjectOf(mail)]),
        [['tollgate@example.com', ['ops@example.com'], `${project} ${LETTERS}`]],
      );
      const [mail] = mails;
      assert.ok(mail);
      assert.equal(
        partOf(mail, 'text/plain'),
        `${project} ${LETTERS}\n\n${ONE_BATCH}\n\nOpen in the console:\n${link}`,
      );
      assert.match(partOf(mail, 'text/html'), /<a href="[^"]*\/notifications\?lane=restriction">/);

      server.behave(answer(200, '{"result_code":0}'));
      await admin(gate, 'POST', `/projects/${gameIndex}/outbox/restriction/replay`);
      await look(gate);
      await look(gate);
      assert.deepEqual(await open(gate, gameIndex), []);
      assert.equal(mailbox.mails.length, before + 2);
      assert.equal(subjectOf(mailbox.mails.at(-1) ?? assert.fail()), `${project} Over: ${LETTERS}`);
      assert.equal(hook.received.length, 4);
      const { body } = await admin(gate, 'GET', `/projects/${gameIndex}/alerts`);
      assert.deepEqual(
        body.items.map((each: { alert_id: string; closed_at: string }) => [
          each.alert_id,
          each.closed_at !== null,
        ]),
        [[alert_id, true]],
      );
    });

    test('of several processes that look at once, one opens the alert and sends it', async (t) => {
      const { gameIndex } = await letOneDie(gate, t);
      const hook = await startGameServer();
      t.after(() => hook.close());
      await addChannel(gate, gameIndex, 'slack', hook.url);
      const other = await gate.secondService();
      gate.now += MINUTE;
      await Promise.all([gate.service.alerts.turn(), other.alerts.turn()]);
      await Promise.all([gate.service.messages.turn(), other.messages.turn()]);
      assert.deepEqual(await kinds(gate, gameIndex), ['dead_letters']);
      assert.equal(hook.received.length, 1);
    });

    test('a message that cannot be sent waits in the database, and its channel says why', async (t) => {
      const late = `late-${gate.kind}@example.com`;
      const { gameIndex } = await letOneDie(gate, t);
      await addChannel(gate, gameIndex, 'email', late);
      mailbox.refuse('the disk is full');
      await look(gate);
      const path = `/projects/${gameIndex}/alert-channels`;
      const [channel] = (await admin(gate, 'GET', path)).body.items;
      assert.deepEqual(
        [channel.failed_at, /the disk is full/.test(channel.failure)],
        [new Date(gate.now).toISOString(), true],
      );
      mailbox.refuse(undefined);
      // Another process, as after a crash.
      const other = await gate.secondService();
      gate.now += MINUTE;
      const sent = () => mailbox.mails.filter(({ to }) => to.includes(late)).length;
      await other.messages.turn();
      await other.messages.turn();
      assert.equal(sent(), 1);
      const [later] = (await admin(gate, 'GET', path)).body.items;
      assert.deepEqual([later.failed_at, later.failure], [null, null]);
    });

    test('refused credentials and a market that does not answer open alerts, and end with them', async () => {
      const app = await gate.createApp();
      await setUpMarket(gate, app, 'STEAM', { steam_app_id: 480 }, { publisher_key: 'key' });
      const { db } = gate.service.context.storage;
      const set = (values: object) =>
        db.updateTable('market_setting').set(values).where('appid', '=', app.appid).execute();
      const text = 'Steam rejects the key.';
      await set({
        refused_since: gate.now,
        refused_at: gate.now,
        refusal: JSON.stringify({ code: 'refused', details: {}, text }),
        failing_since: gate.now,
      });
      const since = new Date(gate.now).toISOString().slice(0, 16).replace('T', ' ');
      await look(gate);
      const page = `/a/${app.appid}/settings/markets`;
      const seen = async () =>
        (await open(gate, app.gameIndex)).map(
          (alert: Record<string, string>) => [alert.title, alert.text, alert.page] as const,
        );
      const refused = [
        `Credentials of ${app.appid} do not work at Steam`,
        `Since ${since} UTC. ${text}`,
        page,
      ];
      assert.deepEqual(await seen(), [refused], 'five minutes are the default');
      gate.now += 4 * MINUTE;
      await look(gate);
      assert.deepEqual(await seen(), [
        [
          `Steam does not answer for ${app.appid}`,
          `Since ${since} UTC, no call gets an answer. Purchases cannot be verified until it does; Tollgate keeps trying.`,
          page,
        ],
        refused,
      ]);
      const attention = await admin(gate, 'GET', `/projects/${app.gameIndex}/attention`);
      const [began] = [`${since.replace(' ', 'T')}:00.000Z`];
      assert.deepEqual(attention.body, {
        dead_letters: [],
        markets: [
          { appid: app.appid, market: 'STEAM', refused_since: began, failing_since: began },
        ],
        appeals: [],
        actions: [],
        alerts: 2,
      });
      await set({ refused_since: null, failing_since: null });
      await look(gate);
      assert.deepEqual(await seen(), []);
    });

    test('refunds and refusals far above the usual open alerts; the usual ones do not', async () => {
      const app = await gate.createApp();
      const hours = Array.from({ length: 14 * 24 }, (_, hour) => gate.now - (hour + 4) * HOUR);
      await counted(app, hours, [
        ['refunds.received', '', 4],
        ['verification.verified', 'APPLE', 90],
        ['purchase.refused', 'APPLE INVALID_RECEIPT', 10],
      ]);
      await counted(
        app,
        [gate.now],
        [
          ['refunds.received', '', 20],
          ['verification.verified', 'APPLE', 100],
          ['purchase.refused', 'APPLE INVALID_RECEIPT', 25],
          ['purchase.refused', 'APPLE MARKET_UNAVAILABLE', 500],
        ],
      );
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
      await counted(
        app,
        [gate.now],
        [
          ['refunds.received', '', 30],
          ['purchase.refused', 'APPLE INVALID_RECEIPT', 100],
        ],
      );
      await look(gate);
      const found = await open(gate, app.gameIndex);
      const weekBefore = new Date(gate.now - 7 * 86_400_000).toISOString();
      assert.deepEqual(
        found.map(({ kind, page }: Record<string, string>) => [kind, page]),
        [
          ['verification_failures', `/a/${app.appid}/refused`],
          ['refund_spike', `/a/${app.appid}/refunds?group=player&span=own&from=${weekBefore}`],
        ],
      );
      assert.match(
        found[1].text,
        /^50 refunds in the last three hours; (8|9|1\d)(\.\d)? are usual\./,
      );
      assert.match(
        found[0].text,
        /^125 verifications were refused .* 55\.6% of all; 10% are usual\./,
      );
      gate.now += 3 * HOUR;
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
    });

    test('refunds that a market reports days later raise the alert; those of test purchases do not', async () => {
      const [app, sandbox] = [await gate.createApp(), await gate.createApp()];
      for (const [each, test] of [
        [app, 0],
        [sandbox, 1],
      ] as const) {
        const ledger = await openLedger(gate, each);
        for (let count = 0; count < 12; count += 1) {
          const purchase = await ledger.record({ test });
          const reportedAt = gate.now - 2 * 24 * HOUR;
          await ledger.report(purchase, { kind: 'refund', state: 'given', reportedAt });
        }
      }
      await gate.service.payment.figures.turn();
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), ['refund_spike']);
      assert.deepEqual(await kinds(gate, sandbox.gameIndex), []);
    });

    test('a rotated key is reported shortly before its end, a token of the project a week before', async () => {
      const app = await gate.createApp();
      const created = await admin(gate, 'POST', '/admin-tokens', {
        name: 'nightly export',
        projects: [app.gameIndex],
        expires_in_days: 9,
      });
      assert.equal(created.status, 201);
      await admin(gate, 'POST', `/apps/${app.appid}/keys/rotate`, {});
      await look(gate);
      assert.deepEqual(await open(gate, app.gameIndex), []);
      gate.now += 23 * HOUR;
      await look(gate);
      const [key] = await open(gate, app.gameIndex);
      assert.match(key.title, /^Certification key ….{4} ends soon$/);
      assert.equal(key.page, `/a/${app.appid}/settings/keys`);
      gate.now += 2 * DAY;
      await look(gate);
      const titles = async () =>
        (await open(gate, app.gameIndex)).map(({ title }: { title: string }) => title);
      assert.deepEqual(await titles(), ['Admin token nightly export ends soon']);
    });

    test('a rule whose restriction type was deleted opens an alert, and ends with another type', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await registerType(gate, app);
      const rules = `/apps/${app.appid}/measures/rules`;
      const measure = { action: 'restrict', block_type: 1, steps: [{ permanent: true }] };
      const rule = { name: 'Refunds', when: { causes: ['refund'] }, measure };
      const { rule_id } = (await admin(gate, 'POST', rules, { ...rule, state: 'on' })).body;
      const off = await admin(gate, 'POST', rules, { ...rule, name: 'Old', state: 'off' });
      assert.equal(off.status, 201);
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);

      const removed = await admin(gate, 'DELETE', `/apps/${app.appid}/types/1`);
      assert.equal(removed.status, 204);
      await look(gate);
      const alerts = await open(gate, app.gameIndex);
      assert.deepEqual(
        alerts.map(({ kind, appid, title, text, page }: Record<string, unknown>) => ({
          kind,
          appid,
          title,
          text,
          page,
        })),
        [
          {
            kind: 'rule_without_type',
            appid: app.appid,
            title: `The restriction type of rule “Refunds” in ${app.appid} was deleted`,
            text: 'Type 1 does not exist any more, so the rule only flags players. Choose another type, or switch the rule off.',
            page: `/a/${app.appid}/measures/rules/${rule_id}`,
          },
        ],
      );

      const change = { measure: { ...measure, block_type: 2 } };
      assert.equal((await admin(gate, 'PATCH', `${rules}/${rule_id}`, change)).status, 200);
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
    });

    test('appeals that wait for longer than the project allows are one alert, until they are decided', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await admin(gate, 'PUT', `/apps/${app.appid}/types/1/appeals`, { allowed: true });
      await addChannel(gate, app.gameIndex, 'email', 'support@example.com');
      const ids: string[] = [];
      for (const player_id of [newPlayer(), newPlayer()]) {
        await restrict(gate, app, player_id, { status: 'P' });
        const fields = { player_id, text: 'Sorry.' };
        const { body } = await generation2.call(gate, app, '/game/block/appeal', fields);
        ids.push(body.data.appeal_id);
        gate.now += DAY;
      }
      const made = new Date(gate.now - 2 * DAY).toISOString().slice(0, 16).replace('T', ' ');
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
      gate.now += DAY;
      const before = mailbox.mails.length;
      await look(gate);
      const [{ kind, title, page, text }, ...others] = await open(gate, app.gameIndex);
      assert.deepEqual([kind, page, others], ['appeals_waiting', `/a/${app.appid}/appeals`, []]);
      assert.equal(title, `An appeal in ${app.appid} waits for a decision`);
      assert.equal(
        text,
        `For longer than 3 days; the oldest was made at ${made} UTC. Release, shorten or uphold.`,
      );
      assert.deepEqual(mailbox.mails.slice(before).map(subjectOf).length, 1);
      const settings = `/projects/${app.gameIndex}/alert-settings`;
      const { appeal_days, ...earlier } = (await admin(gate, 'GET', settings)).body;
      assert.equal(appeal_days, 3);
      // Who knows nothing of it yet sends the others.
      assert.equal((await admin(gate, 'PUT', settings, earlier)).body.appeal_days, 3);
      await admin(gate, 'PUT', settings, { ...earlier, appeal_days: 2 });
      await look(gate);
      const [both] = await open(gate, app.gameIndex);
      assert.equal(both.title, `2 appeals in ${app.appid} wait for a decision`);
      for (const id of ids) {
        const decision = { decision: 'uphold' };
        await admin(gate, 'POST', `/apps/${app.appid}/appeals/${id}/decide`, decision);
      }
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
    });

    test('disputes that nobody has answered shortly before their deadline are one alert, until then', async () => {
      const app = await gate.createApp();
      const { db } = gate.service.context.storage;
      const keep = (id: string, days: number, state: 'open' | 'sent' = 'open') =>
        keepDisputes(
          db,
          {
            ...{ game_index: app.gameIndex, appid: app.appid, order_id: 'H1', player_id: 7 },
            gateway: 'STRIPE',
          },
          [
            {
              ...{ id, state, inquiry: false, reason: null, networkReason: null, amount: null },
              ...{ currency: null, openedAt: gate.now, dueAt: gate.now + days * DAY },
              submissions: 0,
            },
          ],
          gate.now,
        );
      await keep('du_1', 4);
      await keep('du_2', 5);
      await keep('du_3', 2, 'sent');
      const due = new Date(gate.now + 4 * DAY).toISOString().slice(0, 16).replace('T', ' ');
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
      gate.now += DAY;
      await look(gate);
      const [{ kind, title, page, text }, ...others] = await open(gate, app.gameIndex);
      assert.deepEqual(
        [kind, page, others],
        ['disputes_due', `/a/${app.appid}/disputes?state=open`, []],
      );
      assert.equal(title, `A dispute in ${app.appid} must be answered soon`);
      assert.equal(
        text,
        `The bank takes evidence for dispute du_1 until ${due} UTC. Without an answer the dispute is lost.`,
      );
      const settings = `/projects/${app.gameIndex}/alert-settings`;
      const { body } = await admin(gate, 'GET', settings);
      await admin(gate, 'PUT', settings, { ...body, dispute_days: 4 });
      await look(gate);
      const [both] = await open(gate, app.gameIndex);
      assert.equal(both.title, `2 disputes in ${app.appid} must be answered soon`);
      gate.now += 5 * DAY;
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
    });

    test('thresholds and kinds are set per project; others keep theirs', async () => {
      const [app, other] = [await gate.createApp(), await gate.createApp()];
      const path = `/projects/${app.gameIndex}/alert-settings`;
      const defaults = {
        off: [],
        market_down_minutes: 5,
        refund_minimum: 10,
        refund_factor: 3,
        failure_minimum: 20,
        failure_factor: 3,
        expiry_days: 7,
        appeal_days: 3,
        dispute_days: 3,
      };
      assert.deepEqual((await admin(gate, 'GET', path)).body, defaults);
      const settings = { ...defaults, off: ['verification_failures'], refund_minimum: 100 };
      assert.deepEqual((await admin(gate, 'PUT', path, settings)).body, settings);
      for (const each of [app, other]) {
        await counted(
          each,
          [gate.now],
          [
            ['refunds.received', '', 50],
            ['purchase.refused', 'APPLE INVALID_RECEIPT', 50],
          ],
        );
      }
      await look(gate);
      assert.deepEqual(await kinds(gate, app.gameIndex), []);
      assert.deepEqual(await kinds(gate, other.gameIndex), [
        'verification_failures',
        'refund_spike',
      ]);
      const [audit] = await newestAudit(gate, 1, 'alert.settings');
      assert.deepEqual([audit.before, audit.after], [defaults, settings]);
    });

    test('an alert is acknowledged once, by name and in the audit log, and stays open', async (t) => {
      const { gameIndex } = await letOneDie(gate, t);
      await look(gate);
      const [alert] = await open(gate, gameIndex);
      const path = `/projects/${gameIndex}/alerts/${alert.alert_id}/acknowledge`;
      const at = new Date(gate.now).toISOString();
      const first = await admin(gate, 'POST', path);
      const acknowledged = {
        ...alert,
        acknowledged_at: at,
        acknowledged_by: 'TOLLGATE_ADMIN_TOKEN',
      };
      assert.deepEqual(first.body, acknowledged);
      gate.now += MINUTE;
      assert.deepEqual((await admin(gate, 'POST', path)).body, acknowledged);
      assert.deepEqual(await open(gate, gameIndex), [acknowledged]);
      const attention = await admin(gate, 'GET', `/projects/${gameIndex}/attention`);
      assert.deepEqual(attention.body, {
        dead_letters: [{ channel: 'restriction', count: 1 }],
        markets: [],
        appeals: [],
        actions: [],
        alerts: 0,
      });
      const [audit] = await newestAudit(gate, 1, 'alert.acknowledge');
      assert.deepEqual(audit.after, { kind: 'dead_letters', title: LETTERS });
      const other = await gate.createApp();
      const foreign = `/projects/${other.gameIndex}/alerts/${alert.alert_id}/acknowledge`;
      assert.deepEqual(
        (await admin(gate, 'POST', foreign)).body,
        problem('not_found', foreign, `There is no alert ${alert.alert_id}.`),
      );
    });

    test('tollgate alerts list prints them', async (t) => {
      const { gameIndex } = await letOneDie(gate, t);
      await look(gate);
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const printed = await tollgateJson(variables, ['alerts', 'list', String(gameIndex)]);
      const { body } = await admin(gate, 'GET', `/projects/${gameIndex}/alerts`);
      assert.equal(body.items[0].kind, 'dead_letters');
      assert.deepEqual(printed, body);
    });

    test('a webhook is a secret: encrypted, shown shortened, https, and only for its project', async () => {
      const [app, other] = [await gate.createApp(), await gate.createApp()];
      const path = `/projects/${app.gameIndex}/alert-channels`;
      const target = 'https://hooks.example.com/services/T000/B000/abcdefgh';
      const channel = await addChannel(gate, app.gameIndex, 'slack', target);
      const { channel_id, ...shown } = channel;
      assert.deepEqual(shown, {
        kind: 'slack',
        hint: 'hooks.example.com/…efgh',
        language: 'en',
        created_at: new Date(gate.now).toISOString(),
        created_by: 'TOLLGATE_ADMIN_TOKEN',
        failed_at: null,
        failure: null,
      });
      const { db } = gate.service.context.storage;
      const rows = await db.selectFrom('alert_channel').selectAll().execute();
      assert.equal(JSON.stringify(rows).includes('abcdefgh'), false);
      const audits = await newestAudit(gate, 20);
      assert.equal(JSON.stringify(audits).includes('abcdefgh'), false);
      const elsewhere = `/projects/${other.gameIndex}/alert-channels`;
      assert.deepEqual((await admin(gate, 'GET', elsewhere)).body, { items: [] });
      for (const [method, at] of [
        ['POST', `${elsewhere}/${channel_id}/test`],
        ['DELETE', `${elsewhere}/${channel_id}`],
      ] as const) {
        const { status, body } = await admin(gate, method, at);
        assert.equal(status, 404);
        assert.deepEqual(
          body,
          problem('not_found', at, `There is no alert channel ${channel_id}.`),
        );
      }
      for (const [kind, wrong, detail] of [
        ['email', 'nobody', 'The e-mail address is not valid.'],
        [
          'slack',
          'ftp://example.com',
          'The URL must start with https:// or http:// and name a host.',
        ],
      ]) {
        const { status, body } = await admin(gate, 'POST', path, { kind, target: wrong });
        assert.deepEqual([status, body.detail], [400, detail]);
      }
      assert.equal((await admin(gate, 'DELETE', `${path}/${channel_id}`)).status, 204);
      assert.deepEqual((await admin(gate, 'GET', path)).body, { items: [] });
    });

    test('a test message says whether it arrived', async (t) => {
      const app = await gate.createApp();
      const hook = await startGameServer();
      t.after(() => hook.close());
      const { channel_id } = await addChannel(gate, app.gameIndex, 'discord', hook.url);
      const path = `/projects/${app.gameIndex}/alert-channels/${channel_id}/test`;
      assert.deepEqual((await admin(gate, 'POST', path)).body, { sent: true, failure: null });
      assert.deepEqual(JSON.parse(hook.received[0]?.body ?? ''), {
        content: `**[${app.appid}] Test message**\nAlerts of this project arrive here.\n${PUBLIC_URL}/console/p/${app.gameIndex}/alerts`,
        allowed_mentions: { parse: [] },
      });
      hook.behave(answer(404, 'no such hook'));
      assert.deepEqual((await admin(gate, 'POST', path)).body, {
        sent: false,
        failure: 'The webhook answered HTTP 404.',
      });
    });

    test('metrics count open alerts by kind; a deleted project leaves nothing', async (t) => {
      const { gameIndex, appid } = await letOneDie(gate, t);
      await addChannel(gate, gameIndex, 'email', 'gone@example.com');
      await look(gate);
      const { body } = await gate.send('GET', '/metrics');
      assert.match(body, /tollgate_open_alerts\{kind="dead_letters"[^}]*\} [1-9]/);
      assert.match(body, /tollgate_open_alerts\{kind="expiring"[^}]*\} \d/);
      await admin(gate, 'DELETE', `/apps/${appid}`);
      assert.equal((await admin(gate, 'DELETE', `/projects/${gameIndex}`)).status, 204);
      const { db } = gate.service.context.storage;
      for (const table of ['alert', 'alert_channel', 'alert_setting'] as const) {
        const rows = await db
          .selectFrom(table)
          .select('game_index')
          .where('game_index', '=', gameIndex)
          .execute();
        assert.deepEqual(rows, [], table);
      }
    });
  },
  {
    kinds: EITHER,
    adminToken: ADMIN_TOKEN,
    prepare: async () => ({
      smtp: { url: mailbox.url, from: 'Tollgate <tollgate@example.com>' },
    }),
  },
);

suite(
  'alerts without SMTP and with guarded addresses',
  (gate) => {
    test('e-mail needs the settings, and webhooks need https and a public address', async () => {
      const { gameIndex } = await gate.createApp();
      const path = `/projects/${gameIndex}/alert-channels`;
      const mail = await admin(gate, 'POST', path, { kind: 'email', target: 'a@example.com' });
      assert.deepEqual(
        [mail.status, mail.body.detail],
        [400, 'Tollgate cannot send e-mails. Set SMTP_URL and SMTP_FROM, and restart it.'],
      );
      const plain = await admin(gate, 'POST', path, { kind: 'slack', target: 'http://a.example' });
      assert.equal(
        plain.body.detail,
        'The URL must start with https://, because it is a secret. For local work, TOLLGATE_ALLOW_PRIVATE_TARGETS=true allows http.',
      );
      const { channel_id } = await addChannel(gate, gameIndex, 'slack', 'https://127.0.0.1/hook');
      const { body } = await admin(gate, 'POST', `${path}/${channel_id}/test`);
      assert.deepEqual(body, {
        sent: false,
        failure: '127.0.0.1 resolves to 127.0.0.1, which is not a public address',
      });
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, relay: { enabled: false, allowPrivateTargets: false } },
);
