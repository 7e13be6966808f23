// The Prometheus metric of alerts: how many are open, by kind.

import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../storage/db.ts';
import { statement } from '../storage/statement.ts';
import { acrossProjects } from '../storage/tenancy.ts';
import { KINDS } from './settings.ts';

export function measureAlerts(registry: Registry, db: Db): void {
  new Gauge({
    name: 'tollgate_open_alerts',
    help: 'Alerts whose condition goes on, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const open = new Map((await countOpen(db, {})).map(({ kind, count }) => [kind, count]));
      for (const kind of KINDS) this.set({ kind }, open.get(kind) ?? 0);
    },
  });
}

const countOpen = statement((db) =>
  acrossProjects(db)
    .selectFrom('alert')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy('kind'),
);
