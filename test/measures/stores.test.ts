// The statements of measures: each finds and changes what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as debts from '../../src/measures/debts/debts-store.ts';
import * as buyers from '../../src/measures/decide/buyers.ts';
import * as effects from '../../src/measures/effects/effects-store.ts';
import { readRestriction } from '../../src/measures/effects/restriction.ts';
import { rulesWithoutType } from '../../src/measures/rules/rules.ts';
import * as rules from '../../src/measures/rules/rules-store.ts';
import * as sources from '../../src/measures/sources.ts';
import { AT, orderScene, purchaseScene, subscriptionScene } from '../payment/scenes.ts';
import { PRODUCT } from '../payment/shop.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { type Gate, suite } from '../support/harness.ts';

const purchase = purchaseScene;

const effect = (row: object, but: Scene['but'] = []): Scene => ({
  table: 'measure_effect',
  row: {
    rule_id: 'rule',
    rule_name: 'rule',
    player_id: 7,
    status: 'active',
    since: AT,
    paid_again: 0,
    causes: '[]',
    ...row,
  },
  key: (number) => ({ effect_id: `effect-${number}` }),
  but,
});

const debt = (row: object = {}, but: Scene['but'] = []): Scene => ({
  table: 'measure_debt',
  row: {
    provider: 'APPLE',
    account_uuid: 'account',
    transaction_id: 't',
    product_id: 'p',
    amount: '1',
    currency: 'USD',
    refunded_at: AT,
    ...row,
  },
  key: (number) => ({ unique_key: `key-${number}`, number: 10 + number }),
  but,
});

const rule = (row: object = {}, but: Scene['but'] = []): Scene => ({
  table: 'measure_rule',
  row: { state: 'on', definition: '{}', since: AT, created_at: AT, changed_at: AT, ...row },
  key: (number) => ({ rule_id: `rule-${number}`, name: `rule ${number}` }),
  but,
});

const account = (row: Scene['row'], but: Scene['but'] = []): Scene => ({
  table: 'measure_account',
  row,
  key: () => ({}),
  but,
});

