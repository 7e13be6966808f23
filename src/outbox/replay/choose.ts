// Which requests a replay sends again: those with an event that is asked for, unless the receiver no longer gets one of theirs.
import { parseJson } from '../../base/json.ts';
import { isFor, type Listener, matchesType } from '../filter.ts';

interface SentEvent {
  readonly type: string;
  readonly data: {
    readonly appid: string;
    readonly providerId?: string;
    readonly playerId?: unknown;
    readonly accountUuid?: unknown;
  };
}

/** The events of a request. */
export const eventsIn = (body: string): readonly SentEvent[] =>
  (parseJson(body) as { readonly events: readonly SentEvent[] }).events;

/** A request that the receiver accepted. */
export interface Accepted {
  readonly batchId: string;
  readonly body: string;
}

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

export async function chooseRequests(
  requests: AsyncIterable<Accepted> | Iterable<Accepted>,
  listener: Listener,
  wanted: Wanted,
): Promise<Choice> {
  const batches: string[] = [];
  let [messages, matching, leftOut] = [0, 0, 0];
  for await (const { batchId, body } of requests) {
    const events = eventsIn(body);
    const asked = events.filter((event) => isAskedFor(wanted, event)).length;
    if (asked === 0) continue;
    if (events.some((event) => !isFor(listener, aboutOf(event)))) {
      leftOut += 1;
      continue;
    }
    batches.push(batchId);
    messages += events.length;
    matching += asked;
  }
  return { batches, messages, matching, leftOut };
}

const aboutOf = ({ type, data: { appid, providerId } }: SentEvent) => ({
  type,
  appid,
  market: providerId,
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
