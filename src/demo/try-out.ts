// What the API reference fills in while `npm start` runs: the demo's keys, and bodies that work now.
import type { Config } from '../config.ts';
import type { TryOut } from '../http/reference-routes.ts';
import { demoPath, type EnvironmentName } from '../start/environments.ts';
import { ask } from './ask.ts';
import { type DemoFile, readDemoFile } from './project.ts';
import { LOOPBACK } from './welcome.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10';

/** Nothing where others could reach the page. */
export function demoTryOut(
  config: Config,
  name: EnvironmentName,
  emulatorUrl: string | undefined,
): (() => Promise<TryOut | undefined>) | undefined {
  if (!LOOPBACK.test(config.HOST)) return undefined;
  return async () => {
    const world = readDemoFile(demoPath(config))[name];
    return (
      world && {
        ...keysOf(world),
        bodies: { ...restrictions(), ...(await receipts(emulatorUrl, name)) },
      }
    );
  };
}

const keysOf = ({
  appid,
  service_certification_key,
  client_id,
  client_secret,
}: NonNullable<DemoFile['production']>) => ({
  appid,
  service_certification_key,
  client_id,
  client_secret,
});

/** Periods that include now. */
function restrictions(): TryOut['bodies'] {
  const day = (days: number) =>
    `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)} 00:00:00`;
  const set = {
    player_id: 20_001,
    status: 'B',
    block_type: 1,
    start_date: day(-1),
    end_date: day(30),
  };
  const history = {
    providerId: 'GOOGLE',
    startDate: `${day(-7).slice(0, 10)}T00:00:00Z`,
    size: 20,
  };
  return {
    'block.set': set,
    'v2.block.set': set,
    'v2.block.bulk.set': { users: [set] },
    'purchase.history': history,
  };
}

/** A new purchase and a new subscription at the emulated Google Play. */
async function receipts(
  emulatorUrl: string | undefined,
  name: EnvironmentName,
): Promise<TryOut['bodies']> {
  if (emulatorUrl === undefined) return {};
  const buy = async (path: string, productId: string) => {
    const bought = await ask(`${emulatorUrl}/control/google/${path}`, {
      method: 'POST',
      body: { productId, obfuscatedExternalAccountId: ACCOUNT, test: name === 'sandbox' },
    });
    const { purchaseToken } = bought as { readonly purchaseToken: string };
    return {
      providerId: 'GOOGLE',
      serviceReceipt: purchaseToken,
      accountUuid: ACCOUNT,
      requestType: 1,
    };
  };
  try {
    return {
      'purchase.verify': { ...(await buy('purchases', 'gem_100')), productId: 'gem_100' },
      'subscription.verify': {
        ...(await buy('subscriptions', 'pass_monthly')),
        country: 'US',
        language: 'en',
      },
    };
  } catch {
    // The page then shows the examples of the document.
    return {};
  }
}
