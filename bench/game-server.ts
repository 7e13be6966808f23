// The game server of the outbox bench, a process of its own: accepts everything and counts the users it is told.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How many users have been told so far, and when the last request came. */
export interface Receipt {
  readonly users: number;
  readonly at: number;
}

/** `tell` asks for a receipt at each request, `count` for one now and no more. */
export type Order = 'tell' | 'count';

let users = 0;
let telling = false;

const server = createServer(async (request, response) => {
  const at = performance.timeOrigin + performance.now();
  const body = await text(request);
  users += body.split('"player_id"').length - 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result_code":0}');
  if (telling) process.send?.({ users, at } satisfies Receipt);
});

process.on('message', (order: Order) => {
  telling = order === 'tell';
  if (!telling) process.send?.({ users, at: 0 } satisfies Receipt);
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
