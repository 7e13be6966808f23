// Health and metrics, for orchestrators and Prometheus.
import type { FastifyInstance } from 'fastify';
import { hashSecret, sameHash } from '../base/vault.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

export interface Health {
  readonly storage: Storage;
  /** Whether the tables exist, the master key is right and background work is running. */
  isStarted(): boolean;
}

export interface HealthOptions {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Without it, `/metrics` is open. */
  readonly metricsToken?: string | undefined;
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { health, metrics, metricsToken } = options;
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

  app.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    if (metricsToken !== undefined && !carries(request.headers.authorization, metricsToken)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({
        error: 'unauthorized',
        message: 'Send the token from METRICS_TOKEN as Authorization: Bearer <token>.',
      });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const carries = (header: string | undefined, token: string): boolean =>
  sameHash(hashSecret(header ?? ''), hashSecret(`Bearer ${token}`));
