// The OpenAPI document, made from the schemas of the running code.
import { createService } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import { openStorage } from '../src/storage/storage.ts';
import { NOBODY } from '../test/support/harness.ts';
import { format } from './format.ts';

export async function openapiDocument(): Promise<string> {
  const service = await createService({
    environment: 'production',
    storage: openStorage({ kind: 'sqlite', path: ':memory:' }),
    masterKey: Buffer.alloc(32),
    clock: () => 0,
    log: createLog('silent'),
    publicUrl: 'http://localhost:8080',
    trustProxy: 0,
    rateLimits: { perApp: 0, perAddress: 0 },
    relay: { enabled: false, allowPrivateTargets: true },
    markets: NOBODY,
  });
  await service.app.ready();
  const document = service.app.swagger();
  await service.stop();
  // Small objects stay on one line, as in any other JSON file here.
  return format('openapi.json', JSON.stringify(document));
}
