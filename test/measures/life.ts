// Random lives of players: purchases at any price, refunds, disputes, payments and their refunds, deliveries, people's decisions, crashes, in any order.
import assert from 'node:assert/strict';
import { applyRules } from '../../src/measures/effects/apply.ts';
import { takeNumbers } from '../../src/outbox/outbox.ts';
import type { Service } from '../../src/service.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import type { App } from '../../src/tenants/directory.ts';
import { admin } from '../admin/caller.ts';
import { seeded } from '../prove/seeded.ts';
import { dateText } from '../restriction/players.ts';
import { type Gate, START } from '../support/harness.ts';
import { Bought, DAY, FLAG, Person, TERMS } from './reference.ts';
import { type Customer, dispute, openShop, partRefund, refund } from './shop.ts';

interface Living {
  readonly customer: Customer;
  readonly person: Person;
  readonly rows: PurchaseTable[];
}

export async function live(
  gate: Gate,
  { seed, turns, other }: { seed: number; turns: number; other: Service },
): Promise<{ readonly acts: number; readonly returned: number }> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const shop = await openShop(gate);
  const app = (await gate.service.directory.app(shop.app.appid)) as App;
  // Where it takes two, a refunded payment is no cause of its own.
  const needed = 1 + (seed % 2);
  await shop.rule({
    name: 'restrict',
    when: { causes: ['refund', 'chargeback'], count: needed },
    measure: {
      action: 'restrict',
      block_type: 1,
      steps: TERMS.map((days) => (days === null ? { permanent: true } : { period_days: days })),
    },
    until: { paid_again: true },
  });
  await shop.rule({
    name: 'flag',
    when: { causes: ['refund'], ...FLAG },
    measure: { action: 'flag' },
  });
  const living: Living[] = [];
  for (let count = 0; count < 2; count += 1) {
    living.push({ customer: await shop.customer(), person: new Person(needed), rows: [] });
  }

  const text = (cents: number): string => (cents / 100).toFixed(2);

  async function buyAt(
    { customer, person, rows }: Living,
    product: string,
    price: { cents: number | null; currency: string },
  ): Promise<void> {
    const row = await shop.buy(customer, {
      product_id: product,
      price: price.cents === null ? null : text(price.cents),
      currency: price.currency,
    });
    rows.push(row);
    person.bought.push(new Bought(row.number, product, price, row.verified_at));
  }

  async function buy(one: Living): Promise<void> {
    const [product, cents] = (
      [
        ['gold', 999],
        ['gems', 199],
      ] as const
    )[below(2)] as ['gold' | 'gems', number];
    const price = (
      [
        { cents, currency: 'USD' },
        { cents, currency: 'USD' },
        { cents, currency: 'USD' },
        { cents, currency: 'EUR' },
        // Three of them are more than one, two are less.
        { cents: Math.ceil(cents / 3) + 1, currency: 'USD' },
        { cents: 2 * cents + 1, currency: 'USD' },
        { cents: 0, currency: 'USD' },
        { cents: null, currency: 'USD' },
      ] as const
    )[below(8)] as { cents: number | null; currency: string };
    await buyAt(one, product, price);
  }

  /** Pays what a restriction is about: all of it, a part, or more. */
  async function pay(one: Living): Promise<void> {
    const { open } = one.person.books();
    const restriction = one.person.effects.find(({ status }) => status === 'active');
    for (const { bought } of restriction?.causes ?? []) {
      if (!open.has(bought) || bought.owed === null) continue;
      const cents = [bought.owed, bought.owed, bought.owed, 100, 1_200][below(5)] as number;
      await buyAt(one, bought.product, { cents, currency: bought.currency });
    }
  }

  async function refundPart({ person, rows }: Living): Promise<void> {
    const index = below(rows.length);
    const [row, bought] = [rows[index], person.bought[index]];
    if (!row || !bought?.cents) return;
    gate.now += 1;
    const cents = random() < 0.2 ? null : 1 + below(bought.cents);
    await shop.report(row, partRefund(cents === null ? null : text(cents), gate.now));
    bought.refundPart(cents, gate.now);
  }

  const report = (one: Living) => reportOf(one, below(one.rows.length));
  /** Of what may have paid for a restriction that has ended. */
  const reportPayment = async (one: Living): Promise<void> => {
    const ended = one.person.effects.findLast(({ end }) => end === 'paid_again');
    const products = ended?.causes.map(({ bought }) => bought.product) ?? [];
    const index = one.person.bought.findLastIndex(
      (each) => products.includes(each.product) && !each.isUndone,
    );
    await reportOf(one, index, random() < 0.9);
  };

  async function reportOf(
    { person, rows }: Living,
    index: number,
    isTaken = random() < 0.6,
  ): Promise<void> {
    const [row, bought] = [rows[index], person.bought[index]];
    if (!row || !bought) return;
    const isRefund = random() < 0.7;
    gate.now += 1;
    const at = gate.now;
    const word = (taken: boolean, moment: number) =>
      isRefund
        ? refund(taken ? 'given' : 'restored', moment)
        : {
            ...dispute(taken ? 'open' : 'won'),
            amount: taken && bought.cents !== null ? text(bought.disputed) : null,
            reportedAt: moment,
          };
    const kind = isRefund ? 'refund' : 'chargeback';
    if (!isTaken && bought.takenAt(kind) === undefined && random() < 0.5) {
      // Undone before it was heard of.
      gate.now += 1;
      await shop.report(row, word(false, at + 1));
      await shop.report(row, word(true, at));
      bought.report(kind, false, at + 1);
      return;
    }
    for (let times = 1 + below(2); times > 0; times -= 1) await shop.report(row, word(isTaken, at));
    bought.report(kind, isTaken, at);
  }

  async function deliver({ person, rows }: Living): Promise<void> {
    const index = below(rows.length);
    const [row, bought] = [rows[index], person.bought[index]];
    if (!row || !bought) return;
    bought.delivery = ([1, 2, 3] as const)[below(3)];
    const headers = {
      'x-app-id': app.appid,
      authorization: `Bearer ${await gate.token(shop.app)}`,
    };
    const body = { serviceTransactionId: `AP_${row.number}`, result: bought.delivery };
    assert.equal((await gate.post('/payment/v1/item/result', body, headers)).status, 200);
  }

  async function decide({ customer, person }: Living): Promise<void> {
    const path = `${shop.path}/players/${customer.playerId}`;
    if (random() < 0.5) {
      const { status } = await admin(gate, 'POST', `${path}/release`, {});
      if (status === 200) person.decide('free');
      return;
    }
    const end = Math.floor((gate.now + (1 + below(20)) * DAY) / 1_000) * 1_000;
    await admin(gate, 'PUT', `${path}/restriction`, {
      status: 'B',
      block_type: 1,
      start_date: dateText(gate.now),
      end_date: dateText(end),
    });
    person.decide(end);
  }

  /** Releases one effect, or closes a flag. */
  async function end({ customer, person }: Living): Promise<void> {
    const open = person.effects.filter(({ status }) => status === 'active' || status === 'flagged');
    const chosen = open[below(open.length)];
    if (!chosen) return;
    const { effect_id, status } = (await shop.effects(customer))[person.effects.indexOf(chosen)];
    const act = status === 'active' ? 'effects' : 'flags';
    const verb = status === 'active' ? 'release' : 'close';
    const path = `${shop.path}/measures/${act}/${effect_id}/${verb}`;
    assert.equal((await admin(gate, 'POST', path, {})).status, 200);
    person.end(chosen);
  }

  /** Everything is drawn, and the process dies before the commit. */
  async function crash({ customer }: Living): Promise<void> {
    const killed = gate.service.context.storage.db.transaction().execute(async (tx) => {
      await takeNumbers(tx, app.gameIndex, 'restriction', 0);
      await applyRules(tx, app, { account: customer.account, playerId: undefined }, gate.now);
      throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
  }

  async function check(what: string): Promise<void> {
    for (const { customer, person } of living) {
      const effects = await shop.effects(customer);
      const found = effects.map((each: Record<string, unknown>) => [
        each.rule_name,
        each.status,
        each.flag,
        each.step,
        each.until && Date.parse(each.until as string),
        each.end_reason,
        (each.causes as { service_transaction_id: string; kind: string }[]).map(
          (cause) => `${cause.service_transaction_id} ${cause.kind}`,
        ),
      ]);
      const expected = person.effects.map((each) => [
        each.rule,
        each.status,
        each.flag,
        each.step,
        each.until,
        each.end,
        each.causes.map(({ bought, kind }) => `AP_${bought.id} ${kind}`),
      ]);
      assert.deepEqual(found, expected, what);
      const restriction = await shop.restriction(customer);
      const end = restriction && (restriction.status === 'P' ? null : restriction.end_date);
      const { restriction: wanted } = person;
      const wantedEnd = wanted && (wanted.until === null ? null : dateText(wanted.until));
      assert.deepEqual([restriction !== null, end], [wanted !== null, wantedEnd], what);
      const { body } = await admin(gate, 'GET', `${shop.path}/players/${customer.playerId}/debt`);
      const debt = body.debt.map((each: { currency: string; remaining: string }) => [
        each.currency,
        Math.round(Number(each.remaining) * 100),
      ]);
      assert.deepEqual(Object.fromEntries(debt), person.debt(), what);
    }
  }

  const acts = [
    ...[buy, buy, report, report, report, report, pay, pay, pay, pay],
    ...[reportPayment, reportPayment, reportPayment, reportPayment],
    ...[refundPart, deliver, decide, end, crash],
  ];
  let done = 0;
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      // Whole seconds, because dates of restrictions have no smaller part.
      gate.now = Math.ceil(gate.now / 1_000) * 1_000 + below(4) * DAY;
      for (let count = 1 + below(4); count > 0; count -= 1) {
        const act = acts[below(acts.length)] as (typeof acts)[number];
        await act(living[below(living.length)] as Living);
        done += 1;
      }
      gate.now = Math.ceil(gate.now / 1_000) * 1_000;
      if (random() < 0.3) await Promise.all([shop.turn(), other.measures.turn()]);
      await shop.turn();
      for (const { person } of living) person.settle(gate.now);
      await check(`seed ${seed}, turn ${turn}`);
    }
  } finally {
    gate.now = START;
  }
  const returned = living.reduce((sum, { person }) => sum + person.returned, 0);
  return { acts: done, returned };
}
