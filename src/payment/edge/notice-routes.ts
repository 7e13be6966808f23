// Where the App Store and Google Play send their notices.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { NoticeOutcome, Notices } from '../notices/notices.ts';
import { keepBodiesAsText } from './gateway-routes.ts';

interface AppPath {
  Params: { appid: string };
}

export function noticeRoutes(scope: FastifyInstance, notices: Notices): void {
  keepBodiesAsText(scope);

  scope.post<AppPath>(
    '/market/v1/apple/:appid',
    { config: { operation: 'market.apple' }, schema: { hide: true } },
    async (request, reply) => {
      const { appid } = request.params;
      request.appid = appid;
      const reception = await notices.apple(appid, textOf(request.body));
      return answer(reply, reception);
    },
  );

  scope.post<AppPath>(
    '/market/v1/google/:appid',
    { config: { operation: 'market.google' }, schema: { hide: true } },
    async (request, reply) => {
      const { appid } = request.params;
      const { authorization } = request.headers;
      request.appid = appid;
      const reception = await notices.google(appid, textOf(request.body), authorization);
      if (typeof reception === 'object') {
        request.log.warn({ app: appid, reason: reception.unavailable }, 'a notice must come again');
      }
      return answer(reply, reception);
    },
  );
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/** Markets send again what is answered with 5xx. */
function answer(reply: FastifyReply, reception: NoticeOutcome): FastifyReply {
  if (typeof reception === 'object') {
    return reply.code(503).send({ error: 'unavailable', message: 'Send the notice again.' });
  }
  switch (reception) {
    case 'received':
      return reply.send({ received: true });
    case 'forged':
      return reply.code(400).send({ error: 'forged', message: 'The signature does not fit.' });
    case 'no such app':
      return reply.code(404).send({ error: 'not_found', message: 'No such app or market.' });
  }
}
