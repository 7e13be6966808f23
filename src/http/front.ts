// The root path, which links to everything else, and the favicon.
import type { FastifyInstance } from 'fastify';

const DAY_SECONDS = 86_400;

export function frontRoutes(app: FastifyInstance, environment: string): void {
  const schema = { hide: true };
  app.get('/', { config: { operation: 'front' }, schema }, async (request, reply) => {
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/console');
    return {
      name: 'Tollgate',
      environment,
      documentation: '/docs/api',
      console: '/console',
      health: '/health/ready',
    };
  });

  // Pages have their own icon; other responses have none, and that is not an error.
  app.get('/favicon.ico', { config: { operation: 'favicon' }, schema }, async (_request, reply) =>
    reply.code(204).header('cache-control', `public, max-age=${DAY_SECONDS}`).send(),
  );
}
