// `npm start` for the examples: a service and its emulator as processes, with the keys of the demo project.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTollgate, type Tollgate, unwrap } from '../../sdk/src/index.ts';
import type { DemoFile } from '../../src/demo/project.ts';
import { TYPE } from '../sdk/running.ts';
import { createMigrated } from '../support/databases.ts';
import { type Markets, steer } from '../support/markets.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';

export interface Demo {
  readonly tollgate: Tollgate;
  readonly markets: Markets;
  readonly blockType: number;
  /** What the examples read. */
  readonly settings: Readonly<Record<string, string>>;
  register(channel: 'restriction' | 'purchase', url: string, key: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startDemo(): Promise<Demo> {
  const database = await createMigrated('sqlite');
  const emulatorPort = String(await freePort());
  const running = await startProcess(
    { ...database.variables, EMULATOR_PORT: emulatorPort, SANDBOX_PORT: 'off' },
    ['--demo'],
  );
  await running.prints('Tollgate is running.');
  const file = join(database.variables.TOLLGATE_DATA ?? '', 'demo.json');
  const { production, emulator, admin_token }: DemoFile = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(production && emulator);
  const { url, appid: appId, client_id: clientId, client_secret: clientSecret } = production;
  const tollgate = createTollgate({ url, appId, clientId, clientSecret });
  const { blockType } = unwrap(await tollgate.restrictions.types.set(TYPE));
  return {
    tollgate,
    markets: steer(emulator.url),
    blockType,
    settings: {
      TOLLGATE_URL: url,
      TOLLGATE_APPID: appId,
      TOLLGATE_CLIENT_ID: clientId,
      TOLLGATE_CLIENT_SECRET: clientSecret,
      TOLLGATE_BLOCK_TYPE: String(blockType),
      EMULATOR_URL: emulator.url,
    },
    async register(channel, receiver, key) {
      const path = `/admin/v1/projects/${production.game_index}/receivers/${channel}`;
      const response = await fetch(url + path, {
        method: 'PUT',
        headers: { authorization: `Bearer ${admin_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver, key }),
      });
      assert.equal(response.status, 200, await response.text());
    },
    async stop() {
      await running.stop();
      await database.drop();
    },
  };
}
