// Admin routes of market settings: one route per market, since each has a shape of its own.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { namedObject } from '../base/named.ts';
import { listOf } from '../base/paging.ts';
import { CREDENTIAL_CHECK_CODES } from '../payment/markets/credential-check.ts';
import { MARKET_CODES, MarketName } from '../payment/markets/markets.ts';
import { FormerGateway, removeFormer } from '../payment/settings/former-gateways.ts';
import {
  listMarkets,
  marketInput,
  notSet,
  readMarket,
  removeMarket,
  setMarket,
} from '../payment/settings/market-settings.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const CredentialCheckResult = namedObject('CredentialCheck', {
  ok: Type.Boolean(),
  code: Type.Enum(CREDENTIAL_CHECK_CODES, {
    description: 'Result of the check. Codes are stable; the text may change.',
  }),
  details: Type.Object(
    {
      missing: Type.Optional(
        Type.Array(Type.String(), { description: 'Settings and secrets that are not set.' }),
      ),
      secret: Type.Optional(Type.String({ description: 'The secret that Tollgate cannot parse.' })),
      reason: Type.Optional(Type.String({ description: "The market's own message." })),
      right: Type.Optional(
        Type.Enum(['view_orders', 'manage_orders'], {
          description: 'The missing permission at Google Play.',
        }),
      ),
      mode: Type.Optional(Type.Enum(['live', 'test'], { description: 'The mode of the key.' })),
      app: Type.Optional(Type.String({ description: 'Id of the app at the market.' })),
    },
    { description: 'The values that the text mentions.' },
  ),
  text: Type.String({ description: 'The result in one sentence.' }),
});

const MarketRecord = namedObject('MarketRecord', {
  appid: Type.String(),
  market: MarketName,
  settings: Type.Object({}, { additionalProperties: true }),
  secrets_set: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
  updated_at: Type.String(),
  refused: Type.Optional(
    Type.Object(
      {
        since: Type.String({ description: 'When it began.' }),
        at: Type.String({ description: 'When it was last seen, to the hour.' }),
        code: Type.String({ description: 'As in a check.' }),
        details: Type.Object({}, { additionalProperties: true, description: 'As in a check.' }),
        text: Type.String({ description: 'What is wrong, in one sentence.' }),
      },
      {
        description:
          'Present while the market refuses the credentials: what the last check found. A successful call or check ends it.',
      },
    ),
  ),
  failing_since: Type.Optional(
    Type.String({ description: 'Present while the market has given no answer for a minute.' }),
  ),
  former: Type.Optional(
    Type.Array(FormerGateway, {
      description:
        'Payment gateways that the app used before. Orders that were opened there are verified and refunded with these credentials.',
    }),
  ),
});

export function marketRoutes(
  scope: FastifyInstance,
  { context, checkMarket }: Pick<AdminDeps, 'context' | 'checkMarket'>,
): void {
  adminRoute(scope, 'GET', '/apps/:appid/markets', {
    operation: 'market.list',
    summary: 'Lists the market settings of an app and which secrets are set.',
    needs: 'viewer',
    answer: listOf(MarketRecord),
    run: ({ params }) => listMarkets(context, params.appid),
  });
  adminRoute(scope, 'GET', '/apps/:appid/markets/:market', {
    operation: 'market.read',
    summary: 'Returns the settings of an app at a market.',
    needs: 'viewer',
    answer: MarketRecord,
    run: ({ params }) => readMarket(context, params),
  });
  for (const market of MARKET_CODES) {
    adminRoute(scope, 'PUT', `/apps/:appid/markets/${market}`, {
      operation: `market.set.${market}`,
      summary: `Replaces the settings at ${market}. Secrets you leave out stay as they are.`,
      needs: 'admin',
      body: marketInput(market),
      answer: MarketRecord,
      run: ({ params, body, actor }) => setMarket(context, actor, { ...body, ...params, market }),
    });
  }
  adminRoute(scope, 'POST', '/apps/:appid/markets/:market/check', {
    operation: 'market.check',
    summary: 'Checks with the market whether the settings and secrets of an app work.',
    needs: 'operator',
    answer: CredentialCheckResult,
    run: async ({ params }) => (await checkMarket(params.appid, params.market)) ?? notSet(params),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/markets/:market', {
    operation: 'market.remove',
    summary: 'Removes the settings and secrets of an app at a market.',
    needs: 'admin',
    run: ({ params, actor }) => removeMarket(context, actor, params),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/markets/PG/former/:gateway', {
    operation: 'market.remove_former',
    summary:
      'Removes the credentials of a former payment gateway. Orders that were opened there can no longer be verified.',
    needs: 'admin',
    run: ({ params, actor }) => removeFormer(context, actor, params),
  });
}
