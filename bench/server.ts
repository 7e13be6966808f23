// The process that is measured: the service, with an echo beside its routes. Started by measure.ts.
import type { StorageOptions } from '../src/storage/storage.ts';
import { ECHO_PATH, findCase } from './case.ts';
import { ownMemory, type Usage } from './memory.ts';
import { openService } from './service.ts';

const [name = '', storage = ''] = process.argv.slice(2);
const { echo, routes } = await findCase(name);
const service = await openService(JSON.parse(storage) as StorageOptions, 'info');
service.app.post(
  ECHO_PATH,
  {
    config: { operation: 'bench.echo' },
    schema: { body: echo.body, response: { 200: echo.answer } },
  },
  async () => {
    echo.work?.();
    return echo.reply;
  },
);
routes?.(service);
await service.app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => void service.stop());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: ownMemory() } satisfies Usage);
});
process.send?.(service.app.server.address());
