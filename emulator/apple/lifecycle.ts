// What happens to purchases over time: renewals, failures, expiry, refunds, each with its notification.
import { createDueQueue } from '../due-queue.ts';
import { ControlError, type World } from '../world.ts';
import type { Announce } from './notifications.ts';
import type { Store } from './store.ts';
import { expirationIntents, type Subscription, statuses } from './subscription.ts';
import { isFamilyShared, type Revocation, type Transaction } from './transaction.ts';

export interface Lifecycle {
  /** Remembers a subscription whose first transaction is already in the store. */
  start(subscription: Subscription): void;
  renew(subscription: Subscription): void;
  recover(subscription: Subscription): void;
  expire(subscription: Subscription): void;
  setAutoRenew(subscription: Subscription, on: boolean): void;
  changeProduct(
    subscription: Subscription,
    change: { productId: string; price: number; when: 'now' | 'next' },
  ): void;
  failRenewal(subscription: Subscription, graceMs: number): void;
  extend(subscription: Subscription, days: number): void;
  refund(transaction: Transaction, revocation: Omit<Revocation, 'revocationDate'>): void;
  reverseRefund(transaction: Transaction): void;
  latest(subscription: Subscription): Transaction;
  /** Lets everything happen that the clock has passed. */
  catchUp(): void;
  /** Plans anew what the subscriptions in the store have ahead of them. */
  replan(): void;
}

const dayMs = 24 * 3_600_000;
/** Apple tries to collect a failed renewal for 60 days. */
const billingRetryMs = 60 * dayMs;

