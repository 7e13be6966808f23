// A small shop: what it sold, and every change of it in order. A real one has these in its database.
import { randomUUID } from 'node:crypto';
import type {
  Asker,
  Calls,
  Cycle,
  Notice,
  Purchase,
  Refund,
  RefundOrder,
  Subscription,
} from './contract.ts';
import type { Shop } from './market.ts';

export interface Terms {
  readonly appid: string;
  readonly productId: string;
  readonly price: string;
  readonly currency: string;
  readonly quantity?: number | undefined;
  readonly account?: string | undefined;
  readonly test?: boolean | undefined;
  readonly isPaid?: boolean | undefined;
}

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** What a receipt stands for. */
export type Sale = {
  readonly receipt: string;
  /** Of the refunds that Tollgate has asked for. */
  refundKeys?: string[];
} & (
  | { readonly purchase: Changeable<Purchase> }
  | { readonly periodMs: number; readonly subscription: Changeable<Subscription> }
);

export interface Books {
  /** By receipt. */
  readonly sales: Map<string, Sale>;
  /** The first has the number 1. */
  readonly changes: Notice[];
}

export interface SmallShop extends Shop {
  readonly books: Books;
  find(receipt: string): Sale | undefined;
  sell(terms: Terms): Sale;
  subscribe(terms: Terms, periodMs: number): Sale;
  pay(sale: Sale): void;
  giveBack(sale: Sale, refund: Refund): void;
  renew(sale: Sale): void;
  stopRenewing(sale: Sale): void;
}

export interface SmallShopOptions {
  readonly now: () => number;
  /** Sends it to Tollgate. */
  readonly notify: (notice: Notice) => void;
}

/** Of one answer. */
const MOST_CHANGES = 100;

