// A caller that speaks HTTP/1.1 over a socket of its own, so that a test sees how connections end.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawCaller {
  readonly socket: Socket;
  /** Sends text as it is. */
  write(text: string): void;
  /** The next answer, whole; throws when the connection ends or breaks before. */
  answer(): Promise<RawAnswer>;
  /** Resolves when the other side has ended the connection, with the error if it broke. */
  readonly ended: Promise<Error | undefined>;
}

/** Rejects with ECONNREFUSED when nobody listens. */
export async function callRaw(url: string, allowHalfOpen = false): Promise<RawCaller> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen });
  await once(socket, 'connect');
  let received = '';
  let failure: Error | undefined;
  let isOver = false;
  let wake = (): void => {};
  const ended = new Promise<Error | undefined>((resolve) => {
    const end = (): void => {
      isOver = true;
      wake();
      resolve(failure);
    };
    socket.on('end', end);
    socket.on('close', end);
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    wake();
  });
  return {
    socket,
    ended,
    write: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const found = takeAnswer(received);
        if (found) {
          received = received.slice(found.length);
          return found.answer;
        }
        if (isOver) {
          throw failure ?? new Error(`the connection ended after ${JSON.stringify(received)}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** An answer with a length, as all of ours to calls have one. */
function takeAnswer(text: string): { answer: RawAnswer; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < length) return undefined;
  const answer = {
    status: Number(first.split(' ')[1]),
    headers,
    body: text.slice(end + 4, length),
  };
  return { answer, length };
}
