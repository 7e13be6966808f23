// Which effects end and why, which causes are new to a rule, and what it does about them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  CancellationTable,
  MeasureDebtTable,
  MeasureEffectTable,
  MeasureRuleTable,
} from '../../storage/schema.ts';
import type { Definition } from '../rules/rule.ts';
import type { Cause, UndonePurchase } from './causes.ts';
import {
  effectsToEnd,
  effectsToResume,
  effectsToStart,
  hasOpenDebt,
  newCauseGroups,
  type PlayerState,
  paymentFlags,
  resumeEffect,
} from './decide.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;

const rule = (definition: Partial<Definition> = {}, more: Partial<MeasureRuleTable> = {}) => ({
  game_index: 1,
  appid: 'app',
  rule_id: 'rule',
  name: 'Refunds',
  state: 'on' as const,
  definition: JSON.stringify({
    when: { causes: ['refund'] },
    unless: {},
    measure: {
      action: 'restrict',
      block_type: 1,
      steps: [{ period_days: 7 }, { permanent: true }],
    },
    until: {},
    ...definition,
  }),
  since: 0,
  created_at: 0,
  changed_at: 0,
  ...more,
});

const purchase = (key: string): UndonePurchase => ({
  provider: 'APPLE',
  unique_key: key,
  number: 1,
  kind: 'consumable',
  transaction_id: key,
  product_id: 'gold',
  price: '9.99',
  currency: 'USD',
  test: 0,
  account_uuid: 'account',
  delivery: null,
  cancel_said_at: 1_000,
});

const report = (key: string, state: CancellationTable['state'], at: number): CancellationTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  unique_key: key,
  cause: 'refund',
  reported_at: at,
  last_at: at,
  state,
  amount: null,
  quantity: null,
  reason: null,
  received_at: at,
  action_id: null,
});

const cause = (key: string, at = DAY): Cause => ({
  provider: 'APPLE',
  unique_key: key,
  kind: 'refund',
  transaction_id: key,
  service_transaction_id: 'AP_1',
  product_id: 'gold',
  amount: '9.99',
  currency: 'USD',
  at,
});

const debt = (key: string, settled_by: number | null): MeasureDebtTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  unique_key: key,
  account_uuid: 'account',
  number: 1,
  transaction_id: key,
  product_id: 'gold',
  amount: '9.99',
  currency: 'USD',
  refunded_at: DAY,
  settled_by,
  paid: settled_by === null ? '0.00' : '9.99',
});

const effect = (more: Partial<MeasureEffectTable> = {}, keys = ['a']): MeasureEffectTable => ({
  game_index: 1,
  appid: 'app',
  effect_id: 'effect',
  rule_id: 'rule',
  rule_name: 'Refunds',
  player_id: 5n,
  status: 'active',
  flag: null,
  step: 1,
  block_type: 1,
  scope: 'login',
  since: DAY,
  until: null,
  paid_again: 0,
  restriction_seq: 4,
  causes: JSON.stringify(keys.map((key) => cause(key))),
  source_effect_id: null,
  ended_at: null,
  end_reason: null,
  closed_by: null,
  note: null,
  ...more,
});

/** The purchases `a` and `b` are refunded. */
const playerState = (more: Partial<PlayerState> = {}): PlayerState => ({
  rules: [rule()],
  undone: [purchase('a'), purchase('b')],
  reports: new Map([
    ['APPLE a', [report('a', 'given', DAY)]],
    ['APPLE b', [report('b', 'given', 2 * DAY)]],
  ]),
  debts: [],
  underpaid: new Set(),
  restriction: { personSeq: 0, isByPerson: false },
  now: NOW,
  ...more,
});

const two = rule({ when: { causes: ['refund'], count: 2 } });
const restored = new Map([
  ['APPLE a', [report('a', 'given', DAY), report('a', 'restored', 2 * DAY)]],
]);

type Case = readonly [
  what: string,
  state: Partial<PlayerState>,
  about: Partial<MeasureEffectTable>,
  expected: readonly [string, string] | undefined,
  keys?: string[],
];

