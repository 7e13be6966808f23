// How fast the emulator mints purchases, how much one costs to keep, and whether look-ups stay constant.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApiKey, createBearerCheck } from '../emulator/apple/bearer.ts';
import { createAuthority } from '../emulator/apple/certificates.ts';
import { createSigner } from '../emulator/apple/jws.ts';
import { createApple } from '../emulator/apple/market.ts';
import { purchase } from '../emulator/apple/purchase.ts';
import { openShop, type Shop } from '../emulator/apple/shop.ts';
import { hostMarkets } from '../emulator/host.ts';
import { createWorld } from '../emulator/world.ts';
import type { Figure } from './figure.ts';

export async function benchEmulator(): Promise<Figure[]> {
  const minted = await mintedPerSecond();
  const authority = await createAuthority();
  const keys = {
    chain: authority.chain,
    sign: createSigner(authority.chain),
    checkBearer: createBearerCheck(createApiKey()),
  };
  const shop = openShop(createWorld(1), () => keys);

  const few = 1_000;
  fill(shop, few);
  lookUpMicroseconds(shop, few); // warms up
  const early = lookUpMicroseconds(shop, few);
  const before = usedBytes();
  const counted = 200_000;
  fill(shop, counted);
  const bytes = (usedBytes() - before) / counted;
  const many = 1_000_000;
  fill(shop, many - few - counted);
  const late = lookUpMicroseconds(shop, many);
  await shop.notifications.sender.close();

  return [
    { name: 'Apple purchases minted', value: minted, unit: 'per second', atLeast: 1_000 },
    { name: 'Memory per purchase', value: bytes, unit: 'bytes', atMost: 1_024 },
    {
      name: 'Look-up and signing, 1,000,000 against 1,000 purchases',
      value: late / early,
      unit: 'times',
      atMost: 1.5,
    },
  ];
}

/** Through the control call and all, without the network. In CPU time: what one core can do. */
async function mintedPerSecond(): Promise<number> {
  const emulator = await hostMarkets([createApple]);
  const mint = async (count: number) => {
    const begun = process.cpuUsage();
    for (let n = 0; n < count; n += 1) {
      await emulator.app.inject({
        method: 'POST',
        url: '/control/apple/transactions',
        payload: { productId: 'gems', appAccountToken: crypto.randomUUID() },
      });
    }
    const { user, system } = process.cpuUsage(begun);
    return (count * 1_000_000) / (user + system);
  };
  await mint(500);
  const rate = await mint(3_000);
  await emulator.close();
  return rate;
}

function fill(shop: Shop, count: number): void {
  for (let n = 0; n < count; n += 1) {
    purchase(shop, { productId: 'gems', appAccountToken: crypto.randomUUID() });
  }
}

/** What a read of the API does: find the transaction and sign it. The median of many. */
function lookUpMicroseconds({ store, signTransaction }: Shop, count: number): number {
  const ids = Array.from(store.transactions(), ({ transactionId }) => transactionId);
  const times = Array.from({ length: 2_000 }, () => {
    const id = ids[Math.floor(Math.random() * count)] ?? '';
    const begun = performance.now();
    const transaction = store.transaction(id);
    if (transaction) signTransaction(transaction);
    return (performance.now() - begun) * 1000;
  });
  return times.toSorted((a, b) => a - b)[times.length / 2] ?? 0;
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
