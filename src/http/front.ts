// The front door of a listener: `/` says where everything is, and no page looks for a missing icon.
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
      documentation: '/docs',
      console: '/console',
      health: '/health/ready',
    };
  });

  // Pages name their own icon; for plain answers there is none, and that is no error.
  app.get('/favicon.ico', { config: { operation: 'favicon' }, schema }, async (_request, reply) =>
    reply.code(204).header('cache-control', `public, max-age=${DAY_SECONDS}`).send(),
  );
}