export function createShop({ now, notify }: SmallShopOptions): SmallShop {
  const books: Books = { sales: new Map(), changes: [] };
  const time = (ms = now()): string => new Date(ms).toISOString();
  /** Nobody can guess it: who knows it can claim the purchase. */
  const newReceipt = (): string => `receipt-${randomUUID()}`;

  function changed(sale: Sale, type: Notice['type']): void {
    const number = books.changes.length + 1;
    const { appid } = 'purchase' in sale ? sale.purchase : sale.subscription;
    const id = `change-${number}-${randomUUID()}`;
    const notice: Notice = { id, number, type, appid, receipt: sale.receipt, at: time() };
    // A real shop writes it in the transaction of the change.
    books.changes.push(notice);
    notify(notice);
  }

  function add(sale: Sale): Sale {
    books.sales.set(sale.receipt, sale);
    return sale;
  }

  const nextCycle = (before: Cycle, subscriptionId: string, periodMs: number): Cycle => ({
    ...before,
    transactionId: `${subscriptionId}-${before.number + 1}`,
    number: before.number + 1,
    purchasedAt: before.expiresAt,
    expiresAt: time(Date.parse(before.expiresAt) + periodMs),
    refund: null,
  });

  /** What the passing of time has changed. */
  function settle(sale: Sale): void {
    if (!('subscription' in sale)) return;
    const { subscription, periodMs } = sale;
    while (subscription.status === 'active' && Date.parse(subscription.cycle.expiresAt) <= now()) {
      if (subscription.renewsAs === null) {
        subscription.status = 'expired';
        changed(sale, 'subscription.expired');
      } else {
        subscription.cycle = nextCycle(subscription.cycle, subscription.subscriptionId, periodMs);
        changed(sale, 'subscription.renewed');
      }
    }
  }

  function giveBack(sale: Sale, refund: Refund): void {
    const dated = { ...refund, at: time() };
    if ('purchase' in sale) {
      sale.purchase.refund = dated;
      changed(sale, 'purchase.refunded');
      return;
    }
    const { subscription } = sale;
    subscription.cycle = { ...subscription.cycle, refund: dated };
    if (refund.state === 'full') {
      subscription.renewsAs = null;
      subscription.status = 'revoked';
    }
    changed(sale, 'subscription.refunded');
  }

  const find = (receipt: string): Sale | undefined => {
    const sale = books.sales.get(receipt);
    if (sale) settle(sale);
    return sale;
  };

  return {
    books,
    find,
    verify({ receipt, appid }) {
      const sale = find(receipt);
      if (!sale) return { purchase: null };
      if ('subscription' in sale) {
        return sale.subscription.appid === appid
          ? { subscription: sale.subscription }
          : { purchase: null };
      }
      return { purchase: sale.purchase.appid === appid ? sale.purchase : null };
    },
    acknowledge({ receipt, transactionId }) {
      const sale = find(receipt);
      if (!sale || !('purchase' in sale) || sale.purchase.transactionId !== transactionId) {
        return { acknowledged: false, reason: 'There is no such purchase.' };
      }
      sale.purchase.acknowledged = true;
      return { acknowledged: true };
    },
    refund({ receipt, transactionId, amount, currency, key }: RefundOrder & Asker) {
      const sale = find(receipt);
      const paid = sale && paidFor(sale);
      if (!sale || paid?.transactionId !== transactionId || paid.currency !== currency) {
        return { refunded: false, reason: 'There is no such payment.' };
      }
      if (sale.refundKeys?.includes(key)) return { refunded: true };
      const total = refundedOf(paid) + cents(amount);
      if (total > cents(paid.price ?? '0')) {
        return { refunded: false, reason: 'That is more than is left of the payment.' };
      }
      const isWhole = total === cents(paid.price ?? '0');
      // A real shop pays back, and writes the key in the same transaction.
      sale.refundKeys = [...(sale.refundKeys ?? []), key];
      giveBack(sale, isWhole ? { state: 'full' } : { state: 'partial', amount: text(total) });
      return { refunded: true };
    },
    changes({ from, appid }: Calls['changes']['asked'] & Asker) {
      if (from === null) return { changes: [], next: books.changes.length + 1 };
      const page = books.changes.slice(from - 1, from - 1 + MOST_CHANGES);
      return { changes: page.filter((each) => each.appid === appid), next: from + page.length };
    },
    sell({ appid, productId, price, currency, quantity = 1, account, test, isPaid = true }) {
      const sale = add({
        receipt: newReceipt(),
        purchase: {
          appid,
          transactionId: `sale-${books.sales.size + 1}-${randomUUID().slice(0, 8)}`,
          productId,
          quantity,
          price,
          currency,
          purchasedAt: isPaid ? time() : null,
          state: isPaid ? 'paid' : 'pending',
          test: test ?? false,
          account: account ?? null,
          acknowledged: false,
          refund: null,
        },
      });
      if (isPaid) changed(sale, 'purchase.completed');
      return sale;
    },
    subscribe({ appid, productId, price, currency, account, test }, periodMs) {
      const subscriptionId = `subscription-${books.sales.size + 1}-${randomUUID().slice(0, 8)}`;
      const sale = add({
        receipt: newReceipt(),
        periodMs,
        subscription: {
          appid,
          subscriptionId,
          account: account ?? null,
          test: test ?? false,
          status: 'active',
          renewsAs: productId,
          beganAt: time(),
          cycle: {
            transactionId: `${subscriptionId}-1`,
            number: 1,
            productId,
            price,
            currency,
            purchasedAt: time(),
            expiresAt: time(now() + periodMs),
            refund: null,
          },
        },
      });
      changed(sale, 'subscription.started');
      return sale;
    },
    pay(sale) {
      if (!('purchase' in sale)) return;
      sale.purchase.state = 'paid';
      sale.purchase.purchasedAt = time();
      changed(sale, 'purchase.completed');
    },
    giveBack,
    renew(sale) {
      if (!('subscription' in sale)) return;
      const { subscription, periodMs } = sale;
      subscription.cycle = nextCycle(subscription.cycle, subscription.subscriptionId, periodMs);
      changed(sale, 'subscription.renewed');
    },
    stopRenewing(sale) {
      if (!('subscription' in sale)) return;
      sale.subscription.renewsAs = null;
      changed(sale, 'subscription.stopped');
    },
  };
}

/** A purchase that is paid, or the newest cycle. */
function paidFor(sale: Sale): Purchase | Cycle | undefined {
  if ('subscription' in sale) return sale.subscription.cycle;
  return sale.purchase.state === 'paid' ? sale.purchase : undefined;
}

/** This shop sells for currencies with two decimals. */
const cents = (amount: string): number => Math.round(Number(amount) * 100);
const text = (amount: number): string => (amount / 100).toFixed(2);

function refundedOf({ refund, price }: Purchase | Cycle): number {
  if (refund?.state === 'full') return cents(price ?? '0');
  return refund?.state === 'partial' ? cents(refund.amount ?? '0') : 0;
}
