// Downloads of the admin API: read and sent in small pieces that let callers go first.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { yielding } from '../../base/call-context.ts';
import { SENT } from './sent.ts';

/** Number of text chunks buffered for a slow client. */
const WAITING_CHUNKS = 2;

interface File {
  readonly contentType: string;
  readonly name: string;
  readonly chunks: AsyncIterable<string>;
}

export function sendFile(reply: FastifyReply, { contentType, name, chunks }: File): typeof SENT {
  reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(inTurns(chunks), { objectMode: true, highWaterMark: WAITING_CHUNKS }));
  return SENT;
}

/** Between two pieces, the event loop serves everybody else. */
async function* inTurns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await yielding(() => pieces.next());
      if (piece.done) return;
      yield piece.value;
      await setImmediate();
    }
  } finally {
    await pieces.return?.();
  }
}
