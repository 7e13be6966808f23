// Steam's wire paths: both transaction interfaces and the ticket check, behind the publisher key.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyText, keepBodiesAsText, queryText } from '../pg/form.ts';
import { sameSecret } from '../pg/secret.ts';
import { authenticateUserTicket, getUserInfo } from './accounts.ts';
import { html } from './errors.ts';
import { initTxn } from './init.ts';
import { getReport } from './report.ts';
import type { Environment, Space } from './space.ts';
import { finalizeTxn, queryTxn, refundTxn } from './transactions.ts';

const methods = [
  { path: 'GetUserInfo/v2', verb: 'GET', answer: getUserInfo },
  { path: 'InitTxn/v3', verb: 'POST', answer: initTxn },
  { path: 'QueryTxn/v3', verb: 'GET', answer: queryTxn },
  { path: 'FinalizeTxn/v2', verb: 'POST', answer: finalizeTxn },
  { path: 'RefundTxn/v2', verb: 'POST', answer: refundTxn },
  { path: 'GetReport/v5', verb: 'GET', answer: getReport },
] as const;

type Verb = (typeof methods)[number]['verb'];

export function steamRoutes(
  scope: FastifyInstance,
  key: () => string,
  spaces: Record<Environment, Space>,
): void {
  keepBodiesAsText(scope);

  function serve(path: string, verb: Verb, answer: (params: URLSearchParams) => object) {
    // Steam takes its paths with and without the last slash.
    for (const url of [path, `${path}/`]) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        handler: async (request, reply) => {
          if (request.method !== verb) {
            const text = 'This API must be called with a HTTP ';
            return reply
              .code(405)
              .type('text/html')
              .send(html('Method Not Allowed', text + verb));
          }
          const params = new URLSearchParams(
            verb === 'GET' ? queryText(request) : bodyText(request),
          );
          const { keyAddresses } = spaces.production.settings;
          const isBoundElsewhere = keyAddresses !== null && !keyAddresses.includes(request.ip);
          if (isBoundElsewhere || !sameSecret(givenKey(request, params), key())) {
            return reply.code(403).type('text/html').send(html('Forbidden', 'Check the key.'));
          }
          return answer(params);
        },
      });
    }
  }

  for (const { path, verb, answer } of methods) {
    serve(`/ISteamMicroTxn/${path}`, verb, (params) => answer(spaces.production, params));
    serve(`/ISteamMicroTxnSandbox/${path}`, verb, (params) => answer(spaces.sandbox, params));
  }
  serve('/ISteamUserAuth/AuthenticateUserTicket/v1', 'GET', (params) =>
    authenticateUserTicket(spaces.production.users, params),
  );
  scope.setNotFoundHandler((_request, reply) => {
    reply.code(404).type('text/html').send(html('Not Found', 'There is no such method.'));
  });
}

function givenKey(request: FastifyRequest, params: URLSearchParams): string {
  const header = request.headers['x-webapi-key'];
  return params.get('key') ?? (typeof header === 'string' ? header : '');
}
