// SQL of the feed of changes: what follows a number, and how far each consumer is.
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import type { FeedPositionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { holdNumbers } from './numbers.ts';

type Consumer = FeedPositionTable['consumer'];

export interface Span extends AppName {
  readonly above: number;
  readonly upTo: number;
  readonly limit: number;
}

/** In the order of their numbers. */
export const changesIn = statement((db, $: Params<Span>) =>
  ofApp(db, $)
    .selectFrom('purchase_change')
    .select(['number', 'provider', 'kind', 'subject'])
    .where('number', '>', $.above)
    .where('number', '<=', $.upTo)
    .orderBy('number')
    .limit($.limit),
);

const lastNumber = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('purchase_sequence').select('next_number'),
);

/** The last number that the ledger has given; undefined when the app was deleted. */
export async function lastNumberOf(
  db: Queryable,
  { appid, gameIndex }: AppName,
): Promise<number | undefined> {
  const row = await lastNumber.first(db, { appid, gameIndex });
  return row && row.next_number - 1;
}

interface Name extends AppName {
  readonly consumer: Consumer;
}

/** Begins with the first change, unless the consumer has a position. Of an app that was deleted nothing is written. */
export const openPosition = (
  db: Db,
  { appid, gameIndex }: AppName,
  row: Pick<FeedPositionTable, 'consumer' | 'facts' | 'time_zone'>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await holdNumbers(tx, { appid, gameIndex }))) return;
    await tx
      .insertInto('feed_position')
      .values({
        game_index: gameIndex,
        appid,
        number: 0,
        version: 1,
        ...row,
      })
      .onConflict((conflict) => conflict.columns(['game_index', 'appid', 'consumer']).doNothing())
      .execute();
  });

const followed = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('feed_position')
    .select(['consumer', 'number'])
    .where('consumer', 'in', ['figures', 'measures']),
);

export const positionOf = statement((db, $: Params<Name>) =>
  ofApp(db, $).selectFrom('feed_position').select('number').where('consumer', '=', $.consumer),
).first;

/** Nothing is changed when another process was faster. */
export const movePosition = statement((db, $: Params<Name & { from: number; to: number }>) =>
  ofApp(db, $)
    .updateTable('feed_position')
    .set({ number: $.to })
    .where('consumer', '=', $.consumer)
    .where('number', '=', $.from)
    .returning('number'),
);

const removeUpTo = statement((db, $: Params<AppName & { number: number }>) =>
  ofApp(db, $).deleteFrom('purchase_change').where('number', '<=', $.number),
);

/** Removes the changes that both figures and measures have followed. */
export async function removeFollowed(db: Db, { appid, gameIndex }: AppName): Promise<void> {
  const app = { appid, gameIndex };
  const positions = await followed(db, app);
  if (positions.length < 2) return;
  await removeUpTo(db, { ...app, number: Math.min(...positions.map(({ number }) => number)) });
}
