// The root path, which links to everything else, and the favicon.
import type { FastifyInstance } from 'fastify';

const DAY_SECONDS = 86_400;

declare module 'fastify' {
  interface FastifyRequest {
    /** The console answers where the request came in. */
    hasConsole: boolean;
  }
}

export function frontRoutes(app: FastifyInstance, environment: string): void {
  const schema = { hide: true };
  app.decorateRequest('hasConsole', true);
  app.get('/', { config: { operation: 'front' }, schema }, async (request, reply) => {
    reply.header('vary', 'accept');
    const { hasConsole } = request;
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect(hasConsole ? '/console' : '/docs/');
    }
    return {
      name: 'Tollgate',
      environment,
      documentation: '/docs/',
      reference: '/docs/api',
      ...(hasConsole && { console: '/console' }),
      health: '/health/ready',
    };
  });

  // Pages have their own icon; other responses have none, and that is not an error.
  app.get('/favicon.ico', { config: { operation: 'favicon' }, schema }, async (_request, reply) =>
    reply.code(204).header('cache-control', `public, max-age=${DAY_SECONDS}`).send(),
  );
}
