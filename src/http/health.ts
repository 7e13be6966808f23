// Health and metrics, for orchestrators and Prometheus.
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import type { Storage } from '../storage/storage.ts';

export function healthRoutes(app: FastifyInstance, storage: Storage, metrics: Metrics): void {
  app.get('/health/live', { config: { operation: 'health.live' } }, async () => ({ status: 'ok' }));

  app.get('/health/ready', { config: { operation: 'health.ready' } }, async (request, reply) => {
    try {
      await storage.check();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'not ready');
      return reply
        .code(503)
        .send({ status: 'unavailable', reason: 'The database does not answer.' });
    }
  });

  app.get('/metrics', { config: { operation: 'metrics' } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
