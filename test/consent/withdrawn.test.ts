// A parent withdraws consent at the App Store: an event, a flag, and a restriction where the app has switched it on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { newPlayer, registerType, restrict, SECOND } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { newDownload, openFamily } from './parent.ts';

const iso = (at: number): string => new Date(at).toISOString();

marketSuite(
  'withdrawn consent',
  (gate, markets) => {
    test('by default the app server gets an event, the player a flag, and plays on', async () => {
      const family = await openFamily(gate, markets);
      const [player, id] = [newPlayer(), newDownload()];
      const first = await family.logIn(player, { app_transaction_id: id });
      assert.equal('consent_withdrawn' in first, false);
      const linkedAt = gate.now;
      gate.now += SECOND;
      assert.deepEqual(await family.withdraw(id), [200]);
      const about = { providerId: 'APPLE', appTransactionId: id, playerId: player };
      const event = { type: 'consent.withdrawn', ...about, restricted: false, date: gate.now };
      assert.deepEqual(await family.events(), [event]);
      const { downloads, ...state } = await family.consent(player);
      assert.deepEqual(state, { withdrawn: true, restricted: false });
      assert.deepEqual(downloads, [
        {
          download: downloads[0].download,
          kind: 'app_transaction',
          state: 'withdrawn',
          provider: 'APPLE',
          said_at: iso(gate.now),
          linked_at: iso(linkedAt),
          changed_at: iso(gate.now),
        },
      ]);
      assert.match(downloads[0]?.download, /^[0-9a-f]{64}$/);
      assert.equal(await family.restriction(player), null);
      const again = await family.logIn(player, { app_transaction_id: id });
      assert.equal(again.consent_withdrawn, true);
      assert.equal(typeof again.access_token, 'string');
      assert.equal((await family.events()).length, 1);
      const { body } = await admin(gate, 'GET', `${family.path}/notices`);
      assert.deepEqual(
        body.items.map(({ kind, state }: Record<string, string>) => [kind, state]),
        [['RESCIND_CONSENT', 'applied']],
      );
    });

    test('switched on, the players of the download are restricted, each once', async () => {
      const family = await openFamily(gate, markets);
      const { block_type } = await family.restrictFrom();
      const [id, other] = [newDownload(), newDownload()];
      const [child, sibling, stranger] = [newPlayer(), newPlayer(), newPlayer()];
      for (const player of [child, sibling]) {
        await family.logIn(player, { app_transaction_id: id });
      }
      await family.logIn(stranger, { app_transaction_id: other });
      await family.withdraw(id);
      for (const player of [child, sibling]) {
        const { actor_kind, actor, status, block_type: type } = await family.restriction(player);
        assert.deepEqual([actor_kind, actor, status, type], ['consent', 'APPLE', 'P', block_type]);
        const login = await family.logIn(player, { app_transaction_id: id });
        assert.deepEqual([login.access_token, login.consent_withdrawn], [null, true]);
        assert.deepEqual(await family.history(player), [
          { action: 'registered', kind: 'consent', name: 'APPLE' },
        ]);
      }
      assert.equal(await family.restriction(stranger), null);
      assert.deepEqual(
        (await family.events()).map(({ type, ...data }) => [type, data]),
        [child, sibling]
          .toSorted((one, two) => one - two)
          .map((playerId) => [
            'consent.withdrawn',
            {
              providerId: 'APPLE',
              appTransactionId: id,
              playerId,
              restricted: true,
              date: gate.now,
            },
          ]),
      );
    });

    test('an erasure takes the player and the download out of the event that waits; those of others stay', async () => {
      const family = await openFamily(gate, markets);
      const id = newDownload();
      const [child, sibling] = [newPlayer(), newPlayer()].toSorted((one, two) => one - two) as [
        number,
        number,
      ];
      for (const player of [child, sibling]) {
        await family.logIn(player, { app_transaction_id: id });
      }
      await family.withdraw(id);
      const withdrawnAt = gate.now;
      const erasure = `${family.path}/players/${child}/erasure`;
      const { status } = await admin(gate, 'POST', erasure, { confirm: String(child) });
      assert.equal(status, 200);
      await gate.service.erasures.turn();
      gate.now += 2 * 60 * SECOND;
      await gate.service.erasures.turn();
      const about = { type: 'consent.withdrawn', providerId: 'APPLE' };
      const rest = { restricted: false, date: withdrawnAt };
      assert.deepEqual(await family.events(), [
        { ...about, playerId: 0, ...rest },
        { ...about, appTransactionId: id, playerId: sibling, ...rest },
      ]);
    });

    test('the text of the restriction is told in the language of the player', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, app_transaction_id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id });
      await family.withdraw(app_transaction_id);
      const { restriction } = await family.logIn(player, { language: 'ko' });
      assert.equal(
        restriction.reason,
        '보호자가 이 앱의 이용 동의를 철회하여 이용이 제한되었습니다. 보호자에게 문의해 주세요.',
      );
    });

    test('a player who logs in from the download later is met at that login', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, id] = [newPlayer(), newDownload()];
      await family.withdraw(id);
      const date = gate.now;
      gate.now += SECOND;
      const unknown = { providerId: 'APPLE', appTransactionId: id, playerId: null };
      const first = { type: 'consent.withdrawn', ...unknown, restricted: false, date };
      assert.deepEqual(await family.events(), [first]);
      const login = await family.logIn(player, { app_transaction_id: id });
      assert.deepEqual([login.access_token, login.consent_withdrawn], [null, true]);
      assert.deepEqual(await family.events(), [
        first,
        { ...first, playerId: player, restricted: true },
      ]);
      await family.logIn(player, { app_transaction_id: id });
      assert.equal((await family.history(player)).length, 1);
    });

    test('players who were only flagged are restricted at their next login once it is switched on', async () => {
      const family = await openFamily(gate, markets);
      const [player, app_transaction_id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id });
      await family.withdraw(app_transaction_id);
      await family.restrictFrom();
      const login = await family.logIn(player, { app_transaction_id });
      assert.equal(login.access_token, null);
      assert.equal((await family.events()).length, 1);
      await family.restrictFrom(false);
      assert.equal((await family.logIn(player, { app_transaction_id })).access_token, null);
    });

    test('what a person has set stays, and what a person has released is not set again', async () => {
      const family = await openFamily(gate, markets);
      await registerType(gate, family.app);
      await family.restrictFrom();
      const [banned, released] = [newPlayer(), newPlayer()];
      const app_transaction_id = newDownload();
      for (const player of [banned, released]) await family.logIn(player, { app_transaction_id });
      await restrict(gate, family.app, banned);
      await family.withdraw(app_transaction_id);
      assert.equal((await family.restriction(banned)).actor_kind, 'client');
      assert.equal((await family.consent(banned)).withdrawn, true);
      await admin(gate, 'POST', `${family.path}/players/${released}/release`, {});
      const login = await family.logIn(released, { app_transaction_id });
      assert.deepEqual([typeof login.access_token, login.consent_withdrawn], ['string', true]);
      // The ban is over; the parent's word is not.
      await admin(gate, 'POST', `${family.path}/players/${banned}/release`, {});
      assert.equal((await family.logIn(banned, { app_transaction_id })).access_token, null);
    });

    test('a notification that comes again, or is replayed, changes nothing', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, app_transaction_id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id });
      await family.withdraw(app_transaction_id);
      const { body } = await admin(gate, 'GET', `${family.path}/notices`);
      const [{ notice_id, provider }] = body.items;
      const { db } = gate.service.context.storage;
      const kept = await db
        .selectFrom('market_notice')
        .select('body')
        .where('notice_id', '=', notice_id)
        .executeTakeFirstOrThrow();
      await gate.post(`/market/v1/apple/${family.app.appid}`, JSON.parse(kept.body));
      await gate.service.followUps.turn();
      gate.now += SECOND;
      const restored = `${family.path}/players/${player}/consent/restore`;
      await admin(gate, 'POST', restored, {});
      const replay = `${family.path}/notices/${provider}/${notice_id}/replay`;
      assert.equal((await admin(gate, 'POST', replay)).status, 200);
      await gate.service.payment.jobs.turn();
      await gate.service.followUps.turn();
      assert.deepEqual(
        (await family.history(player)).map(({ action }: { action: string }) => action),
        ['registered', 'released'],
      );
      assert.equal((await family.events()).length, 2);
    });

    test('a process that dies before the job is done leaves it to another, which does it once', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, appTransactionId] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id: appTransactionId });
      await markets.control('/apple/rescinded-consents', { ...family.place, appTransactionId });
      assert.deepEqual(await family.release(), [200]);
      assert.equal(await family.restriction(player), null);
      const other = await gate.secondService();
      await Promise.all([other.followUps.turn(), gate.service.followUps.turn()]);
      assert.equal((await family.history(player)).length, 1);
      assert.equal((await family.events()).length, 1);
    });

    test('a deleted type restricts nobody and is shown; switching it on again adds it', async () => {
      const family = await openFamily(gate, markets);
      const on = await family.restrictFrom();
      assert.deepEqual(on, { restrict: true, block_type: 1 });
      assert.deepEqual(
        (await newestAudit(gate, 2)).map(({ action }: { action: string }) => action),
        ['consent.switch', 'type.create'],
      );
      assert.equal((await admin(gate, 'DELETE', `${family.path}/types/1`)).status, 204);
      const path = `${family.path}/consent`;
      assert.deepEqual((await admin(gate, 'GET', path)).body, { ...on, type_missing: true });
      const [player, app_transaction_id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id });
      await family.withdraw(app_transaction_id);
      assert.equal(await family.restriction(player), null);
      assert.deepEqual(await family.restrictFrom(), { restrict: true, block_type: 2 });
      assert.equal((await family.logIn(player, { app_transaction_id })).access_token, null);
      assert.deepEqual(await family.restrictFrom(false), { restrict: false, block_type: null });
      assert.deepEqual(await family.restrictFrom(), { restrict: true, block_type: 2 });
    });

    test('support notes that consent was given again: only that restriction ends, with a reason', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id: id });
      await family.withdraw(id);
      gate.now += SECOND;
      const path = `${family.path}/players/${player}/consent/restore`;
      const comment = 'The father called.';
      const { body } = await admin(gate, 'POST', path, { comment });
      assert.deepEqual([body.withdrawn, body.restricted], [false, false]);
      assert.deepEqual(
        body.downloads.map(({ state }: { state: string }) => state),
        ['restored'],
      );
      assert.deepEqual(await family.history(player), [
        { action: 'registered', kind: 'consent', name: 'APPLE' },
        { action: 'released', kind: 'admin', name: 'TOLLGATE_ADMIN_TOKEN' },
      ]);
      assert.deepEqual((await family.events()).at(-1), {
        type: 'consent.restored',
        providerId: 'APPLE',
        playerId: player,
        reason: 'operator',
        released: true,
        date: gate.now,
      });
      const [entry] = await newestAudit(gate, 1, 'consent.restore');
      assert.deepEqual(entry.after, { released: true, comment });
      const login = await family.logIn(player, { app_transaction_id: id });
      assert.equal('consent_withdrawn' in login, false);
      const twice = await admin(gate, 'POST', path, {});
      const detail = `No consent is withdrawn for player ${player}.`;
      assert.deepEqual(twice.body, problem('in_use', path, detail));
    });

    test('another download of the App Store is consent given again; a known one is not', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const player = newPlayer();
      const [id, tablet, fresh] = [newDownload(), newDownload(), newDownload()];
      for (const each of [id, tablet]) await family.logIn(player, { app_transaction_id: each });
      await family.withdraw(id);
      gate.now += SECOND;
      const known = await family.logIn(player, { app_transaction_id: tablet });
      assert.deepEqual([known.access_token, known.consent_withdrawn], [null, true]);
      const anew = await family.logIn(player, { app_transaction_id: fresh });
      assert.equal(typeof anew.access_token, 'string');
      assert.equal('consent_withdrawn' in anew, false);
      assert.deepEqual((await family.events()).at(-1), {
        type: 'consent.restored',
        providerId: 'APPLE',
        playerId: player,
        reason: 'new_download',
        released: true,
        date: gate.now,
      });
      gate.now += SECOND;
      await family.withdraw(fresh);
      assert.equal((await family.restriction(player)).actor_kind, 'consent');
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
