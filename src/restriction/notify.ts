// The game server notification (interface 6.1): its body, and which answer accepts it.

import type { Answer, ChannelPort, QueuedRow, Target, Verdict } from '../outbox/channel.ts';
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';

export const gameServerChannel: ChannelPort = {
  body: writeBody,
  judge: judgeAnswer,
  overtaken: findOvertaken,
};

/** Joined as text, because parsing would lose digits of 64-bit player ids. */
function writeBody(gameIndex: number, { url }: Target, payloads: readonly string[]): string {
  return `{"game_index":${gameIndex},"server_url":${JSON.stringify(url)},"data":[${payloads}]}`;
}

/** Delivered means HTTP 2xx and JSON with `result_code` 0. */
function judgeAnswer({ status, text }: Answer): Verdict {
  const resultCode = readResultCode(text);
  const found = resultCode === undefined ? {} : { resultCode };
  if (status < 200 || status > 299) {
    return { result: 'status', ...found, error: `HTTP status ${status}` };
  }
  if (resultCode === undefined) {
    return { result: 'answer', error: 'the answer is not JSON with an integer result_code' };
  }
  if (resultCode !== 0)
    return { result: 'result_code', ...found, error: `result_code ${resultCode}` };
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

/** A newer history row of the player, including a release, supersedes the message. */
async function findOvertaken(
  tx: Db,
  gameIndex: number,
  rows: readonly QueuedRow[],
): Promise<ReadonlySet<number>> {
  const players = rows.map((row) => BigInt(row.subject));
  const newest = await findNewest(tx, { gameIndex, players });
  const lastSeq = new Map(newest.map((row) => [String(row.player_id), row.seq]));
  const old = rows.filter((row) => (lastSeq.get(row.subject) ?? 0) > row.seq);
  return new Set(old.map((row) => row.seq));
}

const findNewest = statement((db, $: Params<{ gameIndex: number; players: readonly bigint[] }>) =>
  db
    .selectFrom('app as a')
    .innerJoin('restriction_history as h', (join) =>
      join.onRef('h.appid', '=', 'a.appid').onRef('h.game_index', '=', 'a.game_index'),
    )
    .select(({ fn }) => ['h.player_id', fn.max('h.seq').as('seq')])
    .where('a.game_index', '=', $.gameIndex)
    .where('h.player_id', 'in', $.players)
    .groupBy('h.player_id'),
);
