// POST /payment/v1/owned: what an account or a player owns now.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id64 } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { orNull } from '../../base/shapes.ts';
import { MarketName } from '../markets/markets.ts';
import type { FindOwned, Owned } from '../owned/owned.ts';
import { problem } from '../problem.ts';
import { AccountUuid, answers } from './schema.ts';
import { callerOf, sendData, sendProblem } from './scope.ts';

const OwnedBy = Type.Object(
  {
    accountUuid: Type.Optional(AccountUuid),
    targetPlayerId: Type.Optional(
      Id64('All accounts of this player. Requires an app-server token.'),
    ),
  },
  { examples: [{ accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10' }] },
);
type OwnedBy = Type.Static<typeof OwnedBy>;

const OwnedProduct = Type.Object({
  productId: Type.String(),
  providerId: orNull(MarketName, 'Null for a grant.'),
  since: Type.String({ format: 'date-time' }),
  until: orNull(Type.String({ format: 'date-time' }), 'Null: for good.'),
  ownership: Type.Enum(['PURCHASED', 'FAMILY_SHARED', 'GRANTED']),
});

export function ownedRoutes(
  scope: FastifyInstance,
  { owned }: { readonly owned: FindOwned },
): void {
  scope.post(
    '/payment/v1/owned',
    {
      config: { operation: 'purchase.owned', callers: ['app', 'user'] },
      schema: {
        tags: ['Purchases'],
        summary: 'List what an account or a player owns now',
        description:
          'Permanent products, running subscriptions, and what operators granted. Read from the database; a market is asked only after the end of a subscription. An app server names `accountUuid` or `targetPlayerId`; a user token sees its own player, and sends neither.',
        body: OwnedBy,
        response: answers(Type.Array(OwnedProduct)),
      },
    },
    async (request, reply) => {
      const { app, token } = callerOf(request);
      const { accountUuid, targetPlayerId } = request.body as OwnedBy;
      if (token.use !== 'app' && (accountUuid ?? targetPlayerId) !== undefined) {
        return sendProblem(request, reply, problem('FORBIDDEN_REQUEST', NOT_FOR_USERS));
      }
      const playerId = token.use === 'app' ? targetPlayerId : token.playerId;
      const whose =
        playerId !== undefined
          ? { playerId }
          : accountUuid === undefined
            ? undefined
            : { accountUuid };
      if (!whose) return sendProblem(request, reply, problem('INVALID_REQUEST', NOBODY));
      return sendData(reply, JSON.stringify((await owned(app, whose)).map(view)));
    },
  );
}

const view = ({ productId, provider, since, until, ownership }: Owned) => ({
  productId,
  providerId: provider,
  since: isoTime(since),
  until: isoTimeOrNull(until),
  ownership,
});

const NOBODY = 'Send accountUuid or targetPlayerId.';
const NOT_FOR_USERS =
  'accountUuid and targetPlayerId require an app-server token. With a login token, leave them out: the list has what that player owns.';
