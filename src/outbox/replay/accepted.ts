// The requests that a receiver accepted. What it did not accept waits in the queue or is a dead letter.
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { Lane } from '../relay/lanes.ts';
import { bodyOf } from '../relay/sent.ts';
import type { Accepted } from './choose.ts';

/** When the receiver accepted the requests: from the first moment on, before the last one. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** Few, because reading the bodies of many takes a while. */
const AT_ONCE = 50;

/** In the order in which they were first sent. */
export async function* acceptedRequests(
  db: Db,
  lane: Lane,
  times: Times,
): AsyncGenerator<Accepted> {
  for (let afterSeq = 0; ; ) {
    const page = await findAccepted(db, { ...lane, ...times, afterSeq, limit: AT_ONCE });
    for (const sent of page) {
      afterSeq = sent.last_seq;
      yield { batchId: sent.batch_id, body: bodyOf(sent) };
    }
    if (page.length < AT_ONCE) return;
  }
}

const findAccepted = statement(
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
