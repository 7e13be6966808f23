// Adds one route to the admin API: its schemas, its operation, and its errors.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { AlertContext } from '../../alerts/channels.ts';
import type { Actor } from '../../audit/audit.ts';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { yielding } from '../../base/call-context.ts';
import { REFERENCE_KEYWORD } from '../../base/reference.ts';
import type { PersonalTable } from '../../identity/personal-data.ts';
import type { Tokens } from '../../identity/tokens.ts';
import type { TokenCaller } from '../../operators/admin-tokens.ts';
import { areaOf, type Noun } from '../../operators/scopes.ts';
import type { SignedIn } from '../../operators/sessions.ts';
import type { OutboxContext } from '../../outbox/operations/receivers.ts';
import type { SaleActionsAt } from '../../payment/actions/at-market.ts';
import type { Ledger } from '../../payment/ledger/ledger.ts';
import type { Restoring } from '../../payment/orders/restore.ts';
import type { CheckMarket } from '../../payment/payment.ts';
import type { FindBuyerOrders } from '../../payment/verify/buyer-orders.ts';
import type { Restrictions } from '../../restriction/restrictions.ts';
import { appOf } from '../../tenants/apps.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import type { AccessDeps, Needed } from './access.ts';
import type { Cost, MemberLimits } from './costs.ts';
import { type PathOf, pathOf } from './path.ts';
import { sendRejection } from './problem.ts';
import { adminErrors, describeAdmin } from './reference.ts';
import { SENT } from './sent.ts';

export interface AdminDeps extends AccessDeps {
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly environment: 'production' | 'sandbox';
  /** The console of the other environment, if it runs. */
  readonly otherConsole?: OtherConsole | undefined;
  /** Base URL of the public listener, if the console is at another one. */
  readonly apiUrl?: string | undefined;
  readonly outbox: OutboxContext;
  readonly alerts: AlertContext;
  readonly checkMarket: CheckMarket;
  readonly saleActions: SaleActionsAt;
  readonly findBuyerOrders: FindBuyerOrders;
  readonly ledger: Ledger;
  readonly restoring: Restoring;
  /** The tables that name players. */
  readonly personalData: readonly PersonalTable[];
  readonly memberLimits: MemberLimits;
}

export interface OtherConsole {
  readonly environment: 'production' | 'sandbox';
  readonly url: string;
}

interface Route<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> {
  readonly operation: `${Noun}.${string}`;
  readonly summary: string;
  readonly needs: Needed;
  /** Where the names in the path do not say it. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The response schema; without one the status is 204. */
  readonly answer?: A;
  readonly status?: 200 | 201;
  /** Content types of a response that is a file, and the body of an upload, which is read as a stream. */
  readonly produces?: readonly string[];
  readonly upload?: TSchema;
  /** Reads much, so that each member has limits. Where it is yielding, statements of callers go first. */
  readonly cost?: Exclude<Cost, 'file'>;
  run(call: Call<P, Q, B>): Promise<Static<A> | Rejection | typeof SENT>;
}

export interface Call<P extends TSchema, Q extends TSchema, B extends TSchema = TSchema> {
  /** The app that the path names; the wrapper answers 404 where there is none. */
  readonly app: Static<P> extends { readonly appid: string } ? App : undefined;
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  readonly actor: Actor;
  readonly account: SignedIn | undefined;
  /** What the admin token is for; undefined for an account. */
  readonly adminToken: TokenCaller | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The app that the path names. */
    namedApp: App | undefined;
  }
}

/** Finds the app of every path with `:appid`, once the caller may see it and the shapes are right. */
export function findApps(scope: FastifyInstance, { directory }: AdminDeps): void {
  scope.decorateRequest('namedApp');
  scope.addHook('preHandler', async (request, reply) => {
    const { appid } = (request.params ?? {}) as { readonly appid?: string };
    if (appid === undefined) return undefined;
    const app = await appOf(directory, appid);
    if (isRejection(app)) return sendRejection(request, reply, app);
    request.namedApp = app;
    return undefined;
  });
}

/** A file has its own content types; everything else is JSON. */
function successOf(answer: TSchema | undefined, produces: readonly string[] = []): object {
  if (!answer || produces.length === 0) return answer ?? Type.Null({ description: 'Done.' });
  const media = produces.map((type) => [type, { schema: answer }]);
  return { description: 'The file.', content: Object.fromEntries(media) };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function adminRoute<
  U extends string,
  Q extends TSchema = Type.TObject,
  B extends TSchema = Type.TObject,
  A extends TSchema = Type.TUnknown,
  P extends TSchema = PathOf<U>,
>(scope: FastifyInstance, method: Method, url: U, route: Route<P, Q, B, A>): void {
  const { operation, summary, needs, params = pathOf(url), query, body, answer } = route;
  const status = answer ? (route.status ?? 200) : 204;
  const cost: Cost | undefined = route.produces ? 'file' : route.cost;
  scope.route({
    method,
    url,
    config: { operation: `admin.${operation}`, needs, area: areaOf(operation), cost },
    schema: {
      ...describeAdmin({ method, ...route, params }),
      summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(route.upload && {
        [REFERENCE_KEYWORD]: { body: route.upload, consumes: ['text/csv', 'text/plain'] },
      }),
      response: {
        [status]: successOf(answer, route.produces),
        ...adminErrors({ method, ...route, params }),
      },
    },
    handler: async (request, reply) => {
      const run = () =>
        route.run({
          app: request.namedApp as Call<P, Q, B>['app'],
          params: request.params as Static<P>,
          query: request.query as Static<Q>,
          body: request.body as Static<B>,
          actor: request.actor,
          account: request.account,
          adminToken: request.adminToken,
          request,
          reply,
        });
      const outcome = await (cost === undefined || cost === 'limited' ? run() : yielding(run));
      if (outcome === SENT) return reply;
      if (isRejection(outcome as object))
        return sendRejection(request, reply, outcome as Rejection);
      return answer ? reply.code(status).send(outcome) : reply.code(status).send();
    },
  });
}
