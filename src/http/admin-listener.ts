// A listener of its own for the admin API, the console and the metrics, so that they need not be reachable from outside.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../base/problem.ts';

/** Routes that the public listener does not have. */
const PRIVATE = /^\/(admin|console|metrics)(\/|$)/;

export interface AdminListener {
  listen(address: { readonly host: string; readonly port: number }): Promise<Server>;
}

/** From now on, private routes answer only at the listener that is started with `listen`. */
export function createAdminListener(app: FastifyInstance): AdminListener {
  const sockets = new WeakSet<Socket>();
  let server: Server | undefined;
  app.addHook('onRequest', async (request, reply) => {
    request.hasConsole = sockets.has(request.raw.socket);
    if (request.hasConsole || !isPrivate(request)) return;
    return reply.code(404).send({
      error: 'not_found',
      message: `There is no ${request.method} ${pathOf(request.url)}.`,
    });
  });
  app.addHook('preClose', async () => {
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    await closed;
  });
  return {
    async listen({ host, port }) {
      await app.ready();
      // Importing any name of node:http loads all of Node's `fetch`, and most starts need neither.
      const { createServer } = await import('node:http');
      server = createServer((request, response) => app.routing(request, response));
      server.on('connection', (socket) => void sockets.add(socket));
      server.listen(port, host);
      await once(server, 'listening');
      return server;
    },
  };
}

/** The router decodes paths, so the route counts, not only what was written. */
function isPrivate({ routeOptions, url }: FastifyRequest): boolean {
  return PRIVATE.test(routeOptions.url ?? '') || PRIVATE.test(pathOf(url));
}
