// Health and metrics, for orchestrators and Prometheus.
import type { FastifyInstance } from 'fastify';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

export interface Health {
  readonly storage: Storage;
  /** Whether the tables exist, the master key is right and background work is running. */
  isStarted(): boolean;
}

export function healthRoutes(app: FastifyInstance, health: Health, metrics: Metrics): void {
  app.get('/health/live', { config: { operation: 'health.live' } }, async () => ({ status: 'ok' }));

  app.get('/health/ready', { config: { operation: 'health.ready' } }, async (request, reply) => {
    const unavailable = (reason: string) => reply.code(503).send({ status: 'unavailable', reason });
    try {
      await health.storage.check();
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'not ready');
      return unavailable('The database does not respond.');
    }
    return health.isStarted() ? { status: 'ready' } : unavailable('The service is starting.');
  });

  app.get('/metrics', { config: { operation: 'metrics' } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
