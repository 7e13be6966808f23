// Assembles the HTTP server of one environment: parsing, tracing, logging, metrics, errors, health, reference.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import fastifySwagger from '@fastify/swagger';
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import { readJson } from '../base/body.ts';
import { within } from '../base/call-context.ts';
import { pathOf } from '../base/problem.ts';
import { beginSpan } from '../base/span.ts';
import { continueTrace, type Span, type Trace, type Traces } from '../base/trace.ts';
import { describeErrors, fieldErrors } from '../base/validation.ts';
import { answerBadPath } from './bad-path.ts';
import type { Connections } from './connections.ts';
import { rejectEncodings } from './content-encoding.ts';
import { frontRoutes } from './front.ts';
import { type Health, healthRoutes } from './health.ts';
import type { Metrics } from './metrics.ts';
import { openapi, type ReferenceOptions } from './openapi.ts';
import { createRateLimit, type RateLimits } from './rate-limit.ts';
import { type ReferenceRouteOptions, referenceRoutes } from './reference-routes.ts';
import { siteFiles } from './site-files.ts';
import { type TrustedProxies, trustProxy } from './trusted-proxies.ts';
import { compilersFactory } from './validation.ts';
import { wrongMethods } from './wrong-methods.ts';

const BODY_LIMIT = 256 * 1024;
const MAX_PARAM_LENGTH = 300;
declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace;
    /** Of a sampled trace, if traces are recorded. */
    span: Span | undefined;
    /** The app of the request, once known. */
    appid: string | undefined;
  }
  interface FastifyContextConfig {
    /** Names the route in logs, metrics and the audit. */
    operation?: string;
  }
}

export interface AppOptions extends ReferenceOptions, ReferenceRouteOptions {
  readonly environment: 'production' | 'sandbox';
  readonly health: Health;
  readonly connections: Connections;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly trustProxy: TrustedProxies;
  readonly rateLimits: RateLimits;
  readonly metricsToken?: string | undefined;
  readonly traces?: Traces | undefined;
  /** The built documentation. */
  readonly siteFolder: string;
}

/** `routes` adds the routes of each API in its own scope. */
export async function buildApp(
  options: AppOptions,
  routes: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const { connections } = options;
  const { times, serverOptions } = connections;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // Product ids of the markets are longer than the router's 100 characters.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: serverOptions,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.silentMs,
    trustProxy: trustProxy(options.trustProxy),
    // What still arrives during a stop is answered.
    return503OnClosing: false,
    // Log lines contain the trace id instead of a request id, so all requests share one logger.
    genReqId: () => '',
    childLoggerFactory: (log) => log,
    schemaController: { compilersFactory },
    schemaErrorFormatter: (errors) => new Error(describeErrors(fieldErrors(errors))),
    frameworkErrors: answerBadPath,
    // Routes for HEAD would double the time and memory of a start.
    exposeHeadRoutes: false,
    rewriteUrl: asGet,
  }) as unknown as FastifyInstance;

  parseEveryBodyAsJson(app);
  observe(app, options);
  if (options.traces) traceRequests(app, options.traces);
  rejectEncodings(app);
  connections.add(app.server);
  closeAfterLastAnswer(app, connections);
  createRateLimit(app, options.rateLimits);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error, trace_id: request.trace.traceId });
    return reply.code(status).send({
      error: status >= 500 ? 'internal_error' : 'invalid_request',
      message: status >= 500 ? 'Something went wrong on our side.' : error.message,
    });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: 'not_found',
      message: `There is no ${request.method} ${pathOf(request.url)}.`,
    }),
  );

  await app.register(fastifySwagger, openapi(options));
  referenceRoutes(app, options);
  siteFiles(app, options.siteFolder);
  frontRoutes(app, options.environment);
  healthRoutes(app, options);
  await routes(app);
  wrongMethods(app);
  return app;
}

/** HEAD is answered as GET is; Node sends no body then. */
function asGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') request.method = 'GET';
  return request.url ?? '';
}

/** Callers forget the content type, so every body is parsed as JSON. */
function parseEveryBodyAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** A stop announces the end of each connection with its next answer, and waits for all of them. */
function closeAfterLastAnswer(app: FastifyInstance, connections: Connections): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    await connections.drain();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

function observe(app: FastifyInstance, { metrics, log, traces }: AppOptions): void {
  // All its fields are listed below; redaction would cost a quarter of a request.
  const requests = log.child({}, { redact: [] });
  app.decorateRequest('trace');
  app.decorateRequest('appid');
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers.traceparent as string | undefined;
    request.trace = continueTrace(header, traces?.sampler);
    shorten(request.headers);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request);
    metrics.request(operation, reply.statusCode, reply.elapsedTime / 1_000);
    requests.info(
      {
        operation,
        app: request.appid,
        trace_id: request.trace.traceId,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    );
    done();
  });
}

/** A request as a span. The framework reads the body outside of its callers' context, so it begins afterwards. */
function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.decorateRequest('span');
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown path';
    request.span = beginSpan(traces, request.trace, `${request.method} ${route}`, 'server');
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) within(request.span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    span?.set({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url,
      'http.response.status_code': reply.statusCode,
      'tollgate.operation': operationOf(request),
      'tollgate.app': request.appid,
    });
    if (reply.statusCode >= 500) span?.fail();
    span?.end();
    done();
  });
}

/** They only describe the caller, and some are stored: what is too long is cut, and costs nobody a purchase. */
const DESCRIBING = ['user-agent', 'x-sdk-version', 'x-platform', 'x-os-version', 'accept-language'];
const MAX_DESCRIPTION = 255;

function shorten(headers: IncomingHttpHeaders): void {
  for (const name of DESCRIBING) {
    const value = headers[name];
    if (typeof value === 'string' && value.length > MAX_DESCRIPTION) {
      headers[name] = value.slice(0, MAX_DESCRIPTION);
    }
  }
}

function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config.operation ?? 'other';
}
