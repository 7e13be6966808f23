// Form bodies as Steam, Stripe and the pay pages send them: kept as text, read as parameters.
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Leaves every body as the text that came in: signatures and fingerprints need the exact bytes. */
export function keepBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => text,
  );
}

export function bodyText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

export function queryText(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}
