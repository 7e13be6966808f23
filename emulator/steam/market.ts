// Steam: microtransactions in two spaces (live and sandbox), one publisher key, shared accounts.

import { newSecret } from '../pg/secret.ts';
import type { CreateMarket, Market, World } from '../world.ts';
import { steamControl } from './control.ts';
import { html } from './errors.ts';
import { createOrderBook, type Order } from './orders.ts';
import { steamPages } from './page.ts';
import { steamActions, steamRecords } from './records.ts';
import { steamRoutes } from './routes.ts';
import {
  type Environment,
  environments,
  type ForcedFailure,
  type Space,
  type SteamSettings,
  usualSettings,
} from './space.ts';
import { createUsers, type Users } from './users.ts';

interface SteamState {
  key: string;
  users: unknown;
  /** Absent in older exports. */
  settings?: SteamSettings;
  spaces: Record<Environment, { orders: Order[]; forced: ForcedFailure[] }>;
}

export const createSteam: CreateMarket = async (world): Promise<Market> => {
  let key = newSecret(16).toUpperCase();
  const users = createUsers();
  const settings = { ...usualSettings };
  const spaces: Record<Environment, Space> = {
    production: createSpace('production', world, users, settings),
    sandbox: createSpace('sandbox', world, users, settings),
  };

  return {
    name: 'steam',
    title: 'Steam',
    routes: (scope) => steamRoutes(scope, () => key, spaces),
    control: (scope) => steamControl(scope, spaces),
    pages: (scope) => steamPages(scope, Object.values(spaces)),
    records: () => steamRecords(Object.values(spaces)),
    actions: () => steamActions(settings),
    trust: () => ({}),
    credentials: () => ({ key }),
    summary: () => ({
      users: users.size,
      orders: spaces.production.orders.size,
      sandboxOrders: spaces.sandbox.orders.size,
    }),
    exportState: (): SteamState => ({
      key,
      users: users.exportState(),
      settings,
      spaces: { production: save(spaces.production), sandbox: save(spaces.sandbox) },
    }),
    importState(state) {
      const saved = state as SteamState;
      key = saved.key;
      users.importState(saved.users);
      Object.assign(settings, usualSettings, saved.settings);
      for (const environment of environments) {
        const { orders, forced } = saved.spaces[environment];
        spaces[environment].orders.importState(orders);
        spaces[environment].forced = forced;
      }
    },
    reset() {
      users.reset();
      Object.assign(settings, usualSettings);
      for (const space of Object.values(spaces)) {
        space.orders.importState([]);
        space.forced = [];
      }
    },
    faultBody: (kind) => ({
      status: Number(kind),
      headers: {
        'content-type': 'text/html',
        ...(kind === '429' && { 'retry-after': '1' }),
      },
      body:
        kind === '429'
          ? html('Too Many Requests', 'Slow down.')
          : html('Internal Server Error', 'Something went wrong.'),
    }),
  };
};

function createSpace(
  environment: Environment,
  world: World,
  users: Users,
  settings: SteamSettings,
): Space {
  return {
    environment,
    orders: createOrderBook(world.clock.now, environment === 'production' ? 0 : 1),
    users,
    baseUrl: () => world.baseUrl(),
    settings,
    forced: [],
  };
}

function save({ orders, forced }: Space) {
  return { orders: orders.exportState(), forced };
}
