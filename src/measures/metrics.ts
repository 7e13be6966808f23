// Prometheus metrics of measures: effects and their ends, open flags, and changes that are not followed yet.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import { statement } from '../storage/statement.ts';
import { acrossProjects } from '../storage/tenancy.ts';
import { MEASURES_JOB } from './consumer.ts';
import type { Applied } from './effects/apply.ts';
import { CHANGES } from './sources.ts';

/** Returns what counts effects. */
export function measureMeasures(
  registry: Registry,
  db: Db,
  clock: Clock,
): (applied: Pick<Applied, 'begun' | 'ended'>) => void {
  const registers = [registry];
  const begun = new Counter({
    name: 'tollgate_measure_effects_total',
    help: 'What rules did about players: restrictions and flags.',
    labelNames: ['kind'],
    registers,
  });
  const ended = new Counter({
    name: 'tollgate_measure_ends_total',
    help: 'Effects of rules that ended by themselves, by reason.',
    labelNames: ['reason'],
    registers,
  });
  new Gauge({
    name: 'tollgate_measure_flags_open',
    help: 'Flags that wait for a person.',
    registers,
    async collect() {
      this.set(Number((await countFlags.first(db, {}))?.count ?? 0));
    },
  });
  new Gauge({
    name: 'tollgate_measure_oldest_mark_seconds',
    help: 'Age of the oldest change that measures have not followed yet.',
    registers,
    async collect() {
      const since = Math.min(...(await waiting(db)).flatMap(({ oldest }) => oldest ?? []));
      this.set(Math.max(0, (clock() - since) / 1_000));
    },
  });
  new Gauge({
    name: 'tollgate_measure_marks',
    help: 'Changes of purchases that measures have not followed yet.',
    registers,
    async collect() {
      this.set((await waiting(db)).reduce((sum, { count }) => sum + Number(count), 0));
    },
  });
  for (const kind of ['restriction', 'flag']) begun.inc({ kind }, 0);
  for (const reason of ['time_over', 'paid_again', 'undone', 'operator']) ended.inc({ reason }, 0);
  return (applied) => {
    for (const { flag } of applied.begun)
      begun.inc({ kind: flag === null ? 'restriction' : 'flag' });
    for (const { end_reason } of applied.ended) if (end_reason) ended.inc({ reason: end_reason });
  };
}

const waiting = async (db: Db) => [
  ...(await countChanges(db, {})),
  ...(await countRetries(db, {})),
];

const countFlags = statement((db) =>
  acrossProjects(db)
    .selectFrom('measure_effect')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'flagged'),
);

const countChanges = statement((db) =>
  acrossProjects(db)
    .selectFrom('purchase_change as c')
    .leftJoin('feed_position as p', (join) =>
      join
        .onRef('p.game_index', '=', 'c.game_index')
        .onRef('p.appid', '=', 'c.appid')
        .on('p.consumer', '=', CHANGES.consumer),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('c.at').as('oldest')])
    .where(({ eb, ref, fn, lit }) => eb(ref('c.number'), '>', fn.coalesce('p.number', lit(0)))),
);

/** Accounts to which the rules could not be applied so far. */
const countRetries = statement((db) =>
  acrossProjects(db)
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('kind', '=', MEASURES_JOB),
);