export function createLifecycle(world: World, store: Store, announce: Announce): Lifecycle {
  const dueQueue = createDueQueue<string>();

  function latest({ latestTransactionId }: Subscription): Transaction {
    const transaction = store.transaction(latestTransactionId);
    if (!transaction) throw new Error(`Transaction ${latestTransactionId} is gone.`);
    return transaction;
  }

  function plan(subscription: Subscription, at: number | undefined): void {
    if (at === undefined) {
      delete subscription.dueAt;
      return;
    }
    subscription.dueAt = at;
    dueQueue.add(at, subscription.originalTransactionId);
  }

  function charge(
    subscription: Subscription,
    at: number,
    cycle: { from: number; to?: number; transactionReason: 'RENEWAL' | 'PURCHASE' },
  ): void {
    const { revocation, finished, isUpgraded, orderId, extra, ...last } = latest(subscription);
    const transactionId = store.nextTransactionId(last.app.environment);
    const expiresDate = cycle.to ?? cycle.from + subscription.periodMs;
    store.add({
      ...last,
      transactionId,
      productId: subscription.nextProductId,
      price: subscription.nextPrice,
      purchaseDate: at,
      modifiedDate: at,
      expiresDate,
      extra: { ...carriedOver(extra), transactionReason: cycle.transactionReason },
    });
    subscription.latestTransactionId = transactionId;
    subscription.status = statuses.active;
    delete subscription.graceUntil;
    delete subscription.expirationIntent;
    plan(subscription, expiresDate);
  }

  function endCycle(subscription: Subscription, at: number): void {
    const transaction = latest(subscription);
    if ((transaction.expiresDate ?? 0) <= at) return;
    transaction.expiresDate = at;
    transaction.modifiedDate = at;
  }

  function lapse(subscription: Subscription, at: number, intent: number, subtype: string): void {
    subscription.status = statuses.expired;
    subscription.autoRenew = false;
    subscription.expirationIntent = intent;
    delete subscription.graceUntil;
    plan(subscription, undefined);
    announce('EXPIRED', { at, transaction: latest(subscription), subtype });
  }

  function failBilling(subscription: Subscription, at: number, graceMs: number): void {
    subscription.expirationIntent = expirationIntents.billingError;
    if (graceMs > 0) {
      subscription.status = statuses.grace;
      subscription.graceUntil = at + graceMs;
      plan(subscription, at + graceMs);
    } else {
      subscription.status = statuses.retry;
      plan(subscription, at + billingRetryMs);
    }
    const subtype = graceMs > 0 ? { subtype: 'GRACE_PERIOD' } : {};
    announce('DID_FAIL_TO_RENEW', { at, transaction: latest(subscription), ...subtype });
  }

  function collect(subscription: Subscription, at: number): void {
    charge(subscription, at, { from: at, transactionReason: 'RENEWAL' });
    const transaction = latest(subscription);
    announce('DID_RENEW', { at, transaction, subtype: 'BILLING_RECOVERY' });
  }

  /** A family member has what the payer has paid for. */
  function followPayer(subscription: Subscription, payer: Subscription, at: number): void {
    if (payer.dueAt !== undefined && payer.dueAt <= at) comeDue(payer, payer.dueAt);
    const to = latest(payer).expiresDate ?? at;
    if (payer.status !== statuses.active || to <= at) {
      lapse(subscription, at, expirationIntents.cancelled, 'VOLUNTARY');
      return;
    }
    charge(subscription, at, { from: at, to, transactionReason: 'RENEWAL' });
    announce('DID_RENEW', { at, transaction: latest(subscription) });
  }

  function comeDue(subscription: Subscription, at: number): void {
    const payer = store.subscriptions.get(subscription.sharedFrom ?? '');
    if (payer) {
      followPayer(subscription, payer, at);
      return;
    }
    const transaction = latest(subscription);
    switch (subscription.status) {
      case statuses.active:
        if (!subscription.autoRenew) {
          lapse(subscription, at, expirationIntents.cancelled, 'VOLUNTARY');
          return;
        }
        charge(subscription, at, { from: at, transactionReason: 'RENEWAL' });
        announce('DID_RENEW', { at, transaction: latest(subscription) });
        return;
      case statuses.grace:
        subscription.status = statuses.retry;
        delete subscription.graceUntil;
        plan(subscription, (transaction.expiresDate ?? at) + billingRetryMs);
        announce('GRACE_PERIOD_EXPIRED', { at, transaction });
        return;
      case statuses.retry:
        lapse(subscription, at, expirationIntents.billingError, 'BILLING_RETRY');
    }
  }

  /** All papers for one payment: the first, and those of its restores. */
  function papersOf(transaction: Transaction): readonly [Transaction, ...Transaction[]] {
    const first = store.transaction(transaction.restoredFrom ?? '') ?? transaction;
    const restores = store
      .copiesOf(first.transactionId)
      .filter(({ restoredFrom }) => restoredFrom !== undefined);
    return [first, ...restores];
  }

  function revoke(transaction: Transaction, revocation: Revocation): void {
    const papers = papersOf(transaction);
    for (const paper of papers) {
      paper.revocation = revocation;
      paper.modifiedDate = revocation.revocationDate;
    }
    const [{ transactionId, originalTransactionId }] = papers;
    const subscription = store.subscriptions.get(originalTransactionId);
    if (subscription?.latestTransactionId === transactionId) {
      subscription.status = statuses.revoked;
      subscription.autoRenew = false;
      plan(subscription, undefined);
    }
    const type = revocation.revocationType === 'FAMILY_REVOKE' ? 'REVOKE' : 'REFUND';
    announce(type, { at: revocation.revocationDate, transaction });
  }

  /** The family loses what is no longer paid for. */
  function revokeFamily(transaction: Transaction, revocationDate: number): void {
    for (const copy of store.copiesOf(transaction.originalTransactionId).filter(isFamilyShared)) {
      const subscription = store.subscriptions.get(copy.originalTransactionId);
      const current = subscription ? latest(subscription) : copy;
      if (current.revocation) continue;
      const revocationType = 'FAMILY_REVOKE';
      revoke(current, { revocationDate, revocationReason: 0, revocationType });
    }
  }

  const catchUp = () => {
    const now = world.clock.now();
    for (let due = dueQueue.takeDue(now); due; due = dueQueue.takeDue(now)) {
      const subscription = store.subscriptions.get(due.item);
      // An entry whose time is no longer the subscription's was overtaken by another event.
      if (subscription?.dueAt === due.at) comeDue(subscription, due.at);
    }
  };
  world.clock.onMove(catchUp);

  return {
    latest,
    catchUp,
    start(subscription) {
      store.subscriptions.set(subscription.originalTransactionId, subscription);
      plan(subscription, latest(subscription).expiresDate);
    },
    renew(subscription) {
      const at = world.clock.now();
      const { status } = subscription;
      if (status === statuses.retry || status === statuses.grace) {
        collect(subscription, at);
      } else if (status === statuses.active) {
        const from = Math.max(at, latest(subscription).expiresDate ?? at);
        charge(subscription, at, { from, transactionReason: 'RENEWAL' });
        announce('DID_RENEW', { at, transaction: latest(subscription) });
      } else {
        subscription.autoRenew = true;
        subscription.recentStartDate = at;
        charge(subscription, at, { from: at, transactionReason: 'PURCHASE' });
        const transaction = latest(subscription);
        announce('SUBSCRIBED', { at, transaction, subtype: 'RESUBSCRIBE' });
      }
    },
    recover(subscription) {
      const { status } = subscription;
      if (status !== statuses.retry && status !== statuses.grace) {
        throw new ControlError('Only a subscription in grace or billing retry can recover.');
      }
      collect(subscription, world.clock.now());
    },
    expire(subscription) {
      if (subscription.status === statuses.expired || subscription.status === statuses.revoked) {
        throw new ControlError('The subscription has already ended.');
      }
      const at = world.clock.now();
      endCycle(subscription, at);
      lapse(subscription, at, expirationIntents.cancelled, 'VOLUNTARY');
    },
    setAutoRenew(subscription, on) {
      if (subscription.autoRenew === on) {
        throw new ControlError(`Auto-renew is already ${on ? 'on' : 'off'}.`);
      }
      if (subscription.status === statuses.expired || subscription.status === statuses.revoked) {
        throw new ControlError('The subscription has ended; renew it instead.');
      }
      subscription.autoRenew = on;
      announce('DID_CHANGE_RENEWAL_STATUS', {
        at: world.clock.now(),
        transaction: latest(subscription),
        subtype: on ? 'AUTO_RENEW_ENABLED' : 'AUTO_RENEW_DISABLED',
      });
    },
    changeProduct(subscription, { productId, price, when }) {
      if (subscription.status !== statuses.active) {
        throw new ControlError('Only an active subscription can change its product.');
      }
      const at = world.clock.now();
      subscription.nextProductId = productId;
      subscription.nextPrice = price;
      if (when === 'now') {
        const left = latest(subscription);
        left.isUpgraded = true;
        left.modifiedDate = at;
        charge(subscription, at, { from: at, transactionReason: 'PURCHASE' });
      }
      announce('DID_CHANGE_RENEWAL_PREF', {
        at,
        transaction: latest(subscription),
        subtype: when === 'now' ? 'UPGRADE' : 'DOWNGRADE',
      });
    },
    failRenewal(subscription, graceMs) {
      if (subscription.status !== statuses.active || !subscription.autoRenew) {
        throw new ControlError('Only an active subscription with auto-renew on can fail to renew.');
      }
      const at = world.clock.now();
      endCycle(subscription, at);
      failBilling(subscription, at, graceMs);
    },
    extend(subscription, days) {
      const at = world.clock.now();
      const transaction = latest(subscription);
      transaction.expiresDate = (transaction.expiresDate ?? at) + days * dayMs;
      transaction.modifiedDate = at;
      subscription.extendedAt.push(at);
      plan(subscription, transaction.expiresDate);
      announce('RENEWAL_EXTENDED', { at, transaction });
    },
    refund(transaction, revocation) {
      if (transaction.revocation) throw new ControlError('The transaction is already revoked.');
      const at = world.clock.now();
      revoke(transaction, { revocationDate: at, ...revocation });
      revokeFamily(transaction, at);
    },
    reverseRefund(transaction) {
      if (!transaction.revocation) throw new ControlError('The transaction is not revoked.');
      const at = world.clock.now();
      for (const paper of papersOf(transaction)) {
        delete paper.revocation;
        paper.modifiedDate = at;
      }
      const subscription = store.subscriptions.get(transaction.originalTransactionId);
      if (subscription?.latestTransactionId === transaction.transactionId) {
        const running = (transaction.expiresDate ?? 0) > at;
        subscription.status = running ? statuses.active : statuses.expired;
        plan(subscription, running ? transaction.expiresDate : undefined);
      }
      announce('REFUND_REVERSED', { at, transaction });
    },
    replan() {
      dueQueue.clear();
      for (const subscription of store.subscriptions.values()) {
        plan(subscription, subscription.dueAt);
      }
    },
  };
}

/** Fields set by hand stay with the next cycle, but for those that belong to one cycle only. */
function carriedOver(extra: Transaction['extra']): Record<string, unknown> {
  const ofOneCycle = /^(offer|signedDate$|webOrderLineItemId$)/;
  return Object.fromEntries(
    Object.entries(extra ?? {}).filter(([field]) => !ofOneCycle.test(field)),
  );
}
