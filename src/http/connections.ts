// The connections of an environment's listeners: how long they may take, and how they end when the service stops.
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Overload } from './overload.ts';

export interface ConnectionTimes {
  /** For the head of a request, and for a new connection to send one. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** Between two requests. Longer than the 60 s of most load balancers, so that they close first. */
  readonly keepAliveMs: number;
  /** Without a byte either way, for a caller that reads no answer. Longer than any call takes. */
  readonly silentMs: number;
  /** How often the first two are checked. */
  readonly checkEveryMs: number;
  /** From the end of the listeners until answers say `Connection: close`: all workers have then stopped to listen. */
  readonly settleMs: number;
  /** How long a stop keeps idle connections open: callers that use theirs learn that it ends. */
  readonly drainMs: number;
}

const CONNECTION_TIMES: ConnectionTimes = {
  headersMs: 20_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  silentMs: 120_000,
  checkEveryMs: 5_000,
  settleMs: 250,
  drainMs: 2_000,
};

export interface Connections {
  readonly times: ConnectionTimes;
  /** For `createServer`. */
  readonly serverOptions: {
    readonly headersTimeout: number;
    readonly requestTimeout: number;
    readonly keepAliveTimeout: number;
    readonly connectionsCheckingInterval: number;
  };
  /** Each listener is added once, before it listens. */
  add(server: Server): void;
  /** First step of a stop: no new connections; those that exist work on as before. */
  stopListening(): Promise<void>;
  /** Second step, once answers say `Connection: close`: resolves when every connection has ended. */
  drain(): Promise<void>;
  isStopping(): boolean;
}

export function createConnections(
  log: Logger,
  given: Partial<ConnectionTimes> = {},
  overload?: Overload,
): Connections {
  const times = { ...CONNECTION_TIMES, ...given };
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let stopping: Promise<void> | undefined;
  const closed: Promise<void>[] = [];

  async function stopListening(): Promise<void> {
    const listening = servers.filter((server) => server.listening);
    // After a look at the sockets: the kernel resets connections that it has accepted and we have not.
    await new Promise((resolve) => setImmediate(resolve));
    for (const server of listening) {
      // Not the close() of http.Server, which destroys idle connections with the requests on their way to them.
      closed.push(
        new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve())),
      );
    }
    if (listening.length === 0) return;
    log.info(
      { connections: sockets.size },
      'stopping: no new connections; answering the open ones',
    );
    if (sockets.size > 0) await after(times.settleMs);
  }

  async function drain(): Promise<void> {
    await stopOnce();
    const ended = Promise.all(closed);
    const drained = after(times.drainMs);
    await Promise.race([ended, drained]);
    drained.cancel();
    if (sockets.size > 0) {
      log.info({ connections: sockets.size }, 'stopping: waiting for requests in flight');
    }
    // Node does not count a connection as idle before its first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroySoon();
    for (const server of servers) server.closeIdleConnections();
    await ended;
    if (closed.length > 0) log.info('stopped: every connection has ended');
  }

  const stopOnce = (): Promise<void> => {
    stopping ??= stopListening();
    return stopping;
  };

  return {
    times,
    serverOptions: {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkEveryMs,
    },
    add(server) {
      server.setTimeout(times.silentMs);
      // A caller may close its side after the request and still read the answer.
      Object.assign(server, { httpAllowHalfOpen: true });
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      overload?.guard(server);
      servers.push(server);
    },
    stopListening: stopOnce,
    drain,
    isStopping: () => stopping !== undefined,
  };
}

/** A timer that can be called off, so that it does not hold up the end of the process. */
function after(ms: number): Promise<void> & { cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Object.assign(promise, { cancel: () => clearTimeout(timer) });
}
