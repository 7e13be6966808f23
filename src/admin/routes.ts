// The admin API, mounted at /admin/v1: authentication, validation and routes.
import type { FastifyError, FastifyInstance } from 'fastify';
import { printJson } from '../base/json.ts';
import { pathOf } from '../base/problem.ts';
import { describeErrors, fieldErrors } from '../base/validation.ts';
import { actionRoutes } from './actions.ts';
import { alertRoutes } from './alerts.ts';
import { appealRoutes } from './appeals.ts';
import { appRoutes } from './apps.ts';
import { auditRoutes } from './audit.ts';
import { bulkRoutes } from './bulk.ts';
import { clientRoutes } from './clients.ts';
import { configurationRoutes } from './configuration.ts';
import { consentRoutes } from './consent.ts';
import { disputeRoutes } from './disputes.ts';
import { admit } from './edge/access.ts';
import { limitCosts } from './edge/costs.ts';
import { sendProblem } from './edge/problem.ts';
import { type AdminDeps, findApps } from './edge/route.ts';
import { figureRoutes } from './figures.ts';
import { grantRoutes } from './grants.ts';
import { importRoutes } from './imports.ts';
import { keyRoutes } from './keys.ts';
import { marketRoutes } from './markets.ts';
import { measureRoutes } from './measures.ts';
import { memberRoutes } from './members.ts';
import { noticeRoutes } from './notices.ts';
import { oidcRoutes } from './oidc.ts';
import { orderRoutes } from './orders.ts';
import { outboxRoutes } from './outbox.ts';
import { overviewRoutes } from './overview.ts';
import { personalDataRoutes } from './personal-data.ts';
import { onePlayerRoutes } from './players.ts';
import { priceKeyRoutes } from './price-keys.ts';
import { productRoutes } from './products.ts';
import { projectRoutes } from './projects.ts';
import { purchaseRoutes } from './purchases.ts';
import { receiverRoutes } from './receivers.ts';
import { refusedRoutes } from './refused.ts';
import { replayRoutes } from './replays.ts';
import { reportRoutes } from './reports.ts';
import { playerRoutes } from './restrictions.ts';
import { scopeRoutes } from './scopes.ts';
import { searchRoutes } from './search.ts';
import { serverRoutes } from './servers.ts';
import { sessionRoutes } from './session.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { tokenRoutes } from './tokens.ts';
import { typeRoutes } from './types.ts';

const NOUNS = [
  sessionRoutes,
  oidcRoutes,
  memberRoutes,
  projectRoutes,
  appRoutes,
  keyRoutes,
  priceKeyRoutes,
  clientRoutes,
  receiverRoutes,
  outboxRoutes,
  replayRoutes,
  alertRoutes,
  noticeRoutes,
  marketRoutes,
  productRoutes,
  serverRoutes,
  tokenRoutes,
  auditRoutes,
  typeRoutes,
  scopeRoutes,
  appealRoutes,
  playerRoutes,
  personalDataRoutes,
  bulkRoutes,
  measureRoutes,
  consentRoutes,
  importRoutes,
  overviewRoutes,
  figureRoutes,
  purchaseRoutes,
  disputeRoutes,
  refusedRoutes,
  reportRoutes,
  subscriptionRoutes,
  orderRoutes,
  grantRoutes,
  actionRoutes,
  onePlayerRoutes,
  searchRoutes,
  configurationRoutes,
];

export async function adminRoutes(scope: FastifyInstance, deps: AdminDeps): Promise<void> {
  scope.decorateRequest('actor');
  scope.decorateRequest('account');
  scope.decorateRequest('adminToken');
  scope.addHook('onRequest', (request, reply) => {
    // Many answers contain secrets or personal data.
    reply.header('cache-control', 'no-store');
    return admit(request, reply, deps);
  });
  limitCosts(scope, deps.memberLimits, deps.context.clock);
  checkShapes(scope);
  findApps(scope, deps);
  answerErrors(scope);
  for (const routes of NOUNS) routes(scope, deps);
}

/** Uses the server's validator; bodies are optional, and responses contain 64-bit ids. */
function checkShapes(scope: FastifyInstance): void {
  // A missing body counts as empty, so that the error names the missing fields.
  scope.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body) request.body ??= {};
  });
  scope.setSerializerCompiler(() => printJson);
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.validation) {
      const fields = fieldErrors(error.validation);
      return sendProblem(request, reply, 'invalid_request', describeErrors(fields), fields);
    }
    if ((error.statusCode ?? 500) < 500) {
      return sendProblem(request, reply, 'invalid_request', error.message);
    }
    request.log.error({ err: error });
    return sendProblem(
      request,
      reply,
      'internal_error',
      'Try again. The service log has the details.',
    );
  });
  scope.setNotFoundHandler((request, reply) => {
    const detail = `There is no ${request.method} ${pathOf(request.url)}.`;
    return sendProblem(request, reply, 'not_found', detail);
  });
}
