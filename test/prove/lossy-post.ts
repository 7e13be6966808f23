// Carries the markets' notifications to the service: some late, some twice, in any order, some lost until the
// market sends them again.
import assert from 'node:assert/strict';
import { createHmac, createPrivateKey } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { DAY, PUSH_EMAIL } from '../payment/subscription-shop.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';

interface Letter {
  /** Below `/market/v1`. */
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dueAt: number;
}

export interface LossyPost {
  /** Where the markets send their notifications; the path below it is the one below `/market/v1`. */
  readonly url: string;
  /** What is due arrives. */
  carry(): Promise<void>;
  /** Everything that is still on its way arrives, also what must be sent again. */
  carryAll(): Promise<void>;
  sent(): number;
  delivered(): number;
  close(): Promise<void>;
}

export interface LossyPostOptions {
  readonly markets: Markets;
  /** The emulator's control paths whose notifications it carries, such as `/apple/notifications`. */
  readonly senders: readonly string[];
  readonly pushAudience: string;
  readonly random: () => number;
  /** Moves the clock of the service and of the markets. */
  readonly pass: (ms: number) => Promise<void>;
}

const SHARE_LOST = 0.1;
const SHARE_TWICE = 0.15;
const LATE_MS = 3 * DAY;
/** Gateways sign the time as well, so theirs cannot be late. */
const SIGNED = ['stripe-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

export async function openLossyPost(
  gate: Gate,
  { markets, senders, pushAudience, random, pass }: LossyPostOptions,
): Promise<LossyPost> {
  const queue: Letter[] = [];
  let isReliable = false;
  let sent = 0;
  let delivered = 0;

  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    const isLost = !isReliable && random() < SHARE_LOST;
    if (!isLost) {
      const headers = signaturesOf(request.headers);
      sent += 1;
      const copies = random() < SHARE_TWICE ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const isLate = Object.keys(headers).length === 0 && random() < 0.5;
        const dueAt = gate.now + (isLate ? random() * LATE_MS : 0);
        queue.push({ path: request.url ?? '', body, headers, dueAt });
      }
    }
    response.writeHead(isLost ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const credentials = await markets.control('/credentials');
  const exported = await markets.control('/export');
  const pushKey = createPrivateKey(exported.markets.google.keys.push.privateKey);

  /** Pub/Sub puts a fresh token on every attempt. */
  async function pushToken(): Promise<string> {
    const seconds = Math.floor(gate.now / 1_000);
    const claims = { email: PUSH_EMAIL, email_verified: true, sub: '1', iat: seconds };
    const token = await new SignJWT({ ...claims, exp: seconds + 3_600 })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer('https://accounts.google.com')
      .setAudience(pushAudience)
      .sign(pushKey);
    return `Bearer ${token}`;
  }

  /** The emulator's Stripe signs by the computer's clock, and the service checks by the test's. */
  function stripeSignature(body: string): string {
    const time = Math.floor(gate.now / 1_000);
    const secret = credentials.stripe.webhookSecret;
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  }

  async function headersOf({ path, body, headers }: Letter): Promise<Record<string, string>> {
    if (path.startsWith('/google/')) return { authorization: await pushToken() };
    if (path.startsWith('/pg/stripe/')) return { 'stripe-signature': stripeSignature(body) };
    return { ...headers };
  }

  async function carry(isDue: (letter: Letter) => boolean): Promise<void> {
    const due = queue.filter(isDue);
    const later = queue.filter((letter) => !isDue(letter));
    queue.splice(0, queue.length, ...later);
    const shuffled = due.map((letter) => ({ letter, at: random() }));
    shuffled.sort((one, other) => one.at - other.at);
    await Promise.all(
      shuffled.map(async ({ letter }) => {
        const headers = await headersOf(letter);
        const answer = await gate.post(`/market/v1${letter.path}`, letter.body, headers);
        assert.equal(answer.status, 200, `${letter.path}: ${JSON.stringify(answer.body)}`);
        delivered += 1;
      }),
    );
  }

  const collect = async (): Promise<void> => {
    for (const sender of senders) {
      await markets.control(`${sender}/release`, {});
      await markets.control(`${sender}/hold`, {});
    }
  };

  return {
    url: `http://127.0.0.1:${port}`,
    async carry() {
      await collect();
      await carry(({ dueAt }) => dueAt <= gate.now);
    },
    async carryAll() {
      isReliable = true;
      for (let days = 0; days < 4; days++) {
        await pass(DAY);
        await collect();
        await carry(() => true);
        await gate.service.payment.jobs.turn();
      }
    },
    sent: () => sent,
    delivered: () => delivered,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const signaturesOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    SIGNED.filter((name) => headers[name] !== undefined).map((name) => [
      name,
      String(headers[name]),
    ]),
  );
