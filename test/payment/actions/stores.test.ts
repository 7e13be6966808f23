// The statements of actions: each names one action and the state that it starts from; of two at once, one wins.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isRejection } from '../../../src/audit/operation.ts';
import { isoTime } from '../../../src/base/iso-time.ts';
import { listActions } from '../../../src/payment/actions/list.ts';
import * as actions from '../../../src/payment/actions/store.ts';
import { findSubject } from '../../../src/payment/actions/subject.ts';
import type { MarketActionTable } from '../../../src/storage/schema.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';

const AT = 1_790_000_000_000;
const DAY = 24 * 60 * 60_000;
const ACCOUNT = '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10';
const OTHER = '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e11';
const KIM = { kind: 'console', name: 'kim' } as const;

const ROW = {
  provider: 'PG',
  kind: 'refund',
  unique_key: 'H1',
  subscription_id: null,
  service_transaction_id: 'PG_1',
  product_id: 'gems',
  account_uuid: ACCOUNT,
  amount: '9.90',
  currency: 'USD',
  wanted: '{"kind":"refund","amount":"rest","takesGoods":true}',
  sale_state: '{}',
  reason: 'Bought twice',
  state: 'intended',
  requested_at: AT,
  actor_kind: 'console',
  actor: 'kim',
  decided_at: null,
  decided_kind: null,
  decided_by: null,
  sent_at: null,
  attempts: 0,
  ended_at: null,
  answer: null,
};

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Every action has a subject and a key of its own, unless the test says otherwise. */
const scene = (row: object = {}, but: Scene['but'] = []): Scene => ({
  table: 'market_action',
  row: { ...ROW, ...row },
  key: (number) => ({
    action_id: idOf(number),
    subject: `H${number}`,
    idempotency_key: `key-${number}`,
  }),
  but,
});

