// A server that receives notifications in a test and answers what the test says.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export async function openReceiver() {
  const received: Received[] = [];
  const waiting: ((delivery: Received) => void)[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    response.writeHead(status).end();
    const taker = waiting.shift();
    if (taker) taker(delivery);
    else received.push(delivery);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close().closeAllConnections());

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    /** What later requests are answered with. */
    answer(next: number) {
      status = next;
    },
    /** The next delivery, when it comes. */
    next(): Promise<Received> {
      const delivery = received.shift();
      if (delivery) return Promise.resolve(delivery);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Deliveries that nobody has taken yet. */
    pending: () => received.length,
  };
}
