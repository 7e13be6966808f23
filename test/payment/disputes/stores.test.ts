// The statements of disputes: each names one dispute, and the state that it starts from.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as disputes from '../../../src/payment/disputes/store.ts';
import { keepDisputes, type SeenDispute } from '../../../src/payment/ledger/disputes.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';

const AT = 1_000;
const ROW = {
  gateway: 'STRIPE',
  order_id: 'H1',
  player_id: 7,
  state: 'open',
  inquiry: 0,
  reason: 'fraudulent',
  opened_at: AT,
  due_at: AT,
  submissions: 0,
  read_at: AT,
  version: 3,
  draft: '{"product_description":"Gems"}',
};

const scene = (row: object = {}, but: Scene['but'] = []): Scene => ({
  table: 'dispute',
  row: { ...ROW, ...row },
  key: (number) => ({ dispute_id: `du_${number}` }),
  but,
});

suite('statements of disputes', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const app = () => ({ gameIndex: apps.app.gameIndex, appid: apps.app.appid });
  const name = () => ({ ...app(), disputeId: 'du_0' });
  const draft = () =>
    disputes.writeDraft(db(), {
      ...{ ...name(), version: 3, next: 4, draft: '{}', editedAt: AT, editedBy: 'kim' },
    });
  const intent = () =>
    disputes.writeIntent(db(), {
      ...{ ...name(), version: 3, submissionId: 's', sentAt: AT, sentBy: 'kim' },
    });
  const settled = () =>
    disputes.writeSettled(db(), {
      ...{ ...name(), submissionId: 's', sending: 'sent' as const, settledAt: AT, refusal: null },
    });

  test('a dispute by its id', () =>
    check.finds(scene({}, [{}]), () => disputes.findDispute(db(), name())));

  test('each filter leaves out what it does not mean', async () => {
    for (const [search, but] of [
      [{ state: 'open' }, [{ state: 'won' }]],
      [{ reason: 'fraudulent' }, [{ reason: 'duplicate' }, { reason: null }]],
      [{ playerId: 7n }, [{ player_id: 8 }]],
      [{ openedFrom: AT }, [{ opened_at: AT - 1 }]],
      [{ openedTo: AT }, [{ opened_at: AT + 1 }]],
      [{ dueTo: AT }, [{ due_at: AT + 1 }, { due_at: null }]],
    ] as const) {
      await check.finds(scene({}, but), () =>
        disputes.selectDisputes(db(), app(), search).execute(),
      );
    }
  });

  test('a draft, an intent and its end are of one dispute', async () => {
    await check.changes(scene({}, [{}]), draft);
    await check.changes(scene({}, [{}]), intent);
    const underWay = { sending: 'under_way', submission_id: 's' };
    await check.changes(scene(underWay, [{}]), settled);
  });

  test('nothing is changed from another state', async () => {
    const underWay = { sending: 'under_way', submission_id: 's' };
    const sent = { sending: 'sent', submission_id: 's' };
    for (const [row, change] of [
      [{ version: 2 }, draft],
      [{ state: 'sent' }, draft],
      [underWay, draft],
      [{ version: 2 }, intent],
      [{ state: 'sent' }, intent],
      [{ draft: null }, intent],
      [underWay, intent],
      [sent, settled],
      [{ ...underWay, submission_id: 't' }, settled],
    ] as const) {
      await check.put(scene(row));
      assert.equal(await change(), 0, JSON.stringify(row));
    }
    for (const change of [draft, intent]) {
      await check.put(scene({ sending: 'refused', submission_id: 'r' }));
      assert.equal(await change(), 1, 'what was refused can be sent again');
    }
  });

  test('what was read earlier never replaces what was read later, nor what is our own', async () => {
    await check.put(scene({ ...ROW, read_at: 10, amount: '1', currency: 'USD', decided_at: null }));
    const order = { ...ROW, ...{ game_index: app().gameIndex, appid: app().appid } } as const;
    const keep = (state: SeenDispute['state'], readAt: number, more: Partial<SeenDispute> = {}) => {
      const seen: SeenDispute = {
        ...{ id: 'du_0', state, inquiry: false, reason: null, networkReason: null, amount: null },
        ...{ currency: null, dueAt: AT + readAt, submissions: 0, openedAt: AT },
        ...more,
      };
      return keepDisputes(db(), { ...order, gateway: 'STRIPE' }, [seen], readAt);
    };
    const read = async () =>
      (await disputes.findDispute(db(), name())) ?? assert.fail('no dispute');
    const before = await read();
    await keep('won', 9);
    assert.deepEqual(await read(), before);
    await keep('lost', 10);
    const lost = { ...before, state: 'lost', decided_at: 10, due_at: AT + 10 };
    assert.deepEqual(await read(), lost, 'its reason and its amount stay');
    await keep('lost', 12, { submissions: 1, reason: 'other', amount: '2', currency: 'EUR' });
    const told = { reason: 'other', amount: '2', currency: 'EUR' };
    const later = { ...lost, ...told, read_at: 12, due_at: AT + 12, submissions: 1 };
    assert.deepEqual(await read(), later, 'decided when that was first read');
    await keep('open', 13);
    assert.deepEqual([(await read()).state, (await read()).decided_at], ['open', null]);
    await keep('open', 13, { id: 'new' });
    const all = await db()
      .selectFrom('dispute')
      .select(['dispute_id', 'state', 'version'])
      .execute();
    assert.deepEqual(
      all.map(({ dispute_id, state, version }) => `${dispute_id} ${state} ${version}`).sort(),
      ['du_0 open 3', 'du_0 open 3', 'du_0 open 3', 'new open 0'],
    );
  });

  test('of two who send at once, one does', async () => {
    const other = (await gate.secondService()).context.storage.db;
    await check.put(scene());
    const values = { ...name(), version: 3, submissionId: 's', sentAt: AT, sentBy: 'kim' };
    const changed = await Promise.all(
      [db(), other].map((each) => disputes.writeIntent(each, values)),
    );
    assert.deepEqual(changed.toSorted(), [0, 1]);
  });
});
