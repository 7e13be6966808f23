// The service as production builds it, on a database of the bench, and the app that the cases work with.

import { SYSTEM } from '../src/audit/audit.ts';
import { isRejection, type Rejection } from '../src/audit/operation.ts';
import { systemClock } from '../src/base/clock.ts';
import { createKey } from '../src/identity/certification-keys.ts';
import { createClient } from '../src/identity/oauth-clients.ts';
import { registerReceiver } from '../src/outbox/receivers.ts';
import { createService, type Service } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import { openStorage, type StorageOptions } from '../src/storage/storage.ts';
import { createApp } from '../src/tenants/apps.ts';
import { createProject } from '../src/tenants/projects.ts';
import { NOBODY } from '../test/support/harness.ts';
import { rootFingerprint } from './app-store.ts';
import type { BenchApp } from './case.ts';

export const ADMIN_TOKEN = 'an-admin-token-for-the-bench-only';

/** Only the measured process logs: what the others print is the result. */
export async function openService(
  options: StorageOptions,
  logLevel: 'info' | 'silent' = 'silent',
): Promise<Service> {
  const storage = openStorage(options);
  await storage.migrate();
  return createService({
    environment: 'production',
    storage,
    masterKey: Buffer.alloc(32, 7),
    clock: systemClock,
    log: createLog(logLevel),
    publicUrl: 'http://bench.test',
    adminToken: ADMIN_TOKEN,
    trustProxy: 0,
    rateLimits: { perApp: 0, perAddress: 0 },
    relay: { enabled: false, allowPrivateTargets: false },
    markets: { ...NOBODY, appleRoots: [rootFingerprint] },
  });
}

/** With a game server, so that every restriction leaves an outbox row; nobody sends it. */
export async function createBenchApp({ context, directory, tokens, restrictions }: Service) {
  const appid = 'com.tollgate.bench';
  const { game_index: gameIndex } = done(await createProject(context, SYSTEM, { name: 'bench' }));
  done(await createApp(context, SYSTEM, { game_index: gameIndex, appid, name: 'bench' }));
  const key = done(await createKey(context, SYSTEM, { appid }));
  const client = done(
    await createClient(context, SYSTEM, { game_index: gameIndex, name: 'bench' }),
  );
  const url = 'https://game.bench.test/';
  done(
    await registerReceiver(context, SYSTEM, { game_index: gameIndex, channel: 'restriction', url }),
  );
  const app = await directory.app(appid);
  if (!app) throw new Error('the app is not there');
  const type = await restrictions.types.register(app, {
    type_status: 'N',
    type_name: 'Bench',
    type_en_name: 'Bench',
    reasons: [
      { language: 'ko', title: 'Access restricted', reason: 'Use of an illegal program.' },
      { language: 'en', title: 'Access restricted', reason: 'Use of an illegal program.' },
    ],
  });
  if (!('block_type' in type)) throw new Error('the type was refused');
  const benchApp: BenchApp = {
    appid,
    gameIndex,
    key: key.service_certification_key,
    token: await tokens.issueAppToken(client.client_id, gameIndex),
    blockType: type.block_type,
  };
  return benchApp;
}

function done<T extends object>(outcome: T | Rejection): T {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.detail}`);
  return outcome;
}
