// Asks a market of one's own as Tollgate would, and says case by case what passes:
//   MARKET_KEY=… node check.ts https://shop.example/tollgate --appid com.studio.game --receipt …
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isFields, NOTICE, PURCHASE, problemsIn, SUBSCRIPTION } from './fields.ts';
import { answerTo, problemOf, sign } from './signing.ts';

export interface Asked {
  readonly address: string;
  readonly key: string;
  readonly appid: string;
  /** Of a purchase that is paid, and not refunded. */
  readonly receipt: string;
  readonly pending?: string | undefined;
  readonly refunded?: string | undefined;
  readonly subscription?: string | undefined;
  /** Of a purchase that is paid, of which half is refunded. */
  readonly refundable?: string | undefined;
}

export interface Result {
  readonly check: string;
  /** Missing when it passes. */
  readonly problem?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** How a call differs from a right one. */
interface Twist {
  readonly keys?: readonly string[];
  readonly at?: number;
  /** What is sent in place of what was signed. */
  readonly sent?: string;
  readonly isUnsigned?: true;
}

/** Tollgate gives up after five. */
const SLOW_MS = 4_000;
const MINUTE_MS = 60_000;
const OTHER_KEY = 'a-key-that-nobody-has-ever-set-anywhere';
const AT_ONCE = 20;

class Problem extends Error {}

const expect = (isRight: boolean, otherwise: string): void => {
  if (!isRight) throw new Problem(otherwise);
};

export async function* checkMarket(asked: Asked, slowMs = SLOW_MS): AsyncGenerator<Result> {
  const { appid, receipt } = asked;
  const own = { appid, environment: 'production' };

  async function send(call: string, fields: object, twist: Twist = {}) {
    const { keys = [asked.key], at = Date.now(), sent } = twist;
    const id = `msg_${randomUUID()}`;
    const body = JSON.stringify(fields);
    const all = keys.map((key) => sign(key, id, body, at));
    const headers: Record<string, string> = twist.isUnsigned
      ? { 'content-type': 'application/json' }
      : {
          ...all[0],
          'webhook-signature': all.map((each) => each['webhook-signature']).join(' '),
        };
    const response = await fetch(`${asked.address.replace(/\/+$/, '')}/${call}`, {
      method: 'POST',
      headers,
      body: sent ?? body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return { id, status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  /** What a right call gets. */
  async function ask(call: string, fields: object, twist?: Twist): Promise<Fields> {
    const { id, status, headers, text } = await send(call, { ...own, ...fields }, twist);
    expect(status === 200, `${call} answered ${status} in place of 200: ${text.slice(0, 200)}`);
    const problem = problemOf(asked.key, headers, text, Date.now());
    expect(problem === undefined, `The answer to ${call}: ${problem}`);
    const named = headers['webhook-id'];
    expect(named === answerTo(id), `webhook-id must be ${answerTo(id)}, not ${named}.`);
    return parse(text);
  }

  const verify = async (named = receipt, twist?: Twist): Promise<Fields> => {
    const { purchase } = await ask('verify', { receipt: named }, twist);
    expect(isFields(purchase), `There must be a purchase, not ${JSON.stringify(purchase)}.`);
    return purchase as Fields;
  };

  async function isUnknown(named: string): Promise<void> {
    const answer = await ask('verify', { receipt: named });
    expect(
      answer.purchase === null,
      `About ${named.slice(0, 40)}: the answer must be {"purchase": null}.`,
    );
  }

  async function isRefused(twist: Twist): Promise<void> {
    const { status } = await send('verify', { ...own, receipt }, twist);
    expect(status === 401, `It must be answered 401, not ${status}.`);
  }

  const changes = async (from: number | null) => {
    const { changes: listed, next } = await ask('changes', { from });
    expect(Array.isArray(listed), 'changes must be a list.');
    expect(Number.isSafeInteger(next) && Number(next) >= 1, 'next must be a whole number from 1.');
    return { listed: listed as Fields[], next: next as number };
  };

  const CHECKS: Readonly<Record<string, (() => Promise<void>) | undefined>> = {
    'a signed call is answered, and the answer is signed for it': async () => {
      await ask('verify', { receipt });
    },
    'an answer comes in time': async () => {
      const started = performance.now();
      await ask('verify', { receipt });
      const ms = Math.round(performance.now() - started);
      expect(ms < slowMs, `It took ${ms} ms; Tollgate waits 5000.`);
    },
    'a purchase has the documented fields': async () => {
      const purchase = await verify();
      const problems = problemsIn(purchase, PURCHASE);
      expect(problems.length === 0, problems.join(' '));
      expect(purchase.state === 'paid', 'The receipt of --receipt must be of a paid purchase.');
    },
    'it names the app that Tollgate asks for': async () => {
      const { appid: named } = await verify();
      expect(named === appid, `appid must be ${appid}, not ${named}.`);
    },
    'asked again, and by many at once, it is the same purchase': async () => {
      const all = await Promise.all(Array.from({ length: AT_ONCE }, () => verify()));
      const ids = new Set(all.map(({ transactionId }) => transactionId));
      expect(ids.size === 1, `transactionId was ${[...ids].join(' and ')}.`);
    },
    'another app does not get it': async () => {
      const other = `${appid}.other`;
      const { purchase } = await ask('verify', { appid: other, receipt });
      const isOthers = isFields(purchase) && purchase.appid === other;
      expect(!isOthers, `The purchase of ${appid} was given to ${other}.`);
    },
    'a receipt that does not exist is unknown': () => isUnknown(`made-up-${randomUUID()}`),
    'text that is no receipt is unknown': async () => {
      for (const text of ['x', '..', '{}', "' or ''='", 'é'.repeat(300), 'long'.repeat(4_000)]) {
        await isUnknown(text);
      }
    },
    'a call without a signature is refused': () => isRefused({ isUnsigned: true }),
    'a call with another key is refused': () => isRefused({ keys: [OTHER_KEY] }),
    'a call that was changed on its way is refused': () =>
      isRefused({ sent: JSON.stringify({ ...own, receipt, changed: true }) }),
    'a call of ten minutes ago is refused': () => isRefused({ at: Date.now() - 10 * MINUTE_MS }),
    'a call of in ten minutes is refused': () => isRefused({ at: Date.now() + 10 * MINUTE_MS }),
    'with two signatures, one that is right is enough': async () => {
      await verify(receipt, { keys: [OTHER_KEY, asked.key] });
    },
    'fields that are not known yet are ignored': async () => {
      await ask('verify', { receipt, productId: 'anything', invented: { later: true } });
    },
    'a purchase is acknowledged, and twice is the same': async () => {
      const { transactionId } = await verify();
      for (const time of ['the first', 'the second']) {
        const { acknowledged } = await ask('acknowledge', { receipt, transactionId });
        expect(acknowledged === true, `${time} time, acknowledged must be true.`);
      }
      const after = await verify();
      expect(
        after.acknowledged === true,
        'Afterwards, the purchase must say "acknowledged": true.',
      );
    },
    'what does not exist is not acknowledged': async () => {
      const answer = await ask('acknowledge', { receipt: 'made-up', transactionId: 'made-up' });
      expect(answer.acknowledged === false, 'acknowledged must be false.');
    },
    'the list of changes says where it ends': async () => {
      const { listed } = await changes(null);
      expect(listed.length === 0, 'With "from": null, changes must be empty.');
    },
    'changes have the documented fields, and their order': async () => {
      const { listed, next } = await changes(1);
      const problems = listed.flatMap((each) => problemsIn(each, NOTICE));
      expect(problems.length === 0, problems.slice(0, 5).join(' '));
      const numbers = listed.map(({ number }) => Number(number));
      const isOrdered = numbers.every((each, index) => each > (numbers[index - 1] ?? 0));
      expect(isOrdered, 'The numbers of changes must grow.');
      expect(next > (numbers.at(-1) ?? 0), 'next must be above the number of the last change.');
      const ids = new Set(listed.map(({ id }) => id));
      expect(ids.size === listed.length, 'Every change must have an id of its own.');
    },
    'at its end the list is empty, and next stays': async () => {
      const { next: end } = await changes(null);
      const { listed, next } = await changes(end);
      expect(next >= end, `next must be ${end} or more, not ${next}.`);
      expect(listed.length > 0 || next === end, `next must stay ${end} without a change.`);
    },
    'a purchase that is not paid is pending':
      asked.pending === undefined
        ? undefined
        : async () => {
            const { state } = await verify(asked.pending);
            expect(state === 'pending', `state must be pending, not ${state}.`);
          },
    'a purchase that was refunded says so':
      asked.refunded === undefined
        ? undefined
        : async () => {
            const { refund } = await verify(asked.refunded);
            const isFull = isFields(refund) && refund.state === 'full';
            expect(isFull, `refund must be {"state": "full"}, not ${JSON.stringify(refund)}.`);
          },
    'a subscription has the documented fields':
      asked.subscription === undefined
        ? undefined
        : async () => {
            const { subscription } = await ask('verify', { receipt: asked.subscription });
            expect(isFields(subscription), 'There must be a subscription.');
            const problems = problemsIn(subscription as Fields, SUBSCRIPTION);
            expect(problems.length === 0, problems.join(' '));
          },
    'a refund is made once, however often it is asked for':
      asked.refundable === undefined
        ? undefined
        : async () => {
            const { refundable } = asked;
            const { transactionId, price, currency } = await verify(refundable);
            const half = (Number(price) / 2).toFixed(2);
            const order = { receipt: refundable, transactionId, currency };
            const key = randomUUID();
            for (const time of ['the first', 'the second']) {
              const { refunded } = await ask('refund', { ...order, amount: half, key });
              expect(refunded === true, `${time} time, refunded must be true.`);
            }
            const { refund } = await verify(refundable);
            const isHalf = isFields(refund) && Number(refund.amount) === Number(half);
            expect(isHalf, `refund must be of ${half}, not ${JSON.stringify(refund)}.`);
            const more = await ask('refund', { ...order, amount: price, key: randomUUID() });
            expect(more.refunded === false, 'More than is left must not be refunded.');
          },
  };

  for (const [check, run] of Object.entries(CHECKS)) {
    if (!run) continue;
    const problem = await run().then(
      () => undefined,
      (error: Error) => (error instanceof Problem ? error.message : explain(error)),
    );
    yield problem === undefined ? { check } : { check, problem };
  }
}

const explain = ({ message, cause }: Error): string =>
  `There was no answer: ${cause instanceof Error ? cause.message : message}.`;

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {}
  throw new Problem(`The answer is no JSON object: ${text.slice(0, 200)}`);
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      appid: text,
      receipt: text,
      pending: text,
      refunded: text,
      subscription: text,
      refundable: text,
    },
  });
  const [address] = positionals;
  const { appid, receipt, ...others } = values;
  const { MARKET_KEY: key } = process.env;
  if (!address || !appid || !receipt || !key) {
    console.error(
      'MARKET_KEY=… node check.ts <address> --appid <app> --receipt <of a paid purchase>',
    );
    process.exitCode = 2;
    return;
  }
  let failed = 0;
  for await (const { check, problem } of checkMarket({ address, key, appid, receipt, ...others })) {
    if (problem !== undefined) failed += 1;
    console.log(problem === undefined ? `ok    ${check}` : `FAIL  ${check}\n      ${problem}`);
  }
  console.log(failed === 0 ? 'The market is ready.' : `${failed} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.main) await main();
