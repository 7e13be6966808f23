// `tollgate` for shell code: a small program that passes each call on to the process that has its modules loaded.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from './command.ts';
import { call } from './tollgate.ts';

const CALLER = join(import.meta.dirname, 'caller.mjs');

export interface Shim {
  /** Followed by the arguments, as the words of a shell. */
  readonly command: string;
  close(): void;
}

export async function openShim(): Promise<Shim> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-shim-'));
  const address = join(folder, 'socket');
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    const command: Command = JSON.parse(await text(socket));
    socket.end(JSON.stringify(await call(command)));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  return {
    command: [process.execPath, CALLER, address].map((word) => `'${word}'`).join(' '),
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
