// The API reference: the OpenAPI document at /docs/json, and a page of our own at /docs/api that shows it and tries it out.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the page fills in while the demo runs. */
export interface TryOut {
  readonly appid: string;
  readonly service_certification_key: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Bodies that work now, by operation. */
  readonly bodies: Readonly<Record<string, object>>;
}

export interface ReferenceRouteOptions {
  /** Only in the demo: its keys. They are given to pages of this machine only. */
  readonly tryOut?: (() => Promise<TryOut | undefined>) | undefined;
}

const PAGE = '/docs/api';
const DOCUMENT = '/docs/json';
/** Where the page and its files were before. */
const OLDER: Readonly<Record<string, string>> = {
  '/docs/api/': PAGE,
  '/docs/static/*': PAGE,
  '/docs/yaml': DOCUMENT,
};

const SCRIPTS = [
  'authorize',
  'credentials',
  'dom',
  'json',
  'navigation',
  'operation',
  'page',
  'samples',
  'shapes',
  'start',
  'try',
];
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  [PAGE]: ['index.html', 'text/html; charset=utf-8'],
  [`${PAGE}/page.css`]: ['page.css', 'text/css; charset=utf-8'],
  [`${PAGE}/icon.svg`]: ['icon.svg', 'image/svg+xml'],
  ...Object.fromEntries(
    SCRIPTS.map((name) => [
      `${PAGE}/${name}.js`,
      [`${name}.js`, 'text/javascript; charset=utf-8'] as const,
    ]),
  ),
};

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

export function referenceRoutes(app: FastifyInstance, { tryOut }: ReferenceRouteOptions): void {
  const options = { config: { operation: 'docs' }, schema: { hide: true } };
  for (const [path, [file, type]] of Object.entries(FILES)) {
    let content: Buffer | undefined;
    app.get(path, options, async (_request, reply) => {
      content ??= readFileSync(new URL(`reference/${file}`, import.meta.url));
      return reply.headers(HEADERS).type(type).send(content);
    });
  }
  for (const [path, target] of Object.entries(OLDER)) {
    app.get(path, options, async (_request, reply) => reply.redirect(target));
  }
  let document: string | undefined;
  app.get(DOCUMENT, options, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.headers(HEADERS).type('application/json; charset=utf-8').send(document);
  });
  app.get(`${PAGE}/try-out`, options, async (request, reply) => {
    const keys = isFromHere(request) ? await tryOut?.() : undefined;
    reply.headers({ ...HEADERS, 'cache-control': 'no-store' });
    return keys ? reply.send(keys) : reply.code(204).send();
  });
}

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** From this machine, by a name of this machine (another name may be a trick of a foreign page), and by this page. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers['sec-fetch-site'] === 'same-origin'
  );
}
