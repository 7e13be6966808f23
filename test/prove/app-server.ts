// An app server for the proofs: it checks every event's signature, fails now and then, and keeps its own books.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

// biome-ignore lint/suspicious/noExplicitAny: an event has whatever its type brings
type Data = any;

/** A purchase as the events alone describe it. */
export interface HeardPurchase {
  verified: number;
  cancelState: 0 | 1;
  /** Decimal text; null when the whole amount went back, undefined when nothing did. */
  refunded: string | null | undefined;
  refundedQuantity: number | null;
  readonly disputes: Map<string, string>;
  fraudWarnings: number;
  refundRequests: number;
}

export interface AppServer {
  readonly url: string;
  /** By `transactionId`. */
  readonly purchases: ReadonlyMap<string, HeardPurchase>;
  /** How often each type was told, repetitions of a message not counted. */
  readonly types: ReadonlyMap<string, number>;
  /** Sales that it is told to verify, until somebody takes them. */
  readonly unclaimed: Data[];
  /** The same of subscriptions. */
  readonly unclaimedPlans: Data[];
  /** From now on it accepts everything. */
  becomeReliable(): void;
  close(): Promise<void>;
}

const SHARE_REFUSED = 0.15;
const SHARE_UNANSWERED = 0.05;

export async function startAppServer(key: string, random: () => number): Promise<AppServer> {
  const purchases = new Map<string, HeardPurchase>();
  const types = new Map<string, number>();
  const unclaimed: Data[] = [];
  const unclaimedPlans: Data[] = [];
  const seen = new Set<string>();
  const signature = new Webhook(Buffer.from(key), { format: 'raw' });
  let isReliable = false;
  let forged = 0;

  /** The test's clock is not the computer's, so the age of a message is not judged. */
  function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    return headers['webhook-signature'] === signature.sign(String(headers['webhook-id']), at, body);
  }

  function hear(body: string): void {
    for (const { type, data } of (JSON.parse(body) as { events: { type: string; data: Data }[] })
      .events) {
      types.set(type, (types.get(type) ?? 0) + 1);
      if (type === 'purchase.unclaimed') unclaimed.push(data);
      else if (type === 'subscription.unclaimed') unclaimedPlans.push(data);
      else if (type.startsWith('purchase.') && data.transactionId) note(type, data);
    }
  }

  function note(type: string, data: Data): void {
    const purchase = purchases.get(data.transactionId) ?? {
      verified: 0,
      cancelState: 0,
      refunded: undefined,
      refundedQuantity: null,
      disputes: new Map(),
      fraudWarnings: 0,
      refundRequests: 0,
    };
    purchases.set(data.transactionId, purchase);
    purchase.cancelState = data.servicePurchaseCancelState ?? purchase.cancelState;
    if (data.dispute) purchase.disputes.set(data.dispute.id, data.dispute.state);
    switch (type) {
      case 'purchase.verified':
        purchase.verified += 1;
        break;
      case 'purchase.refunded':
        purchase.refunded = null;
        break;
      case 'purchase.partially_refunded':
        purchase.refunded = data.refund.amount;
        purchase.refundedQuantity = data.refund.quantity;
        break;
      case 'purchase.refund_reversed':
        // What stays refunded.
        purchase.refunded = data.refund?.amount ?? undefined;
        break;
      case 'purchase.fraud_warning':
        purchase.fraudWarnings += 1;
        break;
      case 'purchase.refund_requested':
        purchase.refundRequests += 1;
        break;
    }
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!isSigned(request.headers, body)) {
      forged += 1;
      response.writeHead(400).end();
      return;
    }
    if (!isReliable && random() < SHARE_REFUSED) {
      response.writeHead(500).end();
      return;
    }
    const id = String(request.headers['webhook-id']);
    if (!seen.has(id)) hear(body);
    seen.add(id);
    if (!isReliable && random() < SHARE_UNANSWERED) response.socket?.resetAndDestroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    purchases,
    types,
    unclaimed,
    unclaimedPlans,
    becomeReliable() {
      isReliable = true;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      assert.equal(forged, 0, 'every message was signed');
    },
  };
}
