// The game server notification (interface 6.1): its body, and which answer accepts it.

import type { Answer, ChannelPort, QueuedRow, Target, Verdict } from '../outbox/channel.ts';
import type { Db } from '../storage/db.ts';
import type { OutboxTable } from '../storage/schema.ts';
import type { Restriction } from './rules.ts';
import { LOGIN } from './scopes.ts';
import { readLive } from './store.ts';

export const gameServerChannel: ChannelPort = {
  types: [],
  markets: [],
  body: writeBody,
  judge: judgeAnswer,
  superseded: findSuperseded,
};

export interface Notified {
  readonly gameIndex: number;
  readonly appid: string;
  readonly playerId: bigint;
  readonly restriction: Restriction;
  readonly seq: number;
  readonly traceparent?: string | undefined;
  readonly now: number;
}

/** An element in `data`. */
export function notification(about: Notified): OutboxTable {
  const { gameIndex, appid, playerId, restriction, seq, traceparent, now } = about;
  return {
    game_index: gameIndex,
    channel: 'restriction',
    seq,
    subject: playerId.toString(),
    payload: JSON.stringify({
      player_id: JSON.rawJSON(playerId.toString()),
      status: restriction.status,
      start_date: restriction.startDate,
      end_date: restriction.endDate,
    }),
    traceparent: traceparent ?? null,
    created_at: now,
    appid,
  };
}

/** Joined as text, because parsing would lose digits of 64-bit player ids. */
function writeBody(
  gameIndex: number,
  { url }: Pick<Target, 'url'>,
  payloads: readonly string[],
): string {
  return `{"game_index":${gameIndex},"server_url":${JSON.stringify(url)},"data":[${payloads}]}`;
}

/** 4xx that is about the caller or the moment, whatever else the answer says. */
const NO_VERDICT = [401, 403, 407, 408, 429];

/** Delivered means HTTP 2xx and JSON with `result_code` 0. */
function judgeAnswer({ status, text }: Answer): Verdict {
  const resultCode = readResultCode(text);
  const found = resultCode === undefined ? {} : { resultCode };
  const isAccepted = status >= 200 && status <= 299;
  const isVerdict = isAccepted || (status >= 400 && status <= 499 && !NO_VERDICT.includes(status));
  if (isVerdict && resultCode !== undefined && resultCode !== 0) {
    return { result: 'result_code', ...found, error: `result_code ${resultCode}` };
  }
  if (!isAccepted) return { result: 'status', ...found, error: `HTTP status ${status}` };
  if (resultCode === undefined) {
    return { result: 'answer', error: 'the answer is not JSON with an integer result_code' };
  }
  return { result: 'delivered', ...found };
}

function readResultCode(text: string): number | undefined {
  try {
    const code = (JSON.parse(text) as { result_code?: unknown } | null)?.result_code;
    return Number.isSafeInteger(code) ? (code as number) : undefined;
  } catch {
    return undefined;
  }
}

/** Released, expired, or replaced, also by a newer restriction in another app that the receiver is told of. */
async function findSuperseded(
  tx: Db,
  gameIndex: number,
  rows: readonly QueuedRow[],
  now: number,
  apps: readonly string[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const players = new Set(rows.map((row) => row.subject));
  const live = await readLive(tx, gameIndex, [...players], now, LOGIN);
  const isTold = (appid: string): boolean => apps.length === 0 || apps.includes(appid);
  const isCurrent = ({ subject, appid, seq }: QueuedRow): boolean => {
    const ofPlayer = live.get(subject) ?? [];
    return (
      ofPlayer.some((each) => appid === null || each.appid === appid) &&
      ofPlayer.every((each) => (each.seq ?? 0) <= seq || !isTold(each.appid))
    );
  };
  return new Set(rows.filter((row) => !isCurrent(row)).map((row) => row.seq));
}
