// Prometheus metrics of measures: effects and their ends, open flags, and what is still to be followed.

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { acrossProjects } from '../storage/tenancy.ts';
import { CHANGES } from './feed-store.ts';

type Effects = readonly MeasureEffectTable[];

/** The answer counts what was done. */
export function measureMeasures(
  registry: Registry,
  db: Db,
  clock: Clock,
): (taken: Effects, ended: Effects) => void {
  const registers = [registry];
  const taken = new Counter({
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
  const oldest = new Gauge({
    name: 'tollgate_measure_oldest_mark_seconds',
    help: 'Age of the oldest change that measures have not followed yet.',
    registers,
  });
  new Gauge({
    name: 'tollgate_measure_marks',
    help: 'Changes of purchases that measures have not followed yet.',
    registers,
    async collect() {
      const row = await countChanges.first(db, {});
      this.set(Number(row?.count ?? 0));
      oldest.set(row?.oldest ? Math.max(0, (clock() - row.oldest) / 1_000) : 0);
    },
  });
  for (const kind of ['restriction', 'flag']) taken.inc({ kind }, 0);
  for (const reason of ['time_over', 'paid_again', 'undone', 'operator']) ended.inc({ reason }, 0);
  return (newOnes, endedOnes) => {
    for (const { flag } of newOnes) taken.inc({ kind: flag === null ? 'restriction' : 'flag' });
    for (const { end_reason } of endedOnes) if (end_reason) ended.inc({ reason: end_reason });
  };
}

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
