// A real SMTP server on loopback that remembers what it was sent.

import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header fields and parts, as sent. */
  readonly source: string;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: readonly Mail[];
  /** Refuses every mail with this sentence until it is undefined again. */
  refuse(sentence: string | undefined): void;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'tollgate' && password === 'p@ss') done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        if (refusal !== undefined) return done(new Error(refusal));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://tollgate:p%40ss@127.0.0.1:${port}`,
    mails,
    refuse(sentence) {
      refusal = sentence;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The text of a part in quoted-printable or base64, or as it is. */
export function partOf({ source }: Mail, type: 'text/plain' | 'text/html'): string {
  const parts = source.split(/\r\n--[^\r\n]+\r\n/);
  const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  if (/quoted-printable/i.test(head)) {
    return unquoted(content.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n').trim();
  }
  const plain = /base64/i.test(head) ? Buffer.from(content, 'base64').toString('utf8') : content;
  return plain.replaceAll('\r\n', '\n').trim();
}

/** Quoted-printable. */
function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The subject, whatever it is encoded in. */
export function subjectOf({ source }: Mail): string {
  const [, subject = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(source) ?? [];
  return subject
    .replace(/\r\n[ \t]/g, '')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(text, 'base64').toString('utf8'),
    )
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) => unquoted(text.replaceAll('_', ' ')))
    .trim();
}
