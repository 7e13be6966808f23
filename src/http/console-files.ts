// Serves the console: one document for every path, immutable assets, and a strict content security policy.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const NONCE_MARK = '__CSP_NONCE__';
const YEAR = '365d';

/** Written by a failed build: the reason in one sentence. */
const PROBLEM_FILE = 'problem.txt';

const notBuilt = (problem: string | undefined): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tollgate console</title>
<h1>The console is not built</h1>
${problem === undefined ? '' : `<p>The build failed: <code>${escapeHtml(problem)}</code></p>\n`}<p>Everything else works. The admin API at <code>/admin/v1</code> and the <code>tollgate</code> command can do everything the console does. The next start tries to build it again.</p>
</html>
`;

/** `folder` contains the built console: index.html and assets/. */
export async function consoleFiles(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    protect(reply);
  });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR,
  });
  for (const url of ['/console', '/console/*']) {
    app.get(url, { config: { operation: 'console' }, schema: { hide: true } }, (_request, reply) =>
      sendDocument(reply, folder),
    );
  }
}

async function sendDocument(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  const document = await readText(join(folder, 'index.html'));
  if (document === undefined) {
    const problem = await readText(join(folder, PROBLEM_FILE));
    reply.header('content-security-policy', policy());
    return reply.code(503).send(notBuilt(problem));
  }
  // The component library adds style elements; the nonce allows only those.
  const nonce = randomBytes(16).toString('base64');
  reply.header('content-security-policy', policy(nonce));
  return reply.send(document.replaceAll(NONCE_MARK, nonce));
}

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined);

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function policy(nonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    // Widths and positions of bars and menus are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function protect(reply: FastifyReply): void {
  reply
    .header('x-frame-options', 'DENY')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin');
}
