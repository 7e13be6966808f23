// Serves the documentation site at /docs: pages, assets that never change, and one that says how to build it where there is no site.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Names as the site has them: none that begins with a point, so none that leads out of the folder. */
const PATH = /^(?:[\w-][\w.-]*\/)*[\w@-][\w.-]*$/;
const YEAR_SECONDS = 31_536_000;

/** Written by a failed build: the reason in one sentence. */
const PROBLEM_FILE = 'problem.txt';

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // By its hash the one style that the pages add: no transitions while light and dark change.
    "style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
    // The colours of code are style attributes.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** `folder` contains the built site. */
export function siteFiles(app: FastifyInstance, folder: string): void {
  const options = { config: { operation: 'docs' }, schema: { hide: true } };
  app.get('/docs', options, async (_request, reply) => reply.redirect('/docs/'));
  app.get<{ Params: { '*': string } }>('/docs/*', options, async (request, reply) =>
    send(folder, request.params['*'], request, reply),
  );
}

async function send(
  folder: string,
  path: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(HEADERS).header('vary', 'accept-encoding');
  const file = await find(folder, path);
  if (file === undefined) return sendMissing(folder, reply);
  const isAsset = file.startsWith('assets/');
  reply
    .type(TYPES[extname(file)] ?? 'application/octet-stream')
    .header('cache-control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  const takesGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const small = takesGzip ? await read(join(folder, `${file}.gz`)) : undefined;
  if (small) return reply.header('content-encoding', 'gzip').send(small);
  return reply.send(await read(join(folder, file)));
}

/** A page has no ending in its address, and a folder shows its first page. */
async function find(folder: string, path: string): Promise<string | undefined> {
  const names = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  for (const name of names) {
    if (PATH.test(name) && extname(name) in TYPES && (await read(join(folder, name)))) return name;
  }
  return undefined;
}

async function sendMissing(folder: string, reply: FastifyReply): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  const notFound = await read(join(folder, '404.html'));
  if (notFound) return reply.code(404).send(notFound);
  const problem = await read(join(folder, PROBLEM_FILE));
  return reply.code(404).send(notBuilt(problem?.toString('utf8')));
}

const read = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const notBuilt = (problem: string | undefined): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tollgate documentation</title>
${
  problem === undefined
    ? `<h1>The documentation is not built</h1>
<p>A release brings it. In a clone, <code>npm run site</code> builds it, which first downloads VitePress (about 100 MB); then load this page again.</p>`
    : `<h1>The documentation could not be built</h1>
<p><code>${escapeHtml(problem)}</code></p>
<p><code>npm run site</code> tries again.</p>`
}
<p>The <a href="/docs/api">API reference</a> works without it, and the texts are in the folder <code>docs</code>.</p>
</html>
`;
