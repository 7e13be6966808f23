// A game server on loopback that remembers what it was sent and answers as the test wants.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseJson } from '../../src/base/json.ts';
import { expectMessage } from '../support/contract.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Told {
  readonly player_id: number | bigint;
  readonly status: 'P' | 'B';
  readonly start_date: string;
  readonly end_date: string;
}

export type Behaviour = (response: ServerResponse, received: Received) => void;

export const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

export const accept = answer(200, '{"result_code":0}');
/** Refuses every request with one of these players in it. */
export const refusing =
  (players: readonly bigint[], headers: Record<string, string> = {}, status = 200): Behaviour =>
  (response, received) => {
    const isRefused = dataOf(received).some(({ player_id }) => players.includes(BigInt(player_id)));
    const code = isRefused ? answer(status, '{"result_code":7}', headers) : accept;
    code(response, received);
  };
export const reset: Behaviour = (response) => response.socket?.resetAndDestroy();
/** Never answers; the client's time limit ends it. */
export const hang: Behaviour = () => {};

const dataOf = ({ body }: Received): readonly Told[] => (parseJson(body) as { data: Told[] }).data;

export interface GameServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** The `data` of each request, in order of arrival. */
  told(): readonly (readonly Told[])[];
  /** Resolves with the n-th request, now or when it comes. */
  arrival(count: number): Promise<Received>;
  close(): Promise<void>;
}

export async function startGameServer(host = '127.0.0.1', port = 0): Promise<GameServer> {
  const received: Received[] = [];
  let behaviour = accept;
  let waiting: { readonly count: number; readonly resolve: (value: Received) => void }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    // The sender was gone before its request was whole.
    if (body === undefined) return;
    if (request.headers['webhook-signature'] !== undefined) expectMessage(body);
    const arrived = { headers: request.headers, body };
    received.push(arrived);
    for (const each of waiting.filter(({ count }) => count === received.length))
      each.resolve(arrived);
    waiting = waiting.filter(({ count }) => count > received.length);
    behaviour(response, arrived);
  });
  server.listen(port, host);
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/restrictions`,
    received,
    behave(next) {
      behaviour = next;
    },
    told: () => received.map(dataOf),
    arrival(count) {
      const arrived = received[count - 1];
      if (arrived) return Promise.resolve(arrived);
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
