// Serves the small web page at `/`: its files, no dependencies, nothing inline.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const files = [
  { path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
  // The pages of the markets name no icon, so browsers look here.
  { path: '/favicon.ico', file: 'icon.svg', type: 'image/svg+xml' },
] as const;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function pageRoutes(scope: FastifyInstance): Promise<void> {
  for (const { path, file, type } of files) {
    const content = await readFile(new URL(file, import.meta.url));
    scope.get(path, async (_request, reply) =>
      reply
        .headers({
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .type(type)
        .send(content),
    );
  }
}
