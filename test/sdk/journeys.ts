// The installed SDK, run by a runtime: the same journey on each.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ACCOUNT, openAppleShop, PRODUCT } from '../payment/shop.ts';
import { START } from '../support/harness.ts';
import { installSdk, packSdk } from './packed.ts';
import { PLAYER, sdkSuite } from './running.ts';
import type { Runtime } from './runtimes.ts';

export interface InstalledSdk {
  /** The folder of a package that depends on the SDK. */
  readonly home: string;
  /** The file that `npm pack` made. */
  readonly packed: string;
  remove(): void;
}

export async function installedSdk(): Promise<InstalledSdk> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'));
  const home = join(folder, 'home');
  const packed = await packSdk(folder);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  await installSdk(home, packed);
  return { home, packed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const KEY = 'game-server-key';
const body = `{"game_index":1,"server_url":"x","data":[{"player_id":${PLAYER},"status":"P","start_date":"a","end_date":"b"}]}`;
const signature = createHmac('sha256', KEY).update(`msg_1.${START / 1_000}.${body}`);
const webhook = {
  body,
  headers: {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(START / 1_000),
    'webhook-signature': `v1,${signature.digest('base64')}`,
  },
  key: KEY,
  now: START,
};

export function sdkJourneys(home: string, runtimes: readonly Runtime[]): void {
  sdkSuite('SDK, installed', ({ gate, markets, url }) => {
    for (const { name, command, skip } of runtimes) {
      test(`the same journey on ${name}`, { skip }, async () => {
        const [program, ...args] = command ?? [''];
        const shop = await openAppleShop(gate, markets);
        const { signedTransaction } = await shop.buy();
        const { appid: appId, clientId, clientSecret } = shop.app;
        const journey = {
          client: { url: url(), appId, clientId, clientSecret },
          purchase: {
            accountUuid: ACCOUNT,
            serviceReceipt: signedTransaction,
            productId: PRODUCT,
            providerId: 'APPLE',
            requestType: 1,
          },
          webhook,
          startDate: new Date(START - 1_000).toISOString(),
        };
        cpSync(join(import.meta.dirname, 'journey.mjs'), join(home, 'journey.mjs'));
        const env = { ...process.env, JOURNEY: JSON.stringify(journey) };
        const { stdout } = await promisify(execFile)(program, [...args, 'journey.mjs'], {
          cwd: home,
          env,
        });
        assert.deepEqual(JSON.parse(stdout), {
          lost: 2,
          banned: String(PLAYER),
          token: null,
          duplicated: false,
          inHistory: true,
          forged: 'SIGNATURE_MISMATCH',
          players: [String(PLAYER)],
          aborted: 'ABORTED',
        });
      });
    }
  });
}
