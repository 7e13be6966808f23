// A TCP forwarder in front of a server, in place of what sends clients to another one: DNS, a balancer, a virtual address.
import { connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  readonly port: number;
  /** New connections go there; those to the former target are closed. */
  pointTo(port: number): void;
  close(): Promise<void>;
}

export async function startForwarder(target: number): Promise<Forwarder> {
  let current = target;
  const open = new Set<Socket>();
  const closeAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(current, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    pointTo(port) {
      current = port;
      closeAll();
    },
    close() {
      closeAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
