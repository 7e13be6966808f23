// The service with many apps and nothing to do, as a process of its own. Started by idle.ts.
import { SYSTEM } from '../src/audit/audit.ts';
import { FACTS } from '../src/payment/figures/facts.ts';
import { insertRows } from '../src/storage/rows.ts';
import type { StorageOptions } from '../src/storage/storage.ts';
import { createApp } from '../src/tenants/apps.ts';
import { createProject } from '../src/tenants/projects.ts';
import { expectDone } from '../test/support/harness.ts';
import { ownMemory, type Usage } from './memory.ts';
import { openService } from './service.ts';

const [storage = '', projects = '1', appsEach = '1'] = process.argv.slice(2);
/** Every so many apps have a player who owes something. */
const OWING = 10;

const service = await openService(JSON.parse(storage) as StorageOptions, 'info');
const { context } = service;
const { db } = context.storage;
const apps: { game_index: number; appid: string }[] = [];
for (let project = 0; project < Number(projects); project += 1) {
  const name = `Game ${project}`;
  const { game_index } = expectDone(await createProject(context, SYSTEM, { name }));
  for (let number = 0; number < Number(appsEach); number += 1) {
    const appid = `game.${game_index}.${number}`;
    expectDone(await createApp(context, SYSTEM, { game_index, appid, name }));
    apps.push({ game_index, appid });
  }
}
await sellOnce();
const { payment, measures, restrictionFigures, retention, alerts, erasures, messages } = service;
for (const { turn } of [payment.figures, measures, restrictionFigures, retention, alerts]) {
  await turn();
}
for (const { turn } of [payment.jobs, payment.sweep, payment.pollers, erasures, messages]) {
  await turn();
}
service.start();
service.relay.start();
await service.app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => void service.stop());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: ownMemory() } satisfies Usage);
});
process.send?.('ready');

/** As after a purchase that everybody has followed; some of them were refunded. */
async function sellOnce(): Promise<void> {
  await db.updateTable('purchase_sequence').set({ next_number: 2 }).execute();
  const position = { number: 1, version: 1, time_zone: 'UTC', facts: FACTS };
  const owing = apps.filter((_, index) => index % OWING === 0);
  const followed = (some: typeof apps, consumers: readonly string[]) =>
    some.flatMap((app) => consumers.map((consumer) => ({ ...app, ...position, consumer })));
  await insertRows(db, 'feed_position', [
    ...followed(apps, ['figures', 'measures']),
    ...followed(owing, ['payments', 'restrictions']),
  ] as never);
  const debts = owing.map((app) => ({
    ...app,
    provider: 'APPLE' as const,
    unique_key: '1',
    account_uuid: '00000000-0000-4000-8000-000000000001',
    number: 1,
    transaction_id: '1',
    product_id: 'gems.100',
    amount: '9.99',
    currency: 'USD',
    refunded_at: context.clock(),
    settled_by: null,
    paid: '0',
  }));
  await insertRows(db, 'measure_debt', debts);
}
