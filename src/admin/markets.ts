// Admin routes of market settings: one route per market, since each has a shape of its own.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { namedObject } from '../base/named.ts';
import { listOf } from '../base/paging.ts';
import { CREDENTIAL_CHECK_CODES } from '../payment/markets/credential-check.ts';
import {
  listMarkets,
  notSet,
  readMarket,
  removeMarket,
  setMarket,
} from '../tenants/market-settings.ts';
import { MARKETS, MarketName, marketInput } from '../tenants/market-shapes.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, MarketPath } from './edge/schema.ts';

const MarketRecord = namedObject('MarketRecord', {
  appid: Type.String(),
  market: MarketName,
  settings: Type.Object({}, { additionalProperties: true }),
  secrets_set: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
  updated_at: Type.String(),
});

const CredentialCheckResult = namedObject('CredentialCheck', {
  ok: Type.Boolean(),
  code: Type.Enum(CREDENTIAL_CHECK_CODES, {
    description: 'What was found; a code keeps its meaning, the sentence may change.',
  }),
  details: Type.Object(
    {
      missing: Type.Optional(
        Type.Array(Type.String(), { description: 'Settings and secrets that are not set.' }),
      ),
      secret: Type.Optional(Type.String({ description: 'The secret that cannot be read.' })),
      reason: Type.Optional(Type.String({ description: "In the market's own words." })),
      right: Type.Optional(
        Type.Enum(['view_orders', 'manage_orders'], { description: 'At Google Play.' }),
      ),
      app: Type.Optional(Type.String({ description: 'The app as the market calls it.' })),
    },
    { description: 'What the sentence names.' },
  ),
  text: Type.String({ description: 'What the market said, in one sentence.' }),
});

export function marketRoutes(
  scope: FastifyInstance,
  { context, checkMarket }: Pick<AdminDeps, 'context' | 'checkMarket'>,
): void {
  adminRoute(scope, 'GET', '/apps/:appid/markets', {
    operation: 'market.list',
    summary: 'Market settings of an app; never the secrets, only which are set.',
    needs: 'viewer',
    params: AppPath,
    answer: listOf(MarketRecord),
    run: ({ params }) => listMarkets(context, params.appid),
  });
  adminRoute(scope, 'GET', '/apps/:appid/markets/:market', {
    operation: 'market.read',
    summary: 'Settings of an app at one market.',
    needs: 'viewer',
    params: MarketPath,
    answer: MarketRecord,
    run: ({ params }) => readMarket(context, params),
  });
  for (const market of MARKETS) {
    adminRoute(scope, 'PUT', `/apps/:appid/markets/${market}`, {
      operation: `market.set.${market}`,
      summary: `Sets the settings at ${market}, and the secrets that are sent.`,
      needs: 'admin',
      params: AppPath,
      body: marketInput(market),
      answer: MarketRecord,
      run: ({ params, body, actor }) => setMarket(context, actor, { ...body, ...params, market }),
    });
  }
  adminRoute(scope, 'POST', '/apps/:appid/markets/:market/check', {
    operation: 'market.check',
    summary: 'Asks the market whether the settings and secrets of an app work there.',
    needs: 'operator',
    params: MarketPath,
    answer: CredentialCheckResult,
    run: async ({ params }) => (await checkMarket(params.appid, params.market)) ?? notSet(params),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/markets/:market', {
    operation: 'market.remove',
    summary: 'Removes settings and secrets of an app at one market.',
    needs: 'admin',
    params: MarketPath,
    run: ({ params, actor }) => removeMarket(context, actor, params),
  });
}
