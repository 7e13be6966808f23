// Everything around STEAM and PG orders, wired once.
import type { Logger } from 'pino';
import type { Desk } from '../apps/desk.ts';
import { createDeliveries } from './delivery.ts';
import type { GatewayRouteDeps } from './gateway-routes.ts';
import type { JobHandler } from './jobs.ts';
import type { MarketApps } from './market-apps.ts';
import type { OrderRouteDeps } from './order-routes.ts';
import { createOrderBook } from './orders.ts';
import { createPgOrders, type PgOrders } from './orders-pg.ts';
import { createPgOpening } from './orders-pg-open.ts';
import { createRestoring } from './orders-restore.ts';
import { createSteamOrders, SETTLE_JOB, type SteamOrders } from './orders-steam.ts';
import { createSteamOpening } from './orders-steam-open.ts';
import type { MarketHttp } from './providers/market-http.ts';
import { createPortone } from './providers/pg/portone.ts';
import { createStripe } from './providers/pg/stripe.ts';
import type { MarketAddresses } from './providers/provider.ts';
import { createSeal } from './providers/seal.ts';
import { createSteam, type Steam } from './providers/steam.ts';

export interface OrderDeskOptions {
  readonly desk: Desk;
  readonly marketApps: MarketApps;
  readonly http: MarketHttp;
  readonly addresses: MarketAddresses;
  readonly publicUrl: string;
  readonly log: Logger;
}

export interface OrderDesk {
  readonly steam: Steam;
  readonly providers: { readonly STEAM: SteamOrders; readonly PG: PgOrders };
  readonly jobs: Readonly<Record<string, JobHandler>>;
  readonly orderRoutes: OrderRouteDeps;
  readonly gatewayRoutes: Omit<GatewayRouteDeps, 'keepNotice'>;
}

export function createOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { desk, marketApps, http, addresses, publicUrl, log } = options;
  const { clock, storage, vault } = desk;
  const book = createOrderBook(storage.db, clock, createSeal(vault));
  const market = createSteam({ http, url: addresses.steamUrl, log });
  const gateways = {
    STRIPE: createStripe({ http, url: addresses.stripeUrl, log, clock }),
    PORTONE: createPortone({ http, url: addresses.portoneUrl, log }),
  };
  const steam = createSteamOrders({ desk, book, steam: market, marketApps });
  const pg = createPgOrders({ desk, book, gateways });
  return {
    steam: market,
    providers: { STEAM: steam, PG: pg },
    jobs: { [SETTLE_JOB]: steam.settle },
    orderRoutes: {
      marketApps,
      book,
      openSteam: createSteamOpening({ desk, book, steam: market, log }),
      openPg: createPgOpening({ desk, book, gateways, publicUrl, log }),
      restoring: createRestoring({ desk, book, marketApps, steam, pg }),
      reportDelivery: createDeliveries(storage.db, clock),
    },
    gatewayRoutes: {
      desk,
      marketApps,
      book,
      pg,
      portoneUrl: addresses.portoneUrl,
      publicUrl,
      log,
    },
  };
}
