// Buys and verifies, again and again, until every purchase has its end: paid ones pass once, no other ever.
import assert from 'node:assert/strict';
import type { Market } from '../../src/storage/schema.ts';

interface Sale {
  /** What the purchase is recorded under. */
  readonly key: string;
  /** Undefined where nobody hands out a receipt before the payment. */
  readonly receipt: string | undefined;
}

export type Outcome = 'first' | 'duplicate' | 'pending' | 'refused' | 'again';

/** Tries until something comes of it. */
export type Insist = <T>(attempt: () => Promise<T | undefined>) => Promise<T>;

/** One market as a buyer knows it. */
export interface Seller {
  readonly provider: Market;
  sell(isPaid: boolean, insist: Insist): Promise<Sale>;
  verify(receipt: string): Promise<Outcome>;
  /** What verifying says of a sale that is not paid. */
  readonly unpaid: 'pending' | 'refused';
  /** Looks at the market's own books in the end. */
  inspect?(sale: Sale, isPaid: boolean): Promise<void>;
}

export interface PurchaseProof {
  readonly paid: number;
  readonly unpaid: number;
  /** Answers with `serviceDuplicated=false` that reached the client. */
  readonly firsts: number;
  readonly retries: number;
}

export interface Driven {
  readonly proof: PurchaseProof;
  /** Market and key of each paid purchase, as the records must have them. */
  readonly records: readonly string[];
}

/** One purchase in five is never paid. */
const isPaidFor = (number: number): boolean => number % 5 !== 0;
const MOST_TRIES = 1_000;

export async function drivePurchases(
  sellers: readonly Seller[],
  options: {
    readonly purchases: number;
    readonly workers: number;
    /** Before the next try. */
    readonly pause: () => Promise<unknown>;
  },
): Promise<Driven> {
  const sold: { readonly seller: Seller; readonly sale: Sale; readonly isPaid: boolean }[] = [];
  let [next, firsts, retries] = [0, 0, 0];
  let hasFailed = false;

  const insist: Insist = async (attempt) => {
    for (let tries = 1; tries < MOST_TRIES && !hasFailed; tries++) {
      const result = await attempt();
      if (result !== undefined) return result;
      retries += 1;
      await options.pause();
    }
    throw new Error(hasFailed ? 'another purchase failed' : 'nothing came of very many tries');
  };
  const verified = (seller: Seller, receipt: string): Promise<Outcome> =>
    insist(async () => {
      const outcome = await seller.verify(receipt);
      return outcome === 'again' ? undefined : outcome;
    });

  async function buy(seller: Seller, isPaid: boolean): Promise<void> {
    const sale = await seller.sell(isPaid, insist);
    sold.push({ seller, sale, isPaid });
    if (sale.receipt === undefined) return assert.equal(isPaid, false, 'a payment has a receipt');
    const outcome = await verified(seller, sale.receipt);
    if (!isPaid) return assert.equal(outcome, seller.unpaid, 'nobody paid');
    assert.ok(outcome === 'first' || outcome === 'duplicate', `paid, but ${outcome}`);
    if (outcome === 'first') firsts += 1;
    assert.equal(await verified(seller, sale.receipt), 'duplicate');
  }

  const work = async (): Promise<void> => {
    while (next < options.purchases && !hasFailed) {
      const number = next++;
      const seller = sellers[number % sellers.length] as Seller;
      await buy(seller, isPaidFor(Math.floor(number / sellers.length)));
    }
  };
  const stopAll = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: options.workers }, () => work().catch(stopAll)));
  for (const { seller, sale, isPaid } of sold) await seller.inspect?.(sale, isPaid);
  const paid = sold.filter((each) => each.isPaid);
  return {
    proof: { paid: paid.length, unpaid: sold.length - paid.length, firsts, retries },
    records: paid.map(({ seller, sale }) => `${seller.provider} ${sale.key}`).sort(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

/** What an answer of purchase/verify means to a client that will not give up. */
export function outcomeOf(answer: { status: number; body: Body } | undefined): Outcome {
  if (!answer || answer.status === 500) return 'again';
  if (answer.status === 200) return answer.body.data.serviceDuplicated ? 'duplicate' : 'first';
  const { message } = answer.body.outcome;
  if (message === 'PAYMENT_PENDING') return 'pending';
  assert.equal(message, 'INVALID_RECEIPT', answer.body.detail);
  return 'refused';
}
