// A shop whose gateway sends its webhooks to the listening service, when they are released.
import type { AddressInfo } from 'node:net';
import type { Gate } from '../../support/harness.ts';
import type { Markets } from '../../support/markets.ts';
import { type OrderShop, type OrderShopOptions, openOrderShop } from './order-shop.ts';

export interface ListeningShop {
  readonly shop: OrderShop;
  /** Where the webhooks go. */
  readonly path: string;
  /** Delivers what was held back; the statuses of the answers to this shop's webhooks. */
  release(): Promise<number[]>;
}

export async function openListeningShop(
  gate: Gate,
  markets: Markets,
  gateway: 'STRIPE' | 'PORTONE',
  options: OrderShopOptions = {},
): Promise<ListeningShop> {
  // Signatures are dated by the wall clock.
  gate.now = Date.now();
  const shop = await openOrderShop(gate, markets, { ...options, gateway });
  const { app } = gate.service;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const name = gateway.toLowerCase();
  const path = `/market/v1/pg/${name}/${shop.app.appid}`;
  // Gateways send to every address: those of earlier shops would only cost time.
  await fetch(`${markets.url}/control/${name}/webhooks`, { method: 'DELETE' });
  await markets.control(`/${name}/webhooks`, { url: `http://127.0.0.1:${port}${path}` });
  await markets.control(`/${name}/webhooks/hold`, {});
  return {
    shop,
    path,
    async release() {
      const { notifications } = await markets.control(`/${name}/webhooks/release`, {});
      const own = notifications.filter((each: { url: string }) => each.url.endsWith(path));
      await markets.control(`/${name}/webhooks/hold`, {});
      return own.map((each: { attempts: { status: number }[] }) => each.attempts.at(-1)?.status);
    },
  };
}
