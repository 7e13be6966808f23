// An OpenID Connect issuer (oidc-provider) with people in it, which a test can bend.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { type Issuer, readIssuers } from '../../src/operators/oidc/issuers.ts';

export const CLIENT_ID = 'tollgate';
export const CLIENT_SECRET = 'a-secret-of-the-client-tollgate';

export interface Person {
  email?: string;
  email_verified?: boolean;
  groups?: readonly string[];
}

/** Changes what a token response says of a person. */
type Bend = (claims: JWTPayload, issuer: TestIssuer) => Promise<string> | string;

export interface TestIssuer {
  readonly url: string;
  readonly people: Map<string, Person>;
  /** Who signs in next, and how. */
  next: { person: string; amr?: string[]; acr?: string };
  /** In the place of the id token of every token response. */
  bend: Bend | undefined;
  /** How many requests each of its endpoints had. */
  readonly asked: Map<string, number>;
  /** What every request is answered with while the issuer is out of order. */
  outage: number | undefined;
  sign(claims: JWTPayload, header?: { typ?: string }): Promise<string>;
  /** Another key from now on; the one before is gone. */
  rotate(): Promise<void>;
  /** As an administrator writes it. */
  setting(more?: object): Issuer;
  close(): Promise<void>;
}

export interface IssuerOptions {
  /** Where the browser comes back to. */
  readonly consoleUrl: string;
  readonly name?: string;
  readonly roles: readonly object[];
  /** Whether the return has `iss`; most issuers do. */
  readonly namesItself?: boolean;
  /** Asks who it is, on a page of its own. */
  readonly asks?: boolean;
  readonly refreshTokens?: boolean;
}

export async function startIssuer(options: IssuerOptions): Promise<TestIssuer> {
  const { name = 'corp', roles } = options;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let kid = 0;
  let key: { readonly jwk: JWK; readonly privateKey: Parameters<SignJWT['sign']>[0] };

  const issuer: TestIssuer = {
    url,
    people: new Map(),
    next: { person: '' },
    bend: undefined,
    asked: new Map(),
    outage: undefined,
    sign: (claims, { typ = 'JWT' } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ, kid: String(key.jwk.kid) })
        .sign(key.privateKey),
    async rotate() {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = { ...(await exportJWK(privateKey)), kid: `key-${++kid}`, use: 'sig' };
      key = { jwk, privateKey };
      handle = serve(issuer, providerOf(issuer, key.jwk, options));
    },
    setting(more = {}) {
      const text = JSON.stringify([
        {
          name,
          label: 'Example Corp',
          issuer: url,
          client_id: CLIENT_ID,
          client_secret: 'env:CLIENT_SECRET',
          roles,
          ...more,
        },
      ]);
      const read = readIssuers(text);
      assert.ok('value' in read, JSON.stringify(read));
      return { ...(read.value[0] as Issuer), clientSecret: CLIENT_SECRET };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  await issuer.rotate();
  return issuer;
}

function providerOf(issuer: TestIssuer, jwk: JWK, options: IssuerOptions): Provider {
  const { consoleUrl, name = 'corp', namesItself = true, refreshTokens = true } = options;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${consoleUrl}/admin/v1/session/oidc/${name}/callback`],
        post_logout_redirect_uris: [`${consoleUrl}/console/sign-in`],
        backchannel_logout_session_required: true,
        backchannel_logout_uri: `${consoleUrl}/admin/v1/session/oidc/${name}/logout`,
      },
    ],
    jwks: { keys: [jwk] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub', 'groups', 'amr', 'acr'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    acrValues: ['phr'],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    ttl: { AccessToken: 3_600, IdToken: 3_600, RefreshToken: 86_400, Session: 86_400 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => refreshTokens,
    rotateRefreshToken: true,
    findAccount: async (_ctx, id) => {
      const person = issuer.people.get(id);
      return person && { accountId: id, claims: async () => ({ sub: id, ...person }) };
    },
    // Nobody is asked for a consent.
    async loadExistingGrant(ctx) {
      const { oidc } = ctx;
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: CLIENT_ID,
      });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer.url, configuration);
  provider.use(async (ctx, next) => {
    await next();
    const { route } = ctx.oidc ?? {};
    if (route === 'discovery' && !namesItself) {
      (ctx.body as Record<string, unknown>).authorization_response_iss_parameter_supported = false;
    }
    const answer = ctx.body as { id_token?: string } | undefined;
    if (route === 'token' && answer?.id_token && issuer.bend) {
      answer.id_token = await issuer.bend(payloadOf(answer.id_token), issuer);
    }
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    if (options.asks && ctx.method === 'GET') {
      ctx.type = 'html';
      ctx.body =
        '<!doctype html><form method="post"><label>Name <input name="name"></label><button>Sign in</button></form>';
      return undefined;
    }
    if (options.asks) {
      let form = '';
      for await (const part of ctx.req) form += part;
      issuer.next = { person: new URLSearchParams(form).get('name') ?? '' };
    }
    const { person, ...how } = issuer.next;
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: person, ...how } });
    ctx.respond = false;
    return undefined;
  });
  return provider;
}

/** Whoever comes to sign out, signs out. */
function logoutSource(ctx: { body: unknown }, form: string): void {
  ctx.body = `<!doctype html>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`;
}

const serve = (issuer: TestIssuer, provider: Provider) => {
  const answer = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    issuer.asked.set(path, (issuer.asked.get(path) ?? 0) + 1);
    if (issuer.outage === undefined) void answer(request, response);
    else response.writeHead(issuer.outage).end('out of order');
  };
};

const payloadOf = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Goes where a browser would go, from the address at the issuer to the one of ours. */
export async function followTo(base: string, start: string): Promise<URL> {
  const jar = new Map<string, string>();
  for (let url = start, step = 0; ; step++) {
    assert.ok(step < 10, `still at ${url}`);
    if (url.startsWith(base)) return new URL(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    assert.ok(next, `${answer.status} at ${url}: ${await answer.text()}`);
    url = new URL(next, url).href;
  }
}
