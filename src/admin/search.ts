// Admin route of the search: one text, looked for among everything that the caller can see.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { OperationContext } from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import {
  accessOf,
  isGranted,
  type Reader,
  readsArea,
  tokenAccess,
  viewerOf,
} from '../operators/access.ts';
import { Email } from '../operators/accounts.ts';
import { findMembers } from '../operators/members.ts';
import { RoleName } from '../operators/roles.ts';
import { AREAS } from '../operators/scopes.ts';
import {
  appsOfBuyer,
  type FoundByAnyId,
  findByAnyId,
  type InApp,
  OpenOrder,
} from '../payment/queries/any-id.ts';
import { PURCHASE_EXAMPLE, PurchaseView } from '../payment/queries/purchase-view.ts';
import { SubscriptionView } from '../payment/queries/subscription-view.ts';
import { FOUND_BY, findPlayers } from '../players/search.ts';
import { Appid } from '../tenants/apps.ts';
import { GameIndex } from '../tenants/projects.ts';
import { type VisibleApp, visibleApps } from '../tenants/visible-apps.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

/** Of each kind. */
const MOST = 10;

const SearchQuery = Type.Object(
  {
    q: Type.String({
      pattern: '^[^\\x00-\\x1f\\x7f]{1,300}$',
      description:
        "A player id, account UUID, support code, device id, any id of a purchase, order or subscription, the order number in Apple's e-mail to the buyer, or the e-mail address of a member. Compared as a whole.",
    }),
    appid: Type.Optional(Appid),
  },
  { additionalProperties: false },
);

const Place = {
  game_index: GameIndex,
  appid: Appid,
  app_name: Type.String(),
};

const SearchPlayer = namedObject('SearchPlayer', {
  ...Place,
  player_id: Id64Answer('Player identifier.'),
  found_by: Type.Enum([...FOUND_BY], { description: 'What the text is to this player.' }),
  restriction: orNull(
    Type.Object({
      block_type: Type.Integer(),
      type_name: Type.String(),
      type_en_name: Type.String(),
    }),
    'The type of the current restriction; null without one.',
  ),
});

const SearchMember = namedObject('SearchMember', {
  game_index: orNull(GameIndex, 'Null for an owner of the installation.'),
  email: Email,
  role: RoleName,
});
type SearchMember = Type.Static<typeof SearchMember>;

const SearchResult = namedObject(
  'SearchResult',
  {
    players: Type.Array(SearchPlayer),
    purchases: Type.Array(namedObject('SearchPurchase', { ...Place, ...PurchaseView.properties })),
    orders: Type.Array(namedObject('SearchOrder', { ...Place, ...OpenOrder }), {
      description: 'Orders without a verified purchase.',
    }),
    subscriptions: Type.Array(
      namedObject('SearchSubscription', { ...Place, ...SubscriptionView.properties }),
    ),
    members: Type.Array(SearchMember),
  },
  {
    examples: [
      {
        players: [],
        purchases: [
          {
            game_index: 1001,
            appid: 'com.tollgate.demo',
            app_name: 'Tollgate Demo',
            ...PURCHASE_EXAMPLE,
          },
        ],
        orders: [],
        subscriptions: [],
        members: [],
      },
    ],
  },
);
type SearchResult = Type.Static<typeof SearchResult>;

export function searchRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps;
  adminRoute(scope, 'GET', '/search', {
    operation: 'search.find',
    summary: `Finds players, purchases, orders, subscriptions and members by an id, at most ${MOST} of each.`,
    needs: 'caller',
    query: SearchQuery,
    answer: SearchResult,
    cost: 'limited',
    async run({ query: { q, appid }, account, adminToken }): Promise<SearchResult> {
      const text = q.trim();
      const apps = await visibleApps(context, viewerOf({ account, adminToken }), appid);
      const [players, sales, members] = await Promise.all([
        readsArea(adminToken, AREAS.player)
          ? findPlayers(context, apps, text, { limit: MOST, alsoIn: appsOfBuyer })
          : [],
        readsArea(adminToken, AREAS.purchase) ? findSales(deps, apps, text) : NO_SALES,
        text.includes('@') ? findVisibleMembers(context, { account, adminToken }, text) : [],
      ]);
      const placed = withPlace(apps);
      return {
        players: players.map((each) => placed(each)),
        purchases: sales.purchases.map((each) => placed(each)),
        orders: sales.orders.map((each) => placed(each)),
        subscriptions: sales.subscriptions.map((each) => placed(each)),
        members,
      };
    },
  });
}

const NO_SALES: FoundByAnyId = { purchases: [], orders: [], subscriptions: [] };

/** Of what is not on record under this text, the buyer may have an order number that only the market knows. */
async function findSales(
  { context, findBuyerOrders }: AdminDeps,
  apps: readonly VisibleApp[],
  text: string,
): Promise<FoundByAnyId> {
  const own = await findByAnyId(context, apps, text, MOST);
  if (Object.values(own).some((list) => list.length > 0)) return own;
  const purchases: FoundByAnyId['purchases'][number][] = [];
  for (const { app, storeTransactionIds } of await findBuyerOrders(apps, text)) {
    for (const id of storeTransactionIds) {
      purchases.push(...(await findByAnyId(context, [app], id, MOST)).purchases);
    }
  }
  return { ...own, purchases: purchases.slice(0, MOST) };
}

/** The app with its name, before what was found in it. */
function withPlace(apps: readonly VisibleApp[]) {
  const byId = new Map(apps.map((app) => [app.appid, app]));
  return <T extends InApp>(found: T) => {
    const { gameIndex, name } = byId.get(found.appid) as VisibleApp;
    return { game_index: gameIndex, app_name: name, ...found };
  };
}

/** Only who may list the members of a project finds them. */
async function findVisibleMembers(
  context: OperationContext,
  { account, adminToken }: Reader,
  email: string,
): Promise<SearchMember[]> {
  const visible: SearchMember[] = [];
  for (const { gameIndex, ...member } of await findMembers(context, email)) {
    const subject = gameIndex === null ? {} : { game_index: String(gameIndex) };
    const demand = { role: 'owner', area: AREAS.member, subject } as const;
    const access = adminToken
      ? await tokenAccess(context, adminToken, demand)
      : account && (await accessOf(context, account, demand));
    if (access && isGranted(access)) visible.push({ game_index: gameIndex, ...member });
    if (visible.length === MOST) break;
  }
  return visible;
}
