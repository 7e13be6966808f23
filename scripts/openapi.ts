// The OpenAPI document, made from the schemas of the running code.
import { execFileSync } from 'node:child_process';
import { createService } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import { openStorage } from '../src/storage/storage.ts';
import { NOBODY } from '../test/support/harness.ts';

/** Formats as `npm run check` wants the file. */
function format(file: string, content: string): string {
  return execFileSync('biome', ['format', `--stdin-file-path=${file}`], {
    input: content,
    encoding: 'utf8',
  });
}

export async function openapiDocument(): Promise<string> {
  const service = await createService({
    environment: 'production',
    storage: openStorage({ kind: 'sqlite', path: ':memory:' }),
    masterKey: Buffer.alloc(32),
    clock: () => 0,
    log: createLog('silent'),
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
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
