// A game server's side of the notifications: checks each message, and kicks the players in it.
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type RestrictedPlayer, verifyNotification } from '@tollgate/server';

const { PORT = '4000', TOLLGATE_KEY } = process.env;
if (!TOLLGATE_KEY)
  throw new Error('Set TOLLGATE_KEY to the key that Tollgate showed for the game server.');
const key = TOLLGATE_KEY;

/** Stands for the game: who is playing now. */
const playing = new Set<bigint>();

/** The last messages; Tollgate repeats one with the same id when it did not get the answer. */
const handled = new Set<string>();
const REMEMBERED = 1_000;

/** Dates are in the app's time zone, here UTC. A restriction that begins later is met at the next login. */
const hasBegun = ({ status, startDate }: RestrictedPlayer): boolean =>
  status === 'P' || Date.parse(`${startDate.replace(' ', 'T')}Z`) <= Date.now();

async function receive(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const checked = await verifyNotification({
    body: await buffer(request),
    headers: request.headers,
    key,
  });
  if (!checked.ok) {
    console.error('rejected a notification:', checked.error.message);
    return { status: 401, body: { result_code: 1 } };
  }
  if (!handled.has(checked.id)) {
    for (const player of checked.notification.data.filter(hasBegun)) {
      if (playing.delete(player.playerId)) console.log(`kicked ${player.playerId}`);
    }
    // After the work: if it fails halfway, the repeated message does it again.
    handled.add(checked.id);
    for (const oldest of handled) {
      if (handled.size <= REMEMBERED) break;
      handled.delete(oldest);
    }
  }
  return { status: 200, body: { result_code: 0 } };
}

const server = createServer(async (request, response) => {
  const { method, url = '/' } = request;
  const [, joined] = /^\/players\/(\d+)$/.exec(url) ?? [];
  let answer: { status: number; body: object } = { status: 404, body: {} };
  if (method === 'POST' && url === '/restrictions') answer = await receive(request);
  if (method === 'PUT' && joined) {
    playing.add(BigInt(joined));
    answer = { status: 200, body: {} };
  }
  if (method === 'GET' && url === '/players') {
    answer = { status: 200, body: { playing: [...playing].map(String) } };
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
});
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The game server listens on port ${PORT}.`),
);