suite('statements of measures', (gate: Gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const ofAccount = () => ({ ...name(), accounts: ['account'] });
  const named = () => ({ ...name(), effectId: 'effect-0' });
  const whole = async () =>
    (await gate.service.directory.app(apps.app.appid)) ?? assert.fail('no app');
  const other = { account_uuid: 'other' };
  const clear = async () => {
    for (const table of ['measure_debt', 'measure_account', 'measure_effect'] as const) {
      await db().deleteFrom(table).execute();
    }
  };

  test('purchases: undone ones, what was paid, and when it began', async () => {
    const undone = [other, { cancel_state: 0 }, { test: 1 }, { claimed: 0 }];
    await check.finds(purchase({ cancel_state: 1 }, undone), () =>
      buyers.undoneBy(db(), ofAccount()),
    );
    // A renewal is its owner's, whoever verified it; what nobody verified any cycle of, nobody was given.
    const renewal = { cancel_state: 1, claimed: 0, kind: 'subscription', subscription_id: 's' };
    const verified = { cancel_state: 0, claimed: 1 };
    const elsewhere = { ...verified, subscription_id: 't', provider: 'GOOGLE' };
    const others = [other, { subscription_id: 't' }, verified, elsewhere];
    const undoneCycle = () => buyers.undoneBy(db(), ofAccount());
    await check.finds(purchase(renewal, others), undoneCycle);
    await check.put(
      subscriptionScene({ replaces: 'old' }, [{ subscription_id: 't', replaces: 'r' }]),
    );
    const { subscription_id } = subscriptionScene().key(0);
    const replaced = { ...verified, subscription_id: 'old' };
    const unrelated = [{ subscription_id: 't' }, { ...replaced, provider: 'GOOGLE' }];
    await check.finds(
      purchase({ ...renewal, subscription_id }, [replaced, ...unrelated]),
      undoneCycle,
    );
    const since = { ...name(), provider: 'APPLE', from: AT, limit: 9 } as const;
    const earlier = { cancel_said_at: AT - 1, verified_at: AT };
    await check.finds(
      purchase({ cancel_state: 1, cancel_said_at: AT }, [
        { provider: 'GOOGLE' },
        { cancel_state: 0 },
        { claimed: 0 },
        { claimed: 0, kind: 'subscription', subscription_id: 's' },
        earlier,
      ]),
      () => buyers.undoneSince(db(), since),
    );
    await check.finds(purchase({}, [other]), () => buyers.firstPurchases(db(), ofAccount()));
    const unpaid = [other, { currency: 'EUR' }, { cancel_state: 1 }, { test: 1 }, { price: null }];
    await check.finds(purchase({ price: '1' }, unpaid), async () => {
      const paid = await buyers.paidBy(db(), { ...ofAccount(), currency: 'USD' });
      assert.deepEqual(paid, [{ account_uuid: 'account', price: '1', purchases: 1 }]);
      return paid;
    });
    const pays = { ...name(), account: 'account', products: ['p'], from: AT };
    const no = [
      other,
      { product_id: 'q' },
      { kind: 'subscription', subscription_id: 's' },
      { cancel_state: 1 },
      { claimed: 0 },
      { test: 1 },
      { verified_at: AT - 1 },
    ];
    await check.finds(purchase({ product_id: 'p' }, no), () => debts.paymentsOf(db(), pays));
  });

  test('undone purchases are oldest first by number, or newest first by when they were undone', async () => {
    const undone = purchase({ cancel_state: 1 }, [
      { cancel_said_at: AT + 1 },
      { cancel_said_at: AT + 2 },
    ]);
    await check.finds(undone, async () => {
      const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number);
      assert.deepEqual(numbers(await buyers.undoneBy(db(), ofAccount())), [10, 11, 12]);
      const since = { ...name(), provider: 'APPLE', from: 0, limit: 2 } as const;
      assert.deepEqual(numbers(await buyers.undoneSince(db(), since)), [12, 11]);
      const pays = { ...name(), account: 'account', products: [PRODUCT], from: 0 };
      await db().updateTable('purchase').set({ cancel_state: 0 }).execute();
      assert.deepEqual(numbers(await debts.paymentsOf(db(), pays)), [10, 11, 12]);
      return [{}];
    });
  });

  test('accounts, links, logins and orders of players', async () => {
    const link: Scene = {
      table: 'account_link',
      row: { account_uuid: 'account', player_id: 7, linked_at: AT },
      key: () => ({}),
      but: [{ account_uuid: 'other', player_id: 8 }],
    };
    await check.finds(link, () => buyers.linkedPlayers(db(), ofAccount()));
    await check.finds(link, () => buyers.firstLinks(db(), ofAccount()));
    await check.finds(link, () => buyers.linksOf(db(), { ...name(), players: [7n] }));
    const known = account({ account_uuid: 'account', player_id: 7 }, [{ account_uuid: 'other' }]);
    await check.finds(known, () => buyers.recognisedPlayers(db(), ofAccount()));
    await check.changes(known, () =>
      buyers.recognise(db(), { ...name(), account: 'account', playerId: 9n }),
    );
    const both = ['account', 'other'];
    await check.finds(
      account({ account_uuid: 'account' }, [{ account_uuid: 'other', player_id: 7 }]),
      () => buyers.unknownAmong(db(), { ...name(), accounts: both }),
    );
    await check.finds(account({ account_uuid: 'account' }, [{ account_uuid: 'other' }]), () =>
      buyers.unknownAmong(db(), ofAccount()),
    );
    await check.finds(
      account({ account_uuid: 'account', player_id: 7 }, [
        { account_uuid: 'other', player_id: null },
      ]),
      () => buyers.recognisedPlayers(db(), { ...name(), accounts: both }),
    );
    await buyers.keepUnknownAccount(db(), name(), 'account');
    for (const _ of [1, 2]) await buyers.keepUnknownAccount(db(), name(), 'new');
    const looked = { ...name(), accounts: [...both, 'new'] };
    assert.deepEqual(
      (await buyers.unknownAmong(db(), looked)).map(({ account_uuid }) => account_uuid).sort(),
      ['new', 'other'],
    );
    const login: Scene = {
      table: 'login',
      row: { player_id: 7, logged_in_at: AT },
      key: (number) => ({ login_id: `login-${number}`, did: 1 + number }),
      but: [{ player_id: 8, logged_in_at: AT - 1 }],
    };
    await check.finds(login, async () => {
      const found = await buyers.firstLogins(db(), { ...name(), players: [7n] });
      assert.deepEqual(
        found.map(({ first_at }) => first_at),
        [AT],
      );
      return found;
    });
    const order = orderScene({}, [{}]);
    await check.finds(order, () => buyers.orderingPlayers(db(), { ...name(), orders: ['1'] }));
  });

  test('debts', async () => {
    await check.finds(debt({}, [other]), () => debts.debtsOf(db(), ofAccount()));
    const order = debt({}, [{ refunded_at: AT - 1 }, { refunded_at: AT, number: 5 }]);
    await check.finds(order, async () => {
      const found = await debts.debtsOf(db(), ofAccount());
      assert.deepEqual(
        found.map(({ number }) => number),
        [11, 5, 10],
        'oldest refund first',
      );
      return [{}];
    });
    const removed = { ...name(), game_index: apps.app.gameIndex, provider: 'APPLE' } as const;
    const google = { provider: 'GOOGLE', unique_key: 'key-0' };
    await check.changes(debt({}, [{ unique_key: 'another' }, google]), () =>
      debts.removeDebt(db(), { ...removed, unique_key: 'key-0' }),
    );
    for (const scene of [debt(), account({ account_uuid: 'account' })]) {
      await clear();
      await check.finds(scene, async () => {
        assert.equal(await debts.hasDebts(db(), name()), true);
        await db()
          .deleteFrom(scene.table as 'measure_debt')
          .where('appid', '=', apps.app.appid)
          .execute();
        assert.equal(await debts.hasDebts(db(), name()), false, 'those of others do not count');
        return [{}];
      });
    }
  });

  test('effects: found, changed and flagged', async () => {
    const found = async () => (await effects.findEffect(db(), named())) ?? assert.fail('no effect');
    await check.finds(effect({}), () => effects.findEffect(db(), named()));
    await check.finds(effect({}, [{ player_id: 8 }]), () =>
      effects.effectsOf(db(), { ...name(), playerId: 7n }),
    );
    await check.finds(effect({}, [{}]), async () => {
      const found = await effects.effectsOf(db(), { ...name(), playerId: 7n });
      assert.deepEqual(
        found.map(({ effect_id }) => effect_id),
        ['effect-0', 'effect-1'],
      );
      return [{}];
    });
    await check.finds(effect({}, [{ effect_id: 'early' }]), () =>
      effects.countByRule(db(), { ...name(), from: 'effect' }).then((found) => {
        assert.deepEqual(
          found.map(({ effects: count }) => Number(count)),
          [1],
        );
        return found;
      }),
    );
    await check.changes(effect({}, [{}]), async () => {
      const changed = {
        ...(await found()),
        status: 'released',
        flag: 'watch',
        until: AT + 1,
        restriction_seq: 9,
        ended_at: AT,
        end_reason: 'operator',
        closed_by: 'somebody',
        note: 'seen',
      } as const;
      await effects.updateEffect(db(), changed);
      assert.deepEqual(await found(), changed);
    });
    const flag = { source_effect_id: 'source', status: 'flagged', flag: 'paid_differently' };
    const end = { status: 'released', end_reason: 'operator', closed_by: 'somebody' } as const;
    const source = { ...name(), effectId: 'source', ...end, now: AT };
    const notMeant = [{ source_effect_id: 'another' }, { status: 'lifted', player_id: 8 }];
    const notPaid = { flag: 'same_device', player_id: 9 };
    await check.changes(effect(flag, [...notMeant, notPaid]), () =>
      effects.endFlagsOf(db(), { ...source, flags: ['paid_differently'] }),
    );
    await check.changes(effect(flag, notMeant), async () => {
      await effects.endFlagsOf(db(), { ...source, flags: ['same_device', 'paid_differently'] });
      assert.deepEqual(await found(), { ...(await found()), ...end, ended_at: AT });
    });
    await check.finds(effect(flag, [{ source_effect_id: 'another' }]), () =>
      effects.findFlagsOf(db(), { ...name(), sources: ['source'] }),
    );
  });

  test('causes', async () => {
    const cause = (but: Scene['but']): Scene => ({
      table: 'measure_cause',
      row: { provider: 'APPLE', rule_id: 'rule', unique_key: 'key' },
      key: () => ({ effect_id: 'effect' }),
      but: but ?? [],
    });
    const others = [{ rule_id: 'another' }, { unique_key: 'another' }];
    await check.finds(cause(others), () =>
      effects.causesOfRules(db(), { ...name(), rules: ['rule'], keys: ['key'] }),
    );
    await check.changes(cause([...others.slice(0, 1), { unique_key: 'b', effect_id: 'b' }]), () =>
      effects.removeCausesOf(db(), { ...name(), effectId: 'effect', ruleId: 'rule' }),
    );
    await check.finds(rule(), async () => [{}]);
    await db().updateTable('measure_rule').set({ rule_id: 'rule' }).execute();
    const byPurchase = { ...name(), provider: 'APPLE', key: 'key' } as const;
    const unruled = { rule_id: 'deleted' };
    await check.finds(cause([{ provider: 'GOOGLE' }, { unique_key: 'another' }, unruled]), () =>
      effects.findCausedBy(db(), byPurchase),
    );
  });

  test('rules, and the players exempt from them', async () => {
    const ruleId = 'rule-0';
    const own = () => ({ ...name(), ruleId });
    await check.finds(rule({}, [{}]), () => rules.findRule(db(), own()));
    await check.finds(rule({}, [{}]), async () => {
      const found = await rules.rulesOf(db(), name());
      assert.deepEqual(
        found.map(({ rule_id }) => rule_id),
        ['rule-0', 'rule-1'],
      );
      return [{}];
    });
    const change = { name: 'new', state: 'off', definition: '{}', since: AT, now: AT } as const;
    await check.changes(rule({}, [{}]), () => rules.updateRule(db(), { ...own(), ...change }));
    await check.changes(rule({}, [{}]), () => rules.deleteRuleRows(db(), own()));
    const exempt: Scene = {
      table: 'measure_exempt',
      row: { player_id: 7, rule_id: ruleId },
      key: () => ({}),
      but: [{ rule_id: 'another' }],
    };
    await check.finds(exempt, () => rules.exemptPlayers(db(), own()));
    await check.changes(exempt, () => rules.deleteRuleRows(db(), own()));
    const exempting = { ...name(), rules: [ruleId], playerId: 7n };
    await check.finds({ ...exempt, but: [{ rule_id: 'another' }, { player_id: 8 }] }, () =>
      rules.exemptingRules(db(), exempting),
    );
    await check.finds({ ...exempt, but: [{ player_id: 3 }, { player_id: 9 }] }, async () => {
      const found = await rules.exemptPlayers(db(), own());
      assert.deepEqual(
        found.map(({ player_id }) => Number(player_id)),
        [3, 7, 9],
      );
      return [{}];
    });
    const restricting = JSON.stringify({
      when: {},
      measure: { action: 'restrict', block_type: 9 },
    });
    await check.finds({ ...rule({ definition: restricting }, [{ state: 'off' }]) }, async () => {
      const found = await rulesWithoutType(db());
      return found.filter(({ appid }) => appid === apps.app.appid);
    });
    await check.put({
      table: 'restriction_type',
      row: { type_status: 'O', type_name: 'a', type_en_name: 'a', reasons: '[]', created_at: AT },
      key: () => ({ block_type: 9 }),
    });
    assert.deepEqual(await rulesWithoutType(db()), [], 'each has its type');
    await db().deleteFrom('restriction_type').where('appid', '=', apps.app.appid).execute();
    const without = (await rulesWithoutType(db())).map(({ gameIndex, appid }) => ({
      appid,
      gameIndex,
    }));
    assert.deepEqual(without, [name()], 'the type of another app is no help');
    await db().deleteFrom('restriction_type').execute();
  });

  test('changes of undone purchases and of accounts, in their order', async () => {
    const span = () => ({ ...name(), above: 9, upTo: 20, limit: 2 });
    const read = async () =>
      (await sources.CHANGES.read(db(), await whole(), span())).map(
        ({ number, account: whose }) => [number, whose],
      );
    const change = (row: object, but: Scene['but'] = []): Scene => ({
      table: 'purchase_change',
      row: { at: AT, provider: 'APPLE', kind: 'purchase', subject: 'key-0', ...row },
      key: (number) => ({ number: 10 + number }),
      but,
    });
    const report: Scene = {
      table: 'purchase_cancellation',
      row: {
        provider: 'APPLE',
        cause: 'refund',
        reported_at: AT,
        last_at: AT,
        state: 'restored',
        received_at: AT,
      },
      key: () => ({ unique_key: 'key-0' }),
      but: [{ unique_key: 'key-9' }],
    };
    await check.put(report);
    await check.put(purchase({}, [{}]));
    const others = [{ subject: 'key-1' }, { kind: 'subscription' }, { number: 9 }, { number: 21 }];
    await check.put(change({}, others));
    assert.deepEqual(await read(), [[10, 'account']]);
    await check.put(purchase({ test: 1 }));
    assert.deepEqual(await read(), []);
    const known = { kind: 'account', provider: '', subject: 'known' };
    await check.put(change(known, [{ subject: 'next' }, { subject: 'last' }]));
    assert.deepEqual(await read(), [
      [10, 'known'],
      [11, 'next'],
    ]);
    for (const table of ['purchase', 'purchase_change', 'purchase_cancellation'] as const) {
      await db().deleteFrom(table).execute();
    }
  });

  test('ends and positions', async () => {
    const late = effect({ until: AT - 1 }, [
      { until: AT, player_id: 8 },
      { status: 'over', player_id: 9 },
    ]);
    await check.finds(late, async () => {
      const found = await sources.overdue(db(), { second: AT });
      return found.filter(({ appid }) => appid === apps.app.appid);
    });
    const ends = [{ until: AT - 3, status: 'over' }, { until: null }, { until: AT - 2 }];
    await check.put(
      effect(
        { until: AT - 1 },
        ends.map((each, index) => ({ player_id: 8 + index, ...each })),
      ),
    );
    assert.deepEqual(await sources.soonestEnd(db(), {}), { until: AT - 2 });
    const position = (consumer: string): Scene => ({
      table: 'feed_position',
      row: { number: 5, version: 1, facts: 0, time_zone: '' },
      key: () => ({ consumer }),
      but: [{ consumer: 'measures' }, { consumer: 'figures' }],
    });
    for (const { consumer } of sources.WHILE_OPEN) {
      await check.changes(position(consumer), () => sources.closeApp(db(), name()));
    }
    await db()
      .insertInto('change_sequence')
      .values({ game_index: apps.app.gameIndex, channel: 'restriction', last_seq: 6 })
      .onConflict((conflict) =>
        conflict.columns(['game_index', 'channel']).doUpdateSet({ last_seq: 6 }),
      )
      .execute();
    for (const [consumer, number, isBehind] of [
      ['restrictions', 5, true],
      ['restrictions', 6, false],
      ['payments', -1, true],
      ['payments', 0, false],
    ] as const) {
      await check.put({ ...position(consumer), row: { ...position(consumer).row, number } });
      const behind = await sources.openAppsBehind(db());
      assert.equal(behind.has(apps.app.appid), isBehind, consumer);
    }
    const closed = [{ settled_by: 99 }];
    await clear();
    await check.finds(debt({}, closed), async () => {
      assert.equal(await sources.isOpen(db(), name()), true);
      await debts.removeDebt(db(), {
        game_index: apps.app.gameIndex,
        appid: apps.app.appid,
        provider: 'APPLE',
        unique_key: 'key-0',
      });
      assert.equal(await sources.isOpen(db(), name()), false, 'only of others, or settled');
      return [{}];
    });
    await clear();
    await check.finds(effect({}, [{ status: 'over' }]), async () => {
      assert.equal(await sources.isOpen(db(), name()), true);
      const row = (await effects.findEffect(db(), named())) ?? assert.fail('no effect');
      await effects.updateEffect(db(), { ...row, status: 'over' });
      assert.equal(await sources.isOpen(db(), name()), false, 'only of others, or over');
      return [{}];
    });
  });

  test('accounts with open debts that bought something, above one number and up to another', async () => {
    await clear();
    const settled = { account_uuid: 'settled', settled_by: 99 };
    await check.finds(debt({}, [settled]), async () => [{}]);
    const span = { ...name(), above: 9, upTo: 13, limit: 9 };
    for (const [row, isFound] of [
      [{ number: 13 }, true],
      [{ number: 10 }, true],
      [{ number: 9 }, false],
      [{ number: 14 }, false],
      [{ number: 11, test: 1 }, false],
      [{ number: 11, account_uuid: 'settled' }, false],
      [{ number: 11, account_uuid: 'nobody' }, false],
    ] as const) {
      const scene = purchase({});
      const key = (number: number) => ({ ...scene.key(number), ...row });
      await check.finds({ ...scene, key }, async () => {
        const found = await sources.PAYMENTS.read(db(), await whole(), span);
        assert.equal(found.length === 1, isFound, JSON.stringify(row));
        return [{}];
      });
    }
    await check.put(purchaseScene());
    assert.equal((await sources.PAYMENTS.read(db(), await whole(), span)).length, 1);
    await db().deleteFrom('measure_debt').where('appid', '=', apps.app.appid).execute();
    assert.deepEqual(
      await sources.PAYMENTS.read(db(), await whole(), span),
      [],
      'debts in other apps',
    );
    await db().deleteFrom('purchase').execute();
  });

  test('effects are listed by each filter, in both orders, page by page', async () => {
    const page = (limit: number, oldestFirst: boolean, after?: string) => ({
      limit,
      oldestFirst,
      after,
    });
    const flagged = { status: 'flagged', flag: 'rule' };
    for (const [filter, row, but] of [
      [{ playerId: 7n }, {}, { player_id: 8 }],
      [{ ruleId: 'rule' }, {}, { rule_id: 'another' }],
      [{ status: 'over' }, { status: 'over' }, { status: 'lifted' }],
      [{ ids: ['effect-0'] }, {}, {}],
      [{ flags: 'open' }, flagged, { status: 'over' }],
      [{ flags: 'closed' }, { ...flagged, status: 'over' }, { flag: null }],
      [{ flags: 'closed' }, { ...flagged, status: 'over' }, { status: 'flagged' }],
    ] as const) {
      await check.finds(effect(row, [but]), () =>
        effects.listEffectRows(db(), name(), filter, page(9, true, undefined)),
      );
      assert.equal(await effects.countEffectRows(db(), name(), filter, 9), 1);
    }
    await check.put(effect({}, [{}, {}]));
    const ids = async (...given: Parameters<typeof page>) =>
      (await effects.listEffectRows(db(), name(), {}, page(...given))).map((row) =>
        row.effect_id.slice(7),
      );
    assert.deepEqual(
      [await ids(9, true), await ids(2, false)],
      [
        ['0', '1', '2'],
        ['2', '1'],
      ],
    );
    assert.deepEqual(
      [await ids(1, true, 'effect-0'), await ids(1, false, 'effect-2')],
      [['1'], ['1']],
    );
    assert.equal(await effects.countEffectRows(db(), name(), {}, 2), 2, 'up to a limit');
  });

  test('players with a measure whom somebody else has changed, above one number and up to another', async () => {
    const span = { ...name(), above: 9, upTo: 13, limit: 9 };
    await check.finds(effect({}, [{ player_id: 8, status: 'over' }]), async () => [{}]);
    for (const [row, isFound] of [
      [{ seq: 13 }, true],
      [{ seq: 10 }, true],
      [{ seq: 9 }, false],
      [{ seq: 14 }, false],
      [{ seq: 11, actor_kind: 'measure' }, false],
      [{ seq: 11, player_id: 8 }, false],
      [{ seq: 11, player_id: 9 }, false],
    ] as const) {
      const history: Scene = {
        table: 'restriction_history',
        row: { player_id: 7, at: AT, action: 'changed', actor_kind: 'admin', actor: 'x', ...row },
        key: () => ({}),
      };
      // The apps of a project share the numbers of the history.
      const nextDoor = { appid: apps.nextDoor.appid, seq: 12 };
      await check.finds(
        {
          ...history,
          ofProject: true,
          row: { ...history.row, appid: apps.app.appid },
          but: [nextDoor],
        },
        async () => {
          const found = await sources.RESTRICTIONS.read(db(), await whole(), span);
          assert.equal(found.length === 1, isFound, JSON.stringify(row));
          return [{}];
        },
      );
    }
  });

  test('the newest entry by a person is that of the player in the app, not of a measure or the system', async () => {
    const entry = { player_id: 7, at: AT, action: 'changed', actor_kind: 'admin', actor: 'x' };
    await check.put({
      table: 'restriction_history',
      row: { ...entry, appid: apps.app.appid },
      key: (number) => ({ seq: 10 + number }),
      but: [
        { seq: 3 },
        { appid: apps.nextDoor.appid },
        { player_id: 8 },
        { actor_kind: 'measure' },
        { actor_kind: 'system' },
        { scope: 'chat' },
      ],
      ofProject: true,
    });
    const app = (await gate.service.directory.app(apps.app.appid)) ?? assert.fail('no app');
    const { personSeq, seq } = await readRestriction(db(), app, 7n, 'login', AT);
    assert.deepEqual([personSeq, seq], [10, 15]);
  });
});
