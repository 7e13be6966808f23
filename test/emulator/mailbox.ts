// A server that receives notifications in a test and answers what the test says.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export async function openMailbox() {
  const received: Received[] = [];
  const waiting: ((letter: Received) => void)[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const letter = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    response.writeHead(status).end();
    const taker = waiting.shift();
    if (taker) taker(letter);
    else received.push(letter);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close().closeAllConnections());

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    /** What later requests are answered with. */
    answer(next: number) {
      status = next;
    },
    /** The next letter, when it comes. */
    next(): Promise<Received> {
      const letter = received.shift();
      if (letter) return Promise.resolve(letter);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Letters that nobody has taken yet. */
    pending: () => received.length,
  };
}
