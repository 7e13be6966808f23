// The root path, which links to everything else, and the favicon.
import type { FastifyInstance } from 'fastify';

const DAY_SECONDS = 86_400;

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request came in; `all` unless the admin API has a listener of its own. */
    listener: 'all' | 'public' | 'admin';
  }
}

export function frontRoutes(app: FastifyInstance, environment: string): void {
  const schema = { hide: true };
  app.decorateRequest('listener', 'all');
  app.get('/', { config: { operation: 'front' }, schema }, async (request, reply) => {
    reply.header('vary', 'accept');
    const hasConsole = request.listener !== 'public';
    const hasDocuments = request.listener !== 'admin';
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect(hasConsole ? '/console' : '/docs/');
    }
    return {
      name: 'Tollgate',
      environment,
      ...(hasDocuments && { documentation: '/docs/', reference: '/docs/api' }),
      ...(hasConsole && { console: '/console' }),
      health: '/health/ready',
    };
  });

  // Pages have their own icon; other responses have none, and that is not an error.
  app.get('/favicon.ico', { config: { operation: 'favicon' }, schema }, async (_request, reply) =>
    reply.code(204).header('cache-control', `public, max-age=${DAY_SECONDS}`).send(),
  );
}
