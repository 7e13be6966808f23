// Where everything arrives that markets and app servers say after a purchase: whole words, each exactly once.

import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import { OUTBOX_CHANGED } from '../../outbox/outbox.ts';
import { createBatcher } from '../../storage/batcher.ts';
import type { Db } from '../../storage/db.ts';
import { isConnectionLost } from '../../storage/failure.ts';
import type { Procedure } from '../../storage/procedure.ts';
import { pipe } from '../../storage/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import { count, type Tally } from '../../tenants/counters.ts';
import type { FollowUp } from '../markets/market.ts';
import { type Event, findListeners, type Listener, tellEvents } from './events.ts';
import { insertNotices, knownNotices, type Notice, noticeKey } from './notices-store.ts';
import { applyRefunds, type RefundWord } from './refunds.ts';
import {
  type Applied,
  applyStates,
  type Records,
  readRecords,
  type Told,
} from './subscriptions.ts';

export interface Word {
  readonly appid: string;
  /** Kept with what it says; a notice that is on record already changes nothing. */
  readonly notice?: Notice | undefined;
  readonly told?: readonly Told[];
  readonly refunds?: readonly RefundWord[];
  readonly jobs?: readonly FollowUp[];
}

export interface Heard {
  /** False when the notice was on record. */
  readonly isNew: boolean;
  /** One for each of `told`. */
  readonly applied: readonly Applied[];
}

export interface Intake {
  /** Resolves once it is durable. */
  hear(word: Word): Promise<Heard>;
  close(): Promise<void>;
}

export interface IntakeOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly onBatch: (size: number) => void;
}

const MAX_BATCH = 256;

export function createIntake({ storage, clock, onBatch }: IntakeOptions): Intake {
  const { signals } = storage;
  const words = createBatcher<Word, Heard>({
    maxSize: MAX_BATCH,
    onBatch,
    isOutcomeUnknown: isConnectionLost,
    async run(batch, handOver) {
      const input = { words: batch, now: clock() };
      const { heard, isTold } = await storage.transact(hearAll, input, handOver);
      if (
        batch.some(({ told, jobs }) => told?.some(({ state }) => state.followUp) || jobs?.length)
      ) {
        signals.emit(JOBS_CHANGED);
      }
      if (isTold) signals.emit(OUTBOX_CHANGED);
      return heard.map((value) => ({ value }));
    },
  });
  return { hear: words.submit, close: words.close };
}

interface Input {
  readonly words: readonly Word[];
  readonly now: number;
}

interface Output {
  /** In the order of the words. */
  readonly heard: readonly Heard[];
  readonly isTold: boolean;
}

/** @public Found by its name in the thread that holds the database. */
export const hearAll: Procedure<Input, Output> = {
  module: import.meta.url,
  name: 'hearAll',
  async work(tx: Db, { words, now }: Input): Promise<Output> {
    const heard = new Map<Word, Heard>();
    const listeners: Listener[] = [];
    const events: Event[] = [];
    const tallies: Tally[] = [];
    const byApp = Map.groupBy(words, (word) => word.appid);
    const records = new Map<string, AppRecords>();
    // The row of each app is locked first, and in one order everywhere: no two transactions wait for
    // each other, and whoever holds it sees everything of the app that was recorded before.
    for (const appid of [...byApp.keys()].sort()) {
      const batch = byApp.get(appid) ?? [];
      const [known, seen, listening] = await pipe(tx, (line) =>
        Promise.all([
          readRecords(line, appid, toldIn(batch), now),
          knownNotices(line, appid, noticesOf(batch)),
          findListeners(line, [appid]),
        ]),
      );
      records.set(appid, { ...known, fresh: freshWords(batch, seen) });
      listeners.push(...listening);
      for (const word of batch) heard.set(word, { isNew: false, applied: [] });
    }
    for (const [appid, known] of records) {
      const news = await hearApp(tx, appid, known, heard, now);
      events.push(...news.events);
      tallies.push(...news.tallies);
    }
    await count(tx, now, tallies);
    return {
      heard: words.map((word) => heard.get(word) as Heard),
      isTold: await tellEvents(tx, listeners, events, now),
    };
  },
};

interface AppRecords extends Records {
  readonly fresh: readonly Word[];
}

const toldIn = (batch: readonly Word[]): Told[] => batch.flatMap((word) => word.told ?? []);

const noticesOf = (batch: readonly Word[]): Notice[] =>
  batch.map((word) => word.notice).filter((each) => each !== undefined);

/** Without those whose notice is on record, or came twice in this batch. */
function freshWords(batch: readonly Word[], known: ReadonlySet<string>): Word[] {
  const seen = new Set(known);
  return batch.filter(({ notice }) => {
    if (!notice) return true;
    const key = noticeKey(notice);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

async function hearApp(
  tx: Db,
  appid: string,
  { fresh, ...records }: AppRecords,
  heard: Map<Word, Heard>,
  now: number,
): Promise<{ readonly events: Event[]; readonly tallies: Tally[] }> {
  await insertNotices(tx, noticesOf(fresh));
  const { applied, ...states } = await applyStates(tx, appid, toldIn(fresh), records, now);
  const words = fresh.flatMap((word) => word.refunds ?? []);
  const refunds = await applyRefunds(tx, appid, words);
  const jobs = fresh.flatMap((word) => word.jobs ?? []).map((job) => ({ ...job, appid }));
  await enqueueJobs(tx, jobs, now);
  let place = 0;
  for (const word of fresh) {
    const end = place + (word.told?.length ?? 0);
    heard.set(word, { isNew: true, applied: applied.slice(place, end) });
    place = end;
  }
  return {
    events: [...states.events, ...refunds.events],
    tallies: [...states.tallies, ...refunds.tallies],
  };
}
