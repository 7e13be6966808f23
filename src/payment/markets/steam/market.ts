// Steam.
import type { MarketDescription, MarketOptions } from '../description.ts';
import { address } from '../shapes.ts';
import { createSteamActions, steamActions } from './actions.ts';
import { createSteamCredentialCheck } from './credential-check.ts';
import { steamShapes } from './settings.ts';
import { createSteam } from './steam.ts';

/** The emulator's default app. */
const DEMO_APP_ID = 480;

const addresses = {
  steamUrl: address(
    'STEAM_URL',
    'Steam publisher Web API.',
    'https://partner.steam-api.com',
    '/steam',
  ),
} as const satisfies MarketDescription['addresses'];

export const steam = {
  code: 'STEAM',
  prefix: 'ST',
  name: { en: 'Steam', ko: 'Steam' },
  seller: 'Steam',
  ...steamShapes,
  identity: 'steam_app_id',
  required: 'publisher_key',
  strict: { product: false, price: false },
  orders: { numberPrefix: '' },
  transactionId: 'order id',
  imports: { dateSource: 'ORDER_CREATED' },
  actions: steamActions,
  addresses,
  emulator: 'steam',
  demo: (_app, { key }) => ({
    settings: { steam_app_id: DEMO_APP_ID },
    secrets: { publisher_key: key },
  }),
  create({ http, addresses: { steamUrl: url }, log, onAccess }: MarketOptions<typeof addresses>) {
    const api = createSteam({ http, url, log, onAccess });
    return {
      ...api,
      check: createSteamCredentialCheck(api),
      actions: createSteamActions(api),
    };
  },
} as const satisfies MarketDescription;
