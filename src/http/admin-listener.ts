// A listener of its own for the admin API, the console and the metrics: they answer only there, and nothing else does.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../base/problem.ts';
import type { Connections } from './connections.ts';

/** Routes that the public listener does not have. */
const PRIVATE = /^\/(admin|console|metrics)(\/|$)/;
/** What both listeners have: health checks, and the way to the console. */
const SHARED = /^\/($|favicon\.ico$|health\/)/;

export interface AdminListener {
  listen(address: { readonly host: string; readonly port: number }): Promise<Server>;
}

/** From now on, private routes answer only at the listener that is started with `listen`. */
export function createAdminListener(app: FastifyInstance, connections: Connections): AdminListener {
  const sockets = new WeakSet<Socket>();
  app.addHook('onRequest', async (request, reply) => {
    request.listener = sockets.has(request.raw.socket) ? 'admin' : 'public';
    if (answersAt(request)) return;
    return reply.code(404).send({
      error: 'not_found',
      message: `There is no ${request.method} ${pathOf(request.url)}.`,
    });
  });
  return {
    async listen({ host, port }) {
      await app.ready();
      // Importing any name of node:http loads all of Node's `fetch`, and most starts need neither.
      const { createServer } = await import('node:http');
      const server = createServer(connections.serverOptions, (request, response) =>
        app.routing(request, response),
      );
      connections.add(server);
      server.on('connection', (socket) => void sockets.add(socket));
      server.listen(port, host);
      await once(server, 'listening');
      return server;
    },
  };
}

function answersAt(request: FastifyRequest): boolean {
  const isHere = request.listener === 'admin';
  const { url = pathOf(request.url) } = request.routeOptions;
  return isPrivate(request) ? isHere : !isHere || SHARED.test(url);
}

/** The router decodes paths, so the route counts, not only what was written. */
function isPrivate({ routeOptions, url }: FastifyRequest): boolean {
  return PRIVATE.test(routeOptions.url ?? '') || PRIVATE.test(pathOf(url));
}
