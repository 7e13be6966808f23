// Health and metrics, for orchestrators and Prometheus.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { plainError } from '../base/reference.ts';
import { hashSecret, sameHash } from '../base/vault.ts';
import { whyUnavailable } from '../storage/failure.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

export interface Health {
  readonly storage: Storage;
  /** Whether the tables exist, the master key is right and background work is running. */
  isStarted(): boolean;
  /** Whether the service takes no new connections any more. */
  isStopping(): boolean;
}

export interface HealthOptions {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Without it, `/metrics` is open. */
  readonly metricsToken?: string | undefined;
}

const TAGS = ['Health'];

const live = {
  tags: TAGS,
  security: [],
  summary: 'Whether the process lives',
  description:
    'For liveness probes. It does not ask the database, which a restart would not bring back.',
  response: { 200: Type.Object({ status: Type.Literal('ok') }) },
};

const ready = {
  tags: TAGS,
  security: [],
  summary: 'Whether the service can work',
  description:
    'For readiness probes and load balancers: the database responds and takes changes, and the service has started and is not stopping.',
  response: {
    200: Type.Object({ status: Type.Literal('ready') }),
    503: Type.Object(
      { status: Type.Literal('unavailable'), reason: Type.String() },
      {
        description: 'Not now. Ask again.',
        examples: [{ status: 'unavailable', reason: 'The database does not respond.' }],
      },
    ),
  },
};

const measurements = {
  tags: TAGS,
  security: [{ metricsToken: [] }, {}],
  summary: 'Metrics for Prometheus',
  description:
    'Open to everyone unless `METRICS_TOKEN` is set. With an admin listener, only there.',
  response: {
    200: {
      description: 'The text format of Prometheus.',
      content: {
        'text/plain': {
          schema: Type.String(),
          examples: {
            requests: {
              value: 'tollgate_requests_total{operation="block.set",status="200"} 12\n',
            },
          },
        },
      },
    },
    401: plainError('MetricsUnauthorized', 'The token is missing or wrong.', {
      unauthorized: 'Send the token from METRICS_TOKEN as Authorization: Bearer <token>.',
    }),
  },
};

export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { health, metrics, metricsToken } = options;
  app.get('/health/live', { config: { operation: 'health.live' }, schema: live }, async () => ({
    status: 'ok',
  }));

  app.get(
    '/health/ready',
    { config: { operation: 'health.ready' }, schema: ready },
    async (request, reply) => {
      const unavailable = (reason: string) =>
        reply.code(503).send({ status: 'unavailable', reason });
      if (health.isStopping()) return unavailable('The service is stopping.');
      try {
        await health.storage.check();
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, 'not ready');
        return unavailable(whyUnavailable(error));
      }
      return health.isStarted() ? { status: 'ready' } : unavailable('The service is starting.');
    },
  );

  app.get(
    '/metrics',
    { config: { operation: 'metrics' }, schema: measurements },
    async (request, reply) => {
      if (metricsToken !== undefined && !carries(request.headers.authorization, metricsToken)) {
        return reply.code(401).header('www-authenticate', 'Bearer').send({
          error: 'unauthorized',
          message: 'Send the token from METRICS_TOKEN as Authorization: Bearer <token>.',
        });
      }
      return reply.type(metrics.registry.contentType).send(await metrics.text());
    },
  );
}

const carries = (header: string | undefined, token: string): boolean =>
  sameHash(hashSecret(header ?? ''), hashSecret(`Bearer ${token}`));
