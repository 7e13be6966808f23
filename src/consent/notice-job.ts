// The job of a store notification that withdraws consent: written with the notification, repeated until it is done.
import type { JobHandler } from '../background/jobs.ts';
import type { Clock } from '../base/clock.ts';
import { OUTBOX_CHANGED } from '../outbox/outbox.ts';
import { markNotice } from '../payment/ledger/notices-store.ts';
import type { ConsentPayload } from '../payment/markets/notice.ts';
import { RESTRICTIONS_CHANGED } from '../restriction/changes.ts';
import type { Storage } from '../storage/storage.ts';
import type { Directory } from '../tenants/directory.ts';
import { applyWords, type Word } from './words.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
}

/** Everything in one transaction, and repeating it changes nothing. */
export function createConsentHandler({ storage, directory, clock }: Deps): JobHandler {
  const { db, signals } = storage;
  return async ({ appid, gameIndex, payload }) => {
    const { appTransactionId: id, at, noticeId } = payload as ConsentPayload;
    const app = await directory.app(appid);
    if (!app) return 'done';
    const provider = 'APPLE';
    const now = clock();
    const word: Word = { provider, kind: 'app_transaction', id, state: 'withdrawn', at };
    const name = { game_index: gameIndex, appid, provider, notice_id: noticeId } as const;
    const { notified } = await db.transaction().execute(async (tx) => {
      const applied = await applyWords(tx, app, [word], now);
      await markNotice(tx, name, 'applied');
      return applied;
    });
    signals.deliver(RESTRICTIONS_CHANGED);
    if (notified) signals.emit(OUTBOX_CHANGED);
    return 'done';
  };
}
