// Sends e-mails through the SMTP server of the settings, within time limits.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every attempt, so that mail servers recognise a repetition. */
  readonly id: string;
}

export interface Mailer {
  /** Rejects with a sentence for operators when the server does not take the mail. */
  send(mail: Mail): Promise<void>;
}

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string;
  readonly from: string;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

export function createMailer({ url, from }: SmtpSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const domain = from.split('@').at(-1)?.replace(/>.*$/, '') ?? hostname;
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    // A password never leaves this machine in plain text.
    requireTLS: username !== '' && !LOCAL.has(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send({ id, ...mail }) {
      // Loaded with the first mail: most processes send none.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(options);
      try {
        await transport.sendMail({
          ...mail,
          from,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } finally {
        transport.close();
      }
    },
  };
}
