// The service with many purchases and a token for each member, as a process of its own. Started by downloads.ts.
import { SYSTEM } from '../src/audit/audit.ts';
import { createAdminToken } from '../src/operators/admin-tokens.ts';
import type { StorageOptions } from '../src/storage/storage.ts';
import { expectDone } from '../test/support/harness.ts';
import { sellAtApple } from './app-store.ts';
import type { BenchApp } from './case.ts';
import { sellMany } from './purchases.ts';
import { createBenchApp, openService } from './service.ts';

export interface DownloadsService {
  readonly url: string;
  readonly app: BenchApp;
  /** An admin token for each member, who may only read. */
  readonly members: readonly string[];
}

const [storage = '', purchases = '0', count = '0'] = process.argv.slice(2);
const service = await openService(JSON.parse(storage) as StorageOptions, 'info');
const app = await createBenchApp(service);
await sellAtApple(service, app);
await sellMany(service, app, Number(purchases));
await service.context.storage.db
  .updateTable('purchase_sequence')
  .set({ next_number: Number(purchases) + 1 })
  .where('appid', '=', app.appid)
  .execute();
const members: string[] = [];
for (let number = 1; number <= Number(count); number += 1) {
  const fields = { name: `viewer ${number}`, scope: 'read' as const };
  members.push(expectDone(await createAdminToken(service.context, SYSTEM, fields)).token);
}
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => void service.stop());
process.send?.({ url, app, members } satisfies DownloadsService);
