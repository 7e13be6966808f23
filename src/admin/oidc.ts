// Admin routes of sign-in by OpenID Connect: begin, return from the issuer, sign-out, logout by the issuer, connections.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound, type Rejection } from '../audit/operation.ts';
import { readText } from '../base/body.ts';
import { listOf } from '../base/paging.ts';
import { type IssuerClient, IssuerProblem } from '../operators/oidc/client.ts';
import { Connection, disconnect, listConnections } from '../operators/oidc/connections.ts';
import { endByLogout, readTokens } from '../operators/oidc/sessions.ts';
import { type Begun, beginSignIn, finishSignIn, report } from '../operators/oidc/sign-in.ts';
import { Password } from '../operators/passwords.ts';
import { provePassword } from '../operators/proof.ts';
import { WRONG_PASSWORD } from '../operators/second-factor.ts';
import { endSession, type SignedIn } from '../operators/sessions.ts';
import { flowCookie, readCookie, writeCookie, writeFlowCookie } from './edge/cookie.ts';
import { sendProblem } from './edge/problem.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { SENT } from './edge/sent.ts';
import { claimOf, sendLocked } from './session.ts';

const CLOSED = { additionalProperties: false };

const Beginning = Type.Object(
  {
    next: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Path of the console to go on at.' }),
    ),
  },
  CLOSED,
);
const Connecting = Type.Object({ password: Password }, CLOSED);
const AtIssuer = Type.Object({
  url: Type.String({ description: 'Address at the issuer to send the browser to.' }),
});
const SignedOut = Type.Object({
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'Address at the issuer that signs out there. Null: there is none.',
  }),
});

