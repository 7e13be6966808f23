// The requests that were sent: one row per batch for all of its attempts, for a limited time.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RetentionRule } from '../../background/retention-rule.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { Channel, OutboxSentTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { namedLanes } from '../lane-name.ts';
import type { Batch } from './batches.ts';
import type { Lane } from './lanes.ts';

/** How long, and how many per project and channel; zero days keep none. */
export interface SentLimits {
  readonly days: number;
  readonly perLane: number;
}

export const SENT_LIMITS: SentLimits = { days: 14, perLane: 50_000 };

/** Compressed, because the messages of a batch differ little. */
export async function keepSent(tx: Db, batch: Batch, at: number): Promise<void> {
  const { game_index, batch_id, channel, first_seq, last_seq, url } = batch;
  const body = packBody(batch.body);
  await insertRows(
    tx,
    'outbox_sent',
    [{ game_index, batch_id, channel, first_seq, last_seq, sent_at: at, url, body }],
    'on conflict (game_index, batch_id) do nothing',
  );
}

export const packBody = (text: string): string => deflateRawSync(text).toString('base64');

export const bodyOf = ({ body }: Pick<OutboxSentTable, 'body'>): string =>
  inflateRawSync(Buffer.from(body, 'base64')).toString('utf8');

export const findSent = statement((db, $: Params<{ gameIndex: number; batchId: string }>) =>
  ofProject(db, $).selectFrom('outbox_sent').selectAll().where('batch_id', '=', $.batchId),
).first;

/** Of a batch, its halves and its refused messages. */
const MOST_FROM = 300;

const listFrom = statement((db, $: Params<Lane & { number: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox_sent')
    .select(['batch_id', 'first_seq', 'sent_at'])
    .where('channel', '=', $.channel)
    .where('last_seq', '>=', $.number)
    .orderBy('last_seq')
    .limit(MOST_FROM),
);

/** The requests that may contain this number, newest first. */
export async function sentAround(
  db: Db,
  lane: Lane,
  number: number,
): Promise<readonly OutboxSentTable[]> {
  const around = (await listFrom(db, { ...lane, number })).filter(
    ({ first_seq }) => first_seq <= number,
  );
  const rows = await Promise.all(
    around.map(({ batch_id: batchId }) => findSent(db, { gameIndex: lane.gameIndex, batchId })),
  );
  const width = (row: OutboxSentTable): number => row.last_seq - row.first_seq;
  // Of the same moment, the halves of a batch were sent after it.
  return rows
    .filter((row) => row !== undefined)
    .sort((one, other) => other.sent_at - one.sent_at || width(one) - width(other));
}

/** Nothing is known of what was sent before it. */
export const findOldestSent = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .selectFrom('outbox_sent')
    .select(['first_seq', 'sent_at'])
    .where('channel', '=', $.channel)
    .orderBy('sent_at')
    .limit(1),
).first;

/** Conditions of the first receiver's rows, and of those of all others. */
export const lanesIn = (channel: Channel): readonly string[] => [
  `channel = '${channel}'`,
  `channel like '${namedLanes(channel)}'`,
];

/** What is deleted of a channel: requests that are too old or too many, and old numbers of messages sent again. */
export const sentRules = (
  channel: Channel,
  { days, perLane }: SentLimits,
): readonly RetentionRule[] => {
  const kept = { days, setting: 'SENT_REQUEST_DAYS', per: 'project' } as const;
  return [
    ...lanesIn(channel).map((where): RetentionRule => {
      return { ...kept, table: 'outbox_sent', most: perLane, where, key: 'sent_at' };
    }),
    { ...kept, table: 'outbox_again', where: `channel = '${channel}'`, key: 'at' },
  ];
};