suite('statements of actions', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ gameIndex: apps.app.gameIndex, appid: apps.app.appid });
  const stored = async () => (await actions.findAction(db(), name(), idOf(0))) as MarketActionTable;
  const send = async (row: MarketActionTable) =>
    actions.moveAction(db(), row, { state: 'sent', sent_at: AT, attempts: row.attempts + 1 });
  const approve = async (row: MarketActionTable) =>
    actions.decideAction(db(), row, { ...KIM, at: AT }, { state: 'intended' });

  test('an action by its id, and by the key of its request', async () => {
    await check.finds(scene({}, [{}]), () => actions.findAction(db(), name(), idOf(0)));
    await check.finds(scene({}, [{}]), () => actions.findByKey(db(), name(), 'key-0'));
  });

  test('what is under way about a payment', async () => {
    const ended = { state: 'done', ended_at: AT };
    const about = { provider: 'PG', subject: 'H0' } as const;
    const but = [{}, { subject: 'H0', provider: 'STEAM' }, { subject: 'H0', ...ended }];
    for (const state of ['waiting', 'intended', 'sent', 'accepted']) {
      await check.finds(scene({ state }, but), () => actions.findUnderWay(db(), name(), about));
    }
    for (const state of ['done', 'rejected', 'declined', 'withdrawn']) {
      await check.put(scene({ state, ended_at: AT }));
      assert.equal(await actions.findUnderWay(db(), name(), about), undefined, state);
    }
  });

  test('a step changes one action, and only from the state that was read', async () => {
    await check.changes(scene({}, [{}]), async () => send(await stored()));
    for (const changed of [{ state: 'sent' }, { attempts: 1 }]) {
      await check.put(scene());
      const read = await stored();
      await check.put(scene(changed));
      assert.equal(await send(read), undefined, JSON.stringify(changed));
    }
    await check.put(scene());
    const sent = await send(await stored());
    assert.deepEqual(sent, await stored());
    assert.deepEqual([sent?.state, sent?.sent_at, sent?.attempts], ['sent', AT, 1]);
  });

  test('a decision changes one action, and only from the state that was read', async () => {
    await check.changes(scene({ state: 'waiting' }, [{}]), async () => approve(await stored()));
    await check.put(scene({ state: 'waiting' }));
    const read = await stored();
    await check.put(scene({ state: 'declined', ended_at: AT }));
    assert.equal(await approve(read), undefined);
    await check.put(scene({ state: 'waiting' }));
    const approved = await approve(await stored());
    assert.deepEqual(approved, await stored());
    const { decided_at, decided_kind, decided_by } = await stored();
    assert.deepEqual([decided_at, decided_kind, decided_by], [AT, 'console', 'kim']);
  });

  test('of many at once, one wins', async () => {
    for (const [state, change] of [
      ['intended', send],
      ['waiting', approve],
    ] as const) {
      await check.put(scene({ state }));
      const read = await stored();
      const all = await Promise.all(Array.from({ length: 8 }, () => change(read)));
      assert.equal(all.filter((each) => each !== undefined).length, 1, state);
    }
  });

  test('of a payment, a second action is not even written', async () => {
    await check.put(scene());
    const second = { ...(await stored()), action_id: idOf(9), idempotency_key: 'key-9' };
    await assert.rejects(actions.insertAction(db(), second), /unique/i);
    const sameKey = { ...second, subject: 'H9', idempotency_key: 'key-0' };
    await assert.rejects(actions.insertAction(db(), sameKey), /unique/i);
    await actions.insertAction(db(), { ...second, subject: 'H9' });
  });

  test('what somebody spent within 24 hours, in all apps of the project', async () => {
    const spent = () => actions.spentBy(db(), apps.app.gameIndex, KIM, AT);
    await check.put(
      scene({ requested_at: AT - DAY + 1, amount: '0.01' }, [
        { amount: '0.02', state: 'waiting' },
        { amount: '0.04', state: 'done', ended_at: AT },
        { amount: null, currency: null, kind: 'cancel' },
        { amount: '0.08', currency: null },
        { requested_at: AT - DAY },
        { actor: 'lee' },
        { actor_kind: 'admin' },
        { state: 'rejected', ended_at: AT },
        { state: 'declined', ended_at: AT },
        { state: 'withdrawn', ended_at: AT },
      ]),
    );
    const { actions: count, amounts } = await spent();
    // The other app of the project has a row like the one that is meant.
    assert.equal(count, 6);
    assert.deepEqual(amounts.map(({ amount }) => amount).sort(), ['0.01', '0.01', '0.02', '0.04']);
    assert.deepEqual(new Set(amounts.map(({ currency }) => currency)), new Set(['USD']));
  });

  test('how many wait for a second person, by app', async () => {
    await check.put(scene({ state: 'waiting' }, [{}, { state: 'intended' }]));
    const found = await actions.waitingActionsOf(db(), { gameIndex: apps.app.gameIndex });
    const expected = [
      { appid: apps.app.appid, count: 2 },
      { appid: apps.nextDoor.appid, count: 1 },
    ];
    assert.deepEqual(
      found.map(({ appid, count }) => ({ appid, count: Number(count) })),
      expected.sort((one, other) => (one.appid < other.appid ? -1 : 1)),
    );
  });

  test('each filter of the list leaves out what it does not mean', async () => {
    const app = { context: gate.service.context, app: apps.app as never };
    const ended = { state: 'done', ended_at: AT };
    for (const [query, row, but] of [
      [{ state: 'sent' }, { state: 'sent' }, [{}, { ...ended }]],
      [{ under_way: 'Y' }, {}, [ended]],
      [{ kind: 'defer' }, { kind: 'defer' }, [{ kind: 'cancel' }]],
      [{ provider: 'PG' }, {}, [{ provider: 'STEAM' }]],
      [{ service_transaction_id: 'PG_1' }, {}, [{ service_transaction_id: 'PG_2' }]],
      [{ subscription_id: 's' }, { subscription_id: 's' }, [{ subscription_id: 't' }, {}]],
      [{ requested_by: 'kim' }, {}, [{ actor: 'lee' }]],
      [{ account_uuid: ACCOUNT }, {}, [{ account_uuid: OTHER }, { account_uuid: null }]],
      [{ from: isoTime(AT) }, {}, [{ requested_at: AT - 1 }]],
      [{ to: isoTime(AT) }, {}, [{ requested_at: AT + 1 }]],
    ] as const) {
      await check.finds(
        scene(
          row,
          but.map((each) => ({ ...ROW, ...each })),
        ),
        async () => {
          const page = await listActions(app, query);
          assert.ok(!isRejection(page), JSON.stringify(page));
          return page.items;
        },
      );
    }
  });

  test('pages of the list: newest first, each once', async () => {
    await check.put(scene({}, [{}, {}, {}]));
    const app = { context: gate.service.context, app: apps.app as never };
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await listActions(app, { limit: 3, ...(after && { after }) });
      assert.ok(!isRejection(page));
      seen.push(...page.items.map(({ action_id }) => action_id));
      after = page.next;
    } while (after !== null);
    assert.deepEqual(seen, [3, 2, 1, 0].map(idOf));
  });

  test('a purchase or subscription that the app does not have', async () => {
    for (const [key, detail] of [
      [{ service_transaction_id: 'PG_9' }, 'has no purchase PG_9.'],
      [{ provider: 'GOOGLE', subscription_id: 's' }, 'has no GOOGLE subscription s.'],
    ] as const) {
      assert.deepEqual(await findSubject(db(), apps.app as never, key), {
        rejected: 'NOT_FOUND',
        detail: `App ${apps.app.appid} ${detail}`,
      });
    }
  });
});