export function oidcRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context, oidc, cookieName, publicUrl } = deps;

  const find = (name: string): IssuerClient | undefined =>
    oidc.clients.find(({ issuer }) => issuer.name === name);
  const unknown = (name: string): Rejection => notFound(`There is no issuer ${name}.`);

  /** The cookie that the return from the issuer must bring. */
  function send(request: FastifyRequest, reply: FastifyReply, begun: Begun) {
    if ('url' in begun) {
      reply.header('set-cookie', writeFlowCookie(cookieName, begun.cookie, publicUrl));
      return { url: begun.url };
    }
    if ('lockedUntil' in begun) sendLocked(request, reply, begun.lockedUntil, context.clock());
    else sendProblem(request, reply, 'issuer_unavailable', begun.unavailable);
    return SENT;
  }

  adminRoute(scope, 'POST', '/session/oidc/:issuer', {
    operation: 'session.issuer.begin',
    summary:
      'Begins a sign-in by an issuer (OpenID Connect) and returns where to send the browser.',
    needs: 'nothing',
    body: Beginning,
    answer: AtIssuer,
    async run({ params, body: { next }, request, reply }) {
      const client = find(params.issuer);
      if (!client) return unknown(params.issuer);
      const begun = await beginSignIn(oidc, client, { next, address: request.ip, accountId: null });
      return send(request, reply, begun);
    },
  });
  adminRoute(scope, 'POST', '/session/sign-out', {
    operation: 'session.leave',
    summary: 'Signs out here, and returns the address that signs out at the issuer.',
    needs: 'session',
    answer: SignedOut,
    async run({ account, actor, reply }) {
      const { accountId, sessionId, issued } = account as SignedIn;
      const tokens = await readTokens(context, sessionId);
      await endSession(context, actor, accountId, sessionId);
      reply.header('set-cookie', writeCookie(cookieName, '', publicUrl));
      const client = oidc.clients.find(({ issuer }) => issuer.url === issued?.issuer);
      if (!tokens || !client) return { url: null };
      try {
        const url = await client.signOutUrl(tokens, `${publicUrl}/console/sign-in`);
        return { url: url ?? null };
      } catch (error) {
        report(oidc.log, client, error);
        return { url: null };
      }
    },
  });
  adminRoute(scope, 'GET', '/session/connections', {
    operation: 'session.issuer.list',
    summary: 'Lists the issuers that your account is connected to.',
    needs: 'session',
    answer: listOf(Connection),
    run: ({ account }) => listConnections(context, account as SignedIn),
  });
  adminRoute(scope, 'POST', '/session/connections/:issuer', {
    operation: 'session.issuer.connect',
    summary:
      'Connects your account to an issuer, so that you can sign in by it. Returns where to send the browser.',
    needs: 'session',
    body: Connecting,
    answer: AtIssuer,
    async run({ params, account, body, request, reply }) {
      const client = find(params.issuer);
      if (!client) return unknown(params.issuer);
      const claim = claimOf(account, body.password, request);
      if (!(await provePassword(context, claim))) return WRONG_PASSWORD;
      const { accountId } = account as SignedIn;
      const next = '/account';
      const begun = await beginSignIn(oidc, client, { next, address: request.ip, accountId });
      return send(request, reply, begun);
    },
  });
  adminRoute(scope, 'DELETE', '/session/connections/:issuer', {
    operation: 'session.issuer.disconnect',
    summary: 'Ends the connection to an issuer, the roles from its groups, and the sessions by it.',
    needs: 'session',
    async run({ params, account, actor }) {
      const client = find(params.issuer);
      if (!client) return unknown(params.issuer);
      return disconnect(context, actor, account as SignedIn, client.issuer);
    },
  });

  // Not for callers of the API: browsers are sent here, and issuers call.
  scope.get<{ Params: { issuer: string } }>(
    '/session/oidc/:issuer/callback',
    {
      config: { operation: 'admin.session.issuer.return', needs: 'nothing', area: 'access' },
      schema: { hide: true },
    },
    async (request, reply) => {
      const { issuer: name } = request.params;
      const client = find(name);
      if (!client) return sendProblem(request, reply, 'not_found', unknown(name).detail);
      const finished = await finishSignIn(oidc, client, {
        flowCookie: readCookie(request, flowCookie(cookieName)),
        query: request.url.split('?')[1] ?? '',
        origin: {
          address: request.ip,
          userAgent: String(request.headers['user-agent'] ?? ''),
          device: undefined,
        },
      });
      reply.header('set-cookie', writeFlowCookie(cookieName, '', publicUrl));
      if ('refused' in finished) {
        const { refused, next, isConnecting } = finished;
        const page = isConnecting ? '/account' : '/sign-in';
        const query = new URLSearchParams({ refused, issuer: name, next });
        return reply.redirect(`/console${page}?${query}`, 303);
      }
      if (finished.cookie !== undefined) {
        reply.header('set-cookie', writeCookie(cookieName, finished.cookie, publicUrl));
      }
      return reply.redirect(`/console${finished.next}`, 303);
    },
  );
  scope.register(async (inner) => logoutRoute(inner, deps, find));
}

/** Called by the issuer when a person signs out there or is removed (OpenID Connect Back-Channel Logout). */
function logoutRoute(
  scope: FastifyInstance,
  { context, oidc }: AdminDeps,
  find: (name: string) => IssuerClient | undefined,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, new URLSearchParams(readText(body as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  scope.post<{ Params: { issuer: string } }>(
    '/session/oidc/:issuer/logout',
    {
      config: { operation: 'admin.session.issuer.logout', needs: 'logout token', area: 'access' },
      schema: { hide: true },
    },
    async (request, reply) => {
      const { issuer: name } = request.params;
      const client = find(name);
      const token = request.body instanceof URLSearchParams && request.body.get('logout_token');
      const refuse = (detail: string) => sendProblem(request, reply, 'invalid_request', detail);
      if (!client) {
        return sendProblem(request, reply, 'not_found', `There is no issuer ${name}.`);
      }
      if (!token) return refuse('Send logout_token in a form.');
      try {
        const logout = await client.verifyLogout(token);
        const outcome = await endByLogout(context, client, logout);
        if (outcome === 'replayed') return refuse('The logout token was used before.');
        return reply.code(200).send();
      } catch (error) {
        if (!(error instanceof IssuerProblem)) throw error;
        report(oidc.log, client, error);
        return error.fault === 'away'
          ? sendProblem(request, reply, 'issuer_unavailable', 'The keys cannot be read. Try again.')
          : refuse('The logout token is not valid.');
      }
    },
  );
}