describe('ends', () => {
  const paying = { paid_again: 1 } as const;
  const cases: readonly Case[] = [
    ['nothing has happened', {}, {}, undefined],
    ['the last moment of its time', {}, { until: NOW }, undefined],
    ['its time is over', {}, { until: NOW - 1 }, ['over', 'time_over']],
    ['a flag has no time', {}, { status: 'flagged', flag: 'rule', until: NOW - 1 }, undefined],
    ['a person before it', { restriction: { personSeq: 4, isByPerson: false } }, {}, undefined],
    [
      'a person after it',
      { restriction: { personSeq: 5, isByPerson: false } },
      {},
      ['released', 'operator'],
    ],
    [
      'a person after it, and its time is over',
      { restriction: { personSeq: 5, isByPerson: false } },
      { until: NOW - 1 },
      ['over', 'time_over'],
    ],
    [
      'a person, and an effect without an entry in the history',
      { restriction: { personSeq: 1, isByPerson: false } },
      { restriction_seq: null },
      ['released', 'operator'],
    ],
    [
      'no person, and an effect without an entry in the history',
      {},
      { restriction_seq: null },
      undefined,
    ],
    [
      'a flag, and a person',
      { restriction: { personSeq: 5, isByPerson: false } },
      { status: 'flagged', flag: 'watch' },
      undefined,
    ],
    ['the refund is undone', { reports: restored }, {}, ['lifted', 'undone']],
    ['nothing is known of the purchase', { undone: [] }, {}, ['lifted', 'undone']],
    ['no report is left', { reports: new Map() }, {}, ['lifted', 'undone']],
    [
      'the refund behind a flag is undone',
      { reports: restored },
      { status: 'flagged', flag: 'rule' },
      ['lifted', 'undone'],
    ],
    [
      'a flag of the same device ends with its source',
      { reports: restored },
      { status: 'flagged', flag: 'same_device', source_effect_id: 'other' },
      undefined,
    ],
    ['one of two that are needed', { rules: [two] }, {}, ['lifted', 'undone']],
    ['both that are needed', { rules: [two] }, {}, undefined, ['a', 'b']],
    [
      'the rule is gone, one of two is undone',
      { rules: [], undone: [purchase('a')] },
      {},
      undefined,
      ['a', 'b'],
    ],
    ['the rule is gone, all is undone', { rules: [], reports: restored }, {}, ['lifted', 'undone']],
    ['another rule needs more', { rules: [{ ...two, rule_id: 'another' }, rule()] }, {}, undefined],
    ['paid again', { debts: [debt('a', 9)] }, paying, ['lifted', 'paid_again']],
    ['not paid again', { debts: [debt('a', null)] }, paying, undefined],
    ['paid again, which does not count', { debts: [debt('a', 9)] }, {}, undefined],
    ['nothing was owed', {}, paying, undefined],
    ['another was paid again', { debts: [debt('b', 9)] }, paying, undefined],
    [
      'another is not paid again',
      { debts: [debt('a', 9), debt('b', null)] },
      paying,
      ['lifted', 'paid_again'],
    ],
    [
      'one of two is paid again',
      { debts: [debt('a', 9), debt('b', null)] },
      paying,
      undefined,
      ['a', 'b'],
    ],
    [
      'a flag that was paid again',
      { debts: [debt('a', 9)] },
      { ...paying, status: 'flagged', flag: 'watch', step: null },
      undefined,
    ],
    [
      'a restriction that came back as a flag is paid again',
      { debts: [debt('a', 9)] },
      { ...paying, status: 'flagged', flag: 'restricted_by_person' },
      ['lifted', 'paid_again'],
    ],
    ['lifted already', { reports: restored }, { status: 'lifted' }, undefined],
    ['over already', { reports: restored }, { status: 'over' }, undefined],
    ['released already', { reports: restored }, { status: 'released' }, undefined],
  ];
  for (const [what, state, about, expected, keys] of cases) {
    test(what, () => {
      const before = effect(about, keys);
      const [status, end_reason] = expected ?? [];
      assert.deepEqual(
        effectsToEnd(playerState(state), [before]),
        expected ? [{ ...before, status, end_reason, ended_at: NOW }] : [],
      );
    });
  }
});

describe('fresh causes', () => {
  const times = (groups: Cause[][]) => groups.map((group) => group.map(({ at }) => at / DAY));
  const fresh = (of: MeasureRuleTable, consumed: string[] = []) =>
    times(newCauseGroups(playerState(), of, ({ unique_key }) => consumed.includes(unique_key)));

  test('each refund, oldest first', () => assert.deepEqual(fresh(rule()), [[1], [2]]));
  test('those without a consequence', () => assert.deepEqual(fresh(rule(), ['a']), [[2]]));
  test('a rule that needs two', () => {
    assert.deepEqual(fresh(two), [[1, 2]]);
    assert.deepEqual(fresh(two, ['b']), []);
  });
  test('since the rule was switched, that moment included', () => {
    assert.deepEqual(fresh(rule({}, { since: 2 * DAY })), [[2]]);
    assert.deepEqual(fresh(rule({}, { since: 2 * DAY + 1 })), []);
  });
  test('a purchase without reports', () => {
    const state = playerState({ reports: new Map() });
    assert.deepEqual(
      newCauseGroups(state, rule(), () => false),
      [],
    );
  });
});

