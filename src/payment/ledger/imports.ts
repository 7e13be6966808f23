// Imports: records what another system has verified, once, and without events unless asked.
import { type Actor, writeAudit } from '../../audit/audit.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { SubscriptionState } from '../markets/subscription.ts';
import {
  findRecorded,
  type PurchaseUpdate,
  type RecordedPurchase,
  recordPurchase,
} from './purchases.ts';
import { applySubscription, type Claim, findCycle } from './subscriptions.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A cycle of a subscription, with what the other system did with it. */
export interface ImportedCycle {
  readonly state: SubscriptionState;
  readonly claim: Claim;
  readonly past: Pick<PurchaseTable, 'claimed_at' | 'delivery' | 'delivery_at'>;
}

export type ImportedPurchase = PurchaseUpdate | ImportedCycle;

export interface ImportBatch {
  readonly purchases: readonly ImportedPurchase[];
  readonly sendEvents: boolean;
  /** Who imports, and what the audit log says about it. */
  readonly actor: Actor;
  readonly gameIndex: number;
  readonly details: object;
}

/** One result per purchase. A purchase that is recorded already stays as it is. */
export function importPurchases(
  work: UnitOfWork,
  { purchases, sendEvents }: ImportBatch,
): RecordedPurchase[] {
  // The other system has acknowledged it at the market.
  const quiet = { ...work, jobs: [], events: sendEvents ? work.events : [] };
  return purchases.map((each) =>
    'state' in each ? importCycle(quiet, each) : importPurchase(quiet, each),
  );
}

function importPurchase(work: UnitOfWork, update: PurchaseUpdate): RecordedPurchase {
  const known = findRecorded(work, update);
  return known?.claimed === 1
    ? { purchase: known, duplicated: true }
    : recordPurchase(work, update);
}

/** A cycle that only the market has reported becomes one that was verified. */
function importCycle(work: UnitOfWork, { state, claim, past }: ImportedCycle): RecordedPurchase {
  const known = findCycle(work, state);
  if (known?.claimed === 1) return { purchase: known, duplicated: true };
  applySubscription(work, { state, claim });
  const cycle = { ...(findCycle(work, state) as PurchaseTable), ...past };
  const purchase = known ? cycle : { ...cycle, market_result: null };
  work.changePurchase(purchase);
  return { purchase, duplicated: false };
}

/** In the transaction of the import; nothing is logged when nothing was new. */
export async function auditImport(
  tx: Db,
  now: number,
  appid: string,
  { actor, gameIndex, details }: ImportBatch,
  results: readonly RecordedPurchase[],
): Promise<void> {
  const added = results.filter(({ duplicated }) => !duplicated).length;
  if (added === 0) return;
  await writeAudit(tx, now, actor, {
    action: 'purchase.import',
    gameIndex,
    target: `apps/${appid}/purchases`,
    after: { ...details, new: added },
  });
}
