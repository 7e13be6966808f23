// Serves the small web page at `/`: its files, no dependencies, nothing inline.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Market } from '../world.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const svg = 'image/svg+xml';

const files = [
  { path: '/', file: 'index.html', type: html },
  { path: '/page.css', file: 'page.css', type: css },
  ...['page.js', 'control.js', 'answer.js', 'records.js', 'players.js', 'buy.js', 'faults.js'].map(
    (file) => ({
      path: `/${file}`,
      file,
      type: script,
    }),
  ),
  { path: '/icon.svg', file: 'icon.svg', type: svg },
  // The pages of the markets name no icon, so browsers look here.
  { path: '/favicon.ico', file: 'icon.svg', type: svg },
];

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function pageRoutes(
  scope: FastifyInstance,
  markets: readonly Market[],
): Promise<void> {
  for (const { path, file, type } of files) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8');
    const content = file === 'index.html' ? withMarkets(text, markets) : text;
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

function withMarkets(html: string, markets: readonly Market[]): string {
  const each = (line: (market: Market) => string): string => markets.map(line).join('\n');
  return html
    .replace('<!-- titles -->', markets.map(({ title }) => title).join(', '))
    .replace(
      '<!-- tabs -->',
      each(({ name, title }) => `<button type="button" data-market="${name}">${title}</button>`),
    )
    .replace(
      '<!-- options -->',
      each(({ name, title }) => `<option value="${name}">${title}</option>`),
    );
}
