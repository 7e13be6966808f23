// What the studio does after the sale: something is sold for it, asked for, and looked at afterwards.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Driver, Json, Sale, SaleAction, Till } from './driver.ts';

export interface Act {
  readonly sale: Sale;
  /** As the market shows it before and after. */
  preview(): Promise<Json>;
  /** What asks for it: how often it is sent, it is the same action. */
  readonly order: { readonly path: string; readonly body: object };
  /** The action as the admin API shows it. */
  request(): Promise<Json>;
  read(actionId: string): Promise<Json>;
}

export async function openAct(till: Till, driver: Driver, action: SaleAction): Promise<Act> {
  const { about, input } = action;
  const sale = await sellFor(till, driver, action);
  const { status, body } = await till[about === 'purchase' ? 'verify' : 'subscribe'](sale);
  assert.equal(status, 200, JSON.stringify(body));
  const app = `/apps/${till.app.appid}`;
  const call = async (method: 'GET' | 'POST', path: string, fields?: object): Promise<Json> => {
    const answer = await till.asAdmin(method, path, fields);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const purchase = `${app}/purchases/${body.data.serviceTransactionId}`;
  const path =
    about === 'purchase'
      ? purchase
      : `${app}/subscriptions/${driver.market}/${encodeURIComponent(
          (await call('GET', purchase)).subscription_id,
        )}`;
  const order = {
    path: `${path}/actions`,
    body: { ...input, reason: 'a test', idempotency_key: randomUUID() },
  };
  return {
    sale,
    order,
    preview: () => call('GET', `${path}/actions/preview?kind=${input.kind}`),
    request: () => call('POST', order.path, order.body),
    read: (id) => call('GET', `${app}/actions/${id}`),
  };
}

async function sellFor(till: Till, driver: Driver, { about, sell }: SaleAction): Promise<Sale> {
  if (sell) return sell(till);
  if (about === 'purchase') return driver.sell(till);
  assert.ok(driver.subscriptions);
  return driver.subscriptions.subscribe(till);
}

const DAY = 24 * 60 * 60_000;

/** By what the previews show, the market has done it once: not less, not more. */
export function expectOnce({ name, input }: SaleAction, before: Json, after: Json): void {
  const { kind, amount, line, days } = input;
  const [paid, given] = [before.payment, after.payment];
  if (kind === 'cancel') {
    assert.deepEqual([before, after].map(renews), [true, false], name);
  } else if (kind !== 'refund') {
    assert.equal(endOf(after) - endOf(before), days * DAY, name);
  } else if (amount === 'prorated') {
    const [most, back] = [Number(paid.paid), Number(given.refunded)];
    assert.ok(back > 0 && back <= most && !after.can.refund?.prorated, JSON.stringify(after));
  } else {
    const one = paid.lines.find((each: Json) => each.product_id === line);
    assert.deepEqual(
      [Number(paid.refunded), given.refunded],
      [0, amount ?? one?.paid ?? paid.paid],
      name,
    );
  }
}

const renews = ({ subscription }: Json): boolean => subscription.renews;
const endOf = ({ subscription }: Json): number => Date.parse(subscription.ends_at);
