// Which requests a replay sends again: those that the receiver accepted and that have an event which is asked for.
import { parseJson } from '../../base/json.ts';
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { isFor, type Listener, matchesType } from '../filter.ts';
import type { Lane } from '../relay/lanes.ts';
import { bodyOf } from '../relay/sent.ts';

interface SentEvent {
  readonly type: string;
  readonly data: {
    readonly appid: string;
    readonly providerId?: unknown;
    readonly playerId?: unknown;
    readonly accountUuid?: unknown;
  };
}

/** The events of a request. */
export const eventsIn = (body: string): readonly SentEvent[] =>
  (parseJson(body) as { readonly events: readonly SentEvent[] }).events;

/** A player with the accounts that purchases are found by. */
export interface ReplayedPlayer {
  readonly appid: string;
  readonly playerId: bigint;
  readonly accounts: readonly string[];
}

/** What is asked for. No types: all of them. */
export interface Wanted {
  readonly events: readonly string[];
  readonly player: ReplayedPlayer | undefined;
}

export interface Choice {
  /** In the order in which they were first sent. */
  readonly batches: readonly string[];
  /** In these requests. */
  readonly messages: number;
  /** Of these messages, those that are asked for. */
  readonly matching: number;
  /** Requests with something that the receiver does not get any more. */
  readonly leftOut: number;
}

/** When the receiver accepted the requests: from the first moment on, before the last one. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** Few, because reading the bodies of many takes a while. */
const AT_ONCE = 50;

export async function chooseRequests(
  db: Db,
  lane: Lane,
  { listener, wanted, ...times }: Times & { readonly listener: Listener; readonly wanted: Wanted },
): Promise<Choice> {
  const batches: string[] = [];
  let [messages, matching, leftOut] = [0, 0, 0];
  for (let afterSeq = 0; ; ) {
    const page = await acceptedRequests(db, { ...lane, ...times, afterSeq, limit: AT_ONCE });
    for (const sent of page) {
      afterSeq = sent.last_seq;
      const events = eventsIn(bodyOf(sent));
      const asked = events.filter((event) => isAskedFor(wanted, event)).length;
      if (asked === 0) continue;
      if (events.some((event) => !isFor(listener, aboutOf(event)))) {
        leftOut += 1;
        continue;
      }
      batches.push(sent.batch_id);
      messages += events.length;
      matching += asked;
    }
    if (page.length < AT_ONCE) return { batches, messages, matching, leftOut };
  }
}

/** What was not accepted waits in the queue or is a dead letter. */
const acceptedRequests = statement(
  (db, $: Params<Lane & Times & { afterSeq: number; limit: number }>) =>
    ofProject(db, $)
      .selectFrom('outbox_sent as s')
      .select(['s.batch_id', 's.last_seq', 's.body'])
      .where('s.channel', '=', $.channel)
      .where('s.last_seq', '>', $.afterSeq)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('outbox_attempt as a')
            .select('a.at')
            .where('a.game_index', '=', $.gameIndex)
            .whereRef('a.batch_id', '=', 's.batch_id')
            .where('a.result', '=', 'delivered')
            .where('a.at', '>=', $.from)
            .where('a.at', '<', $.to),
        ),
      )
      .orderBy('s.last_seq')
      .limit($.limit),
);

const aboutOf = ({ type, data }: SentEvent) => ({
  type,
  appid: data.appid,
  market: typeof data.providerId === 'string' ? data.providerId : undefined,
});

function isAskedFor({ events, player }: Wanted, { type, data }: SentEvent): boolean {
  if (events.length > 0 && !events.some((pattern) => matchesType(pattern, type))) return false;
  if (!player) return true;
  if (data.appid !== player.appid) return false;
  return (
    String(data.playerId) === player.playerId.toString() ||
    player.accounts.includes(String(data.accountUuid))
  );
}