describe('effectsToStart', () => {
  const groups = [[cause('a', DAY)], [cause('b', 2 * DAY)]];
  const circumstances = { isExempt: () => false, isTypeKnown: true, effects: [], since: NOW };
  const begin = (
    of: MeasureRuleTable,
    state: Partial<PlayerState> = {},
    more: Partial<Parameters<typeof effectsToStart>[3]> = {},
  ) =>
    effectsToStart(playerState(state), of, groups, { ...circumstances, ...more }).map(
      ({ causes, flag, term }) => [causes[0]?.unique_key, flag, term],
    );
  const first = { step: 1, until: NOW + 7 * DAY };
  const second = { step: 2, until: null };

  test('restricts, and escalates from one to the next', () =>
    assert.deepEqual(begin(rule()), [
      ['a', null, first],
      ['b', null, second],
    ]));

  const escalation: readonly [string, MeasureEffectTable, boolean][] = [
    ['an earlier restriction', effect({ status: 'over', end_reason: 'time_over' }), true],
    ['one that a person ended', effect({ status: 'released', end_reason: 'operator' }), true],
    ['one that was undone', effect({ status: 'lifted', end_reason: 'undone' }), false],
    ['a flag', effect({ status: 'flagged', flag: 'watch', step: null }), false],
    ['one of another rule', effect({ rule_id: 'another' }), false],
    ['one whose purchase is not refunded any more', effect({ status: 'over' }, ['c']), false],
  ];
  for (const [what, earlier, counts] of escalation) {
    test(`${what} ${counts ? 'counts' : 'does not count'} for the step`, () =>
      assert.deepEqual(begin(rule(), {}, { effects: [earlier] })[0], [
        'a',
        null,
        counts ? second : first,
      ]));
  }

  const person = { restriction: { personSeq: 9, isByPerson: true } };
  const flagging = { measure: { action: 'flag' as const } };
  const flags: readonly [string, MeasureRuleTable, Partial<PlayerState>, boolean, string][] = [
    ['watch', rule({}, { state: 'watch' }), person, false, 'watch'],
    ['rule', rule(flagging), person, false, 'rule'],
    ['type_missing', rule(), person, false, 'type_missing'],
    ['restricted_by_person', rule(), person, true, 'restricted_by_person'],
  ];
  for (const [what, of, state, isTypeKnown, flag] of flags) {
    test(`only flags: ${what}`, () =>
      assert.deepEqual(begin(of, state, { isTypeKnown }), [
        ['a', flag, undefined],
        ['b', flag, undefined],
      ]));
  }

  test('an exemption is asked at the moment of the last cause', () => {
    const asked: number[] = [];
    const isExempt = (at: number) => asked.push(at) === 1;
    assert.deepEqual(begin(rule(), {}, { isExempt }), [['b', null, first]]);
    assert.deepEqual(asked, [DAY, 2 * DAY]);
    const both = [[cause('b', 2 * DAY), cause('a', DAY)]];
    effectsToStart(playerState(), two, both, { ...circumstances, isExempt });
    assert.deepEqual(asked.slice(2), [2 * DAY]);
  });

  test('what was paid again before it was reported is left alone, if the rule says so', () => {
    const debts = [debt('a', 9), debt('b', null)];
    const paying = rule({ until: { paid_again: true } });
    assert.deepEqual(begin(paying, { debts }), [['b', null, first]]);
    assert.equal(begin(rule(), { debts }).length, 2);
  });
});

