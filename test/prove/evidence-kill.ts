// Evidence for a dispute, sent by a process that dies with kill -9 before each message that it sends to its database
// or to Stripe. Another one goes on: the bank is given what was written down, once.
import assert from 'node:assert/strict';
import { ADMIN_TOKEN, asAdmin } from '../admin/caller.ts';
import { openDisputedShop } from '../payment/disputes/disputed-shop.ts';
import { type Gate, inject } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { type OwnProcess, ownProcess } from './own-process.ts';

/** Longer than the lease of a job. */
const LEASE_MS = 2 * 60_000;

/** What the bank had when the process died. */
export interface EvidenceDeaths {
  before: number;
  after: number;
}

/** The process dies before every so-manieth message. */
export async function sendWhileDying(
  gate: Gate,
  markets: Markets,
  every: number,
): Promise<EvidenceDeaths> {
  const sender = ownProcess(gate, markets, { adminToken: ADMIN_TOKEN });
  const deaths: EvidenceDeaths = { before: 0, after: 0 };
  try {
    for (let message = 1; ; message += every) {
      const death = await sendOnce(gate, markets, sender, message);
      if (death === undefined) return deaths;
      deaths[death] += 1;
    }
  } finally {
    sender.stop();
  }
}

async function sendOnce(
  gate: Gate,
  markets: Markets,
  sender: OwnProcess,
  beforeMessage: number,
): Promise<keyof EvidenceDeaths | undefined> {
  const { shop, disputeId, call, atStripe } = await openDisputedShop(gate, markets);
  const { draft, version } = (await call('POST', '/draft')).body;
  const submissions = async () => (await atStripe()).evidence_details.submission_count;
  const request = {
    method: 'POST',
    url: `/admin/v1/apps/${shop.app.appid}/disputes/${disputeId}/send`,
    headers: asAdmin,
    payload: { version },
  } as const;
  const { died, answer } = await sender.errand(request, 'payment jobs', beforeMessage);
  const arrived = await submissions();
  // Support sends it again; what is under way already is refused.
  const { status, body } =
    answer ?? (await inject(gate.service, 'POST', request.url, request.payload, asAdmin));
  assert.ok(status === 200 || (!answer && status === 409), JSON.stringify(body));
  gate.now += LEASE_MS;
  await gate.service.payment.jobs.turn();
  const { evidence } = await atStripe();
  const texts = Object.entries(evidence).filter(([, text]) => typeof text === 'string');
  assert.deepEqual(Object.fromEntries(texts), draft);
  assert.equal(await submissions(), 1);
  const { sending, state } = (await call('GET')).body;
  assert.deepEqual([sending, state], ['sent', 'sent']);
  const { db } = gate.service.context.storage;
  assert.deepEqual(await db.selectFrom('job').select('job_id').execute(), []);
  if (!died) return undefined;
  return arrived === 0 ? 'before' : 'after';
}
