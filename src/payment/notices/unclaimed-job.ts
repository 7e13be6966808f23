// Tells the app server about a sale that it has not verified in time.
import type { JobHandler } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findPurchase, type PurchaseName } from '../ledger/purchases-store.ts';
import { isWaiting } from '../ledger/unclaimed.ts';

/** Only a sale that still waits takes the lock of the app. */
export const unclaimedJob =
  (db: Db, ledger: Ledger): JobHandler =>
  async ({ appid, gameIndex, payload }) => {
    const name = payload as PurchaseName;
    const sale = await findPurchase(db, { game_index: gameIndex, appid, ...name });
    if (sale && isWaiting(sale)) await ledger.apply({ appid, unclaimed: [name] });
    return 'done';
  };