describe('comes back', () => {
  const paid = { status: 'lifted', end_reason: 'paid_again', paid_again: 1 } as const;
  const open = { debts: [debt('a', null)] };
  for (const [what, state, about, isBack, keys] of [
    ['its payment was refunded', open, paid, true],
    ['it is still paid', { debts: [debt('a', 9)] }, paid, false],
    ['another is not paid', { debts: [debt('b', null)] }, paid, false],
    ['one of two is not paid', { debts: [debt('a', 9), debt('b', null)] }, paid, true, ['a', 'b']],
    ['nothing is owed any more', {}, paid, false],
    ['its refund is undone', { ...open, reports: restored }, paid, false],
    ['a person released it', open, { ...paid, status: 'released', end_reason: 'operator' }, false],
    ['its refund was undone', open, { ...paid, end_reason: 'undone' }, false],
    ['it is active', open, { paid_again: 1 }, false],
    ['a flag about it', open, { ...paid, source_effect_id: 'other' }, false],
  ] as const) {
    test(`${what}: ${isBack ? 'yes' : 'no'}`, () => {
      const before = effect(about as Partial<MeasureEffectTable>, keys ? [...keys] : undefined);
      assert.deepEqual(effectsToResume(playerState(state), [before]), isBack ? [before] : []);
    });
  }

  const ended = effect({ ...paid, until: 60 * DAY, ended_at: 50 * DAY - 1_500, note: null });
  const back = (of: MeasureRuleTable, state: Partial<PlayerState> = {}, isTypeKnown = true) =>
    resumeEffect(playerState(state), of, ended, { isTypeKnown, seq: 7 });
  const active = {
    ...ended,
    status: 'active',
    until: NOW + 10 * DAY + 1_000,
    restriction_seq: 7,
    ended_at: null,
    end_reason: null,
  };
  test('for the time that was left, in whole seconds', () => {
    assert.deepEqual(back(rule()), active);
  });
  test('for ever, if it was', () => {
    const endless = resumeEffect(
      playerState(),
      rule(),
      { ...ended, until: null },
      { isTypeKnown: true, seq: 7 },
    );
    assert.deepEqual(endless, { ...active, until: null });
  });
  for (const [flag, of, state, isTypeKnown] of [
    ['watch', rule({}, { state: 'watch' }), {}, true],
    ['type_missing', rule(), {}, false],
    ['restricted_by_person', rule(), { restriction: { personSeq: 9, isByPerson: true } }, true],
  ] as const) {
    test(`as a flag: ${flag}`, () =>
      assert.deepEqual(back(of, state, isTypeKnown), { ...active, status: 'flagged', flag }));
  }
});

describe('flags about payments', () => {
  const paying = { paid_again: 1 } as const;
  const underpaid = { debts: [debt('a', null)], underpaid: new Set(['APPLE a']) };
  const flag = (
    status: MeasureEffectTable['status'],
    end_reason: MeasureEffectTable['end_reason'],
  ) =>
    effect({
      effect_id: 'flag',
      status,
      flag: 'paid_differently',
      step: null,
      source_effect_id: 'effect',
      end_reason,
      ended_at: end_reason === null ? null : 5,
    });
  const none = { missing: [], reopened: [], ended: [] };
  const source = effect(paying);
  const [open, closed] = [flag('flagged', null), flag('released', 'operator')];
  const lifted = flag('lifted', 'paid_again');
  const end = (status: string, end_reason: string) => ({
    ...none,
    ended: [{ ...open, status, end_reason, ended_at: NOW }],
  });
  const settled = { debts: [debt('a', 9)] };
  for (const [what, state, effects, expected] of [
    ['nothing was bought', { debts: [debt('a', null)] }, [source], none],
    ['bought again', underpaid, [source], { ...none, missing: [source] }],
    [
      'one of two was bought again',
      { ...underpaid, debts: [debt('a', null), debt('b', null)] },
      [effect(paying, ['a', 'b'])],
      { ...none, missing: [effect(paying, ['a', 'b'])] },
    ],
    ['another was bought again', { ...underpaid, underpaid: new Set(['APPLE b']) }, [source], none],
    ['flagged already', underpaid, [source, open], none],
    ['closed by a person', underpaid, [source, closed], none],
    ['ended by itself before', underpaid, [source, lifted], { ...none, reopened: [open] }],
    ['a rule that does not end so', underpaid, [effect()], none],
    ['a flag of the rule', underpaid, [effect({ ...paying, status: 'flagged', step: null })], none],
    ['an ended restriction', underpaid, [effect({ ...paying, status: 'over' })], none],
    ['not bought any more', { debts: [debt('a', null)] }, [source, open], end('lifted', 'undone')],
    [
      'paid at last',
      settled,
      [effect({ ...paying, status: 'lifted', end_reason: 'paid_again' }), open],
      end('lifted', 'paid_again'),
    ],
    [
      'the restriction is over',
      underpaid,
      [effect({ ...paying, status: 'over', end_reason: 'time_over' }), open],
      end('over', 'time_over'),
    ],
    ['ended already', settled, [source, lifted], none],
    [
      'a flag of the same device is another thing',
      settled,
      [source, { ...open, flag: 'same_device' as const }],
      none,
    ],
  ] as const) {
    test(what, () => assert.deepEqual(paymentFlags(playerState(state), effects), expected));
  }
});

test('a debt is open until it is settled', () => {
  assert.equal(hasOpenDebt([]), false);
  assert.equal(hasOpenDebt([debt('a', 9)]), false);
  assert.equal(hasOpenDebt([debt('a', 9), debt('b', null)]), true);
});
