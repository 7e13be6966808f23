// Endpoints for store notifications, one for each market that sends them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeTraits } from '../markets/description.ts';
import type { Unavailable } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import type { NoticeOutcome, Notices } from '../notices/notices.ts';
import { keepBodiesAsText } from './gateway-routes.ts';
import { noticeReference } from './notice-reference.ts';

interface AppPath {
  Params: { appid: string };
}

export function noticeRoutes(scope: FastifyInstance, notices: Notices): void {
  keepBodiesAsText(scope);

  for (const market of notices.markets) {
    const traits = marketOf(market).notices as NoticeTraits;
    scope.post<AppPath>(
      `/market/v1/${traits.path}/:appid`,
      { config: { operation: `market.${traits.path}` }, schema: noticeReference(traits) },
      async (request, reply) => {
        const { appid } = request.params;
        request.appid = appid;
        const { body, headers } = request;
        const reception = await notices.receive(market, appid, { body: textOf(body), headers });
        if (typeof reception === 'object') warnOf(request, reception);
        return answer(reply, reception);
      },
    );
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

const warnOf = ({ log, appid }: FastifyRequest, { unavailable: reason }: Unavailable): void =>
  log.warn({ app: appid, reason }, 'store notification not processed; the store will retry');

/** Markets retry after a 5xx answer. */
function answer(reply: FastifyReply, reception: NoticeOutcome): FastifyReply {
  if (typeof reception === 'object') {
    return reply
      .code(503)
      .send({ error: 'unavailable', message: 'Not processed yet. Retry later.' });
  }
  switch (reception) {
    case 'received':
    case 'foreign':
      return reply.send({ received: true });
    case 'forged':
      return reply.code(400).send({ error: 'forged', message: 'The signature is not valid.' });
    case 'no such app':
      return reply.code(404).send({ error: 'not_found', message: 'No such app or market.' });
  }
}
