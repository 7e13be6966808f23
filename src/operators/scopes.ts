// What admin tokens may do: one table of scopes and areas, and the area of every noun of the admin API.
import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Role, Scope } from '../storage/schema.ts';

export type { Scope };

/** The nouns of the admin API by area. Each route is named `<noun>.<verb>`. */
export const AREAS = {
  project: 'app',
  app: 'app',
  server: 'app',
  type: 'restriction',
  scope: 'restriction',
  appeal: 'restriction',
  player: 'restriction',
  restriction: 'restriction',
  bulk: 'restriction',
  market: 'payment',
  product: 'payment',
  'price-key': 'payment',
  purchase: 'payment',
  refund: 'payment',
  dispute: 'payment',
  report: 'payment',
  grant: 'payment',
  action: 'payment',
  subscription: 'payment',
  figures: 'payment',
  notices: 'payment',
  receiver: 'delivery',
  outbox: 'delivery',
  replay: 'delivery',
  overview: 'delivery',
  alert: 'delivery',
  search: 'app',
  key: 'access',
  client: 'access',
  audit: 'access',
  member: 'access',
  owner: 'access',
  invitation: 'access',
  session: 'access',
  environment: 'access',
  'admin-token': 'access',
  'signing-key': 'access',
  // Of both halves, so for tokens of neither.
  'personal-data': 'access',
  measure: 'access',
  consent: 'access',
  configuration: 'access',
} as const satisfies Record<string, string>;

export type Noun = keyof typeof AREAS;
export type Area = (typeof AREAS)[Noun];

/** The role that a token has in each area; without one it may not enter. */
export const SCOPES: Readonly<Record<Scope, Readonly<Partial<Record<Area, Role>>>>> = {
  full: {
    app: 'owner',
    restriction: 'owner',
    payment: 'owner',
    delivery: 'owner',
    access: 'owner',
  },
  read: {
    app: 'viewer',
    restriction: 'viewer',
    payment: 'viewer',
    delivery: 'viewer',
    access: 'viewer',
  },
  restriction: { app: 'viewer', restriction: 'admin' },
  payment: { app: 'viewer', payment: 'admin' },
};

export const ScopeName = named(
  'Scope',
  Type.Enum(Object.keys(SCOPES) as Scope[], {
    default: 'full',
    description:
      '`full` does everything, `read` reads what the role viewer reads, `restriction` manages types and restricted players, `payment` manages markets, products and purchases. The last two also read projects and apps.',
  }),
);

/** The area of an operation such as `key.rotate`. */
export const areaOf = (operation: `${Noun}.${string}`): Area =>
  AREAS[operation.split('.', 1)[0] as Noun];
