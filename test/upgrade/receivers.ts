// Game servers and receivers of events for the writer: those below /accept take everything, those below
// /refuse nothing, and ask to be left alone for ten hours.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Json, parseExactly } from './wire.ts';

export interface Receivers {
  readonly url: string;
  /** What came, oldest first. */
  readonly received: readonly { readonly path: string; readonly body: Json }[];
  close(): Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const received: { path: string; body: Json }[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    received.push({ path, body: parseExactly(await text(request)) });
    if (path.startsWith('/accept')) response.end('{"result_code":0}');
    else response.writeHead(503, { 'retry-after': '36000' }).end('{"result_code":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
