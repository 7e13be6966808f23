// Downloads of the admin API: two at a time for each member, read and sent in small pieces that let callers go first.
import { finished, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { yielding } from '../../base/call-context.ts';
import { hashSecret } from '../../base/vault.ts';
import { bearer } from '../../identity/routes.ts';
import { sendProblem } from './problem.ts';
import { SENT } from './sent.ts';

const AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;
/** Number of text chunks buffered for a slow client. */
const WAITING_CHUNKS = 2;

/** Running downloads of each member and admin token, in this process. */
const running = new Map<string, number>();

/** Counts the download until its response ends; false when it was refused. */
export function beginDownload(request: FastifyRequest, reply: FastifyReply): boolean {
  const member = memberOf(request);
  const count = running.get(member) ?? 0;
  if (count >= AT_ONCE) {
    reply.header('retry-after', RETRY_AFTER_SECONDS);
    const detail =
      'Two of your downloads are still running. Wait until one has finished, then try again.';
    sendProblem(request, reply, 'too_many_downloads', detail);
    return false;
  }
  running.set(member, count + 1);
  finished(reply.raw, () => {
    const left = (running.get(member) ?? 1) - 1;
    if (left > 0) running.set(member, left);
    else running.delete(member);
  });
  return true;
}

const memberOf = (request: FastifyRequest): string =>
  request.account
    ? `account ${request.account.accountId}`
    : `token ${hashSecret(bearer(request) ?? '')}`;

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
