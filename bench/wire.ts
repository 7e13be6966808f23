// Requests as bytes, and a connection that carries one at a time, with as little work as possible.
import { connect, type Socket } from 'node:net';
import type { BenchRequest } from './case.ts';

const ANSWER_BYTES = 65_536;
const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /content-length: (\d+)/i;

export interface Connection {
  ask(request: Buffer, answered: (status: string, body: string) => void): void;
}

export async function openConnection(port: number): Promise<Connection> {
  let text = '';
  let answered: (status: string, body: string) => void = () => {};
  const socket: Socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(ANSWER_BYTES),
      callback(size, buffer) {
        text += (buffer as Buffer).toString('latin1', 0, size);
        const bodyStart = text.indexOf(HEAD_END) + HEAD_END.length;
        if (bodyStart < HEAD_END.length) return true;
        const body = text.slice(bodyStart);
        if (body.length < Number(CONTENT_LENGTH.exec(text)?.[1])) return true;
        const status = text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
        text = '';
        answered(status, body);
        return true;
      },
    },
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    ask(request, callback) {
      answered = callback;
      socket.write(request);
    },
  };
}

export function onTheWire({ path, headers, body }: BenchRequest): Buffer {
  const lines = Object.entries({
    host: 'bench',
    'content-type': 'application/json',
    'content-length': body.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
}
