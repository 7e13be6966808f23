// Starts Steam and the payment gateways for a test at a standing clock, with the official clients.
import { after } from 'node:test';
import { PaymentClient } from '@portone/server-sdk';
import Stripe from 'stripe';
import { type EmulatorOptions, hostMarkets } from '../../emulator/host.ts';
import { createPortone } from '../../emulator/portone/market.ts';
import { createSteam } from '../../emulator/steam/market.ts';
import { createStripe } from '../../emulator/stripe/market.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
  body: any;
}

export const startTime = '2026-03-01T12:00:00.000Z';
export const start = Date.parse(startTime);
export const startSeconds = start / 1000;

export async function startShop(options: EmulatorOptions = {}) {
  const emulator = await hostMarkets([createSteam, createStripe, createPortone], {
    now: () => start,
    ...options,
  });
  const url = await emulator.listen(0);
  after(() => emulator.close());

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    return { status: response.status, body: await response.json() };
  }
  /** A control call that is expected to succeed. */
  async function control(path: string, body: unknown = {}): Promise<Answer['body']> {
    const answer = await call('POST', `/control${path}`, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }
  /** Raw requests to Steam, as its documentation describes them. */
  async function steam(
    method: 'GET' | 'POST',
    path: string,
    params: Record<string, unknown>,
  ): Promise<Answer & { type: string }> {
    const form = new URLSearchParams({ key: credentials.steam.key });
    for (const [name, value] of Object.entries(params)) form.set(name, String(value));
    const response = await (method === 'GET'
      ? fetch(`${url}/steam/${path}/?${form}`)
      : fetch(`${url}/steam/${path}/`, { method, body: form }));
    const type = response.headers.get('content-type') ?? '';
    const body = type.includes('json') ? await response.json() : await response.text();
    return { status: response.status, type, body };
  }

  const { body: credentials } = await call('GET', '/control/credentials');
  const { hostname, port } = new URL(url);
  const stripeWith = (key: string) =>
    new Stripe(key, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    });
  const { secret, testSecret } = credentials.portone;

  return {
    clock: emulator.world.clock,
    url,
    call,
    control,
    steam,
    credentials,
    stripeWith,
    stripe: stripeWith(credentials.stripe.secretKey),
    stripeLive: stripeWith(credentials.stripe.liveSecretKey),
    portone: PaymentClient({ secret, baseUrl: url }),
    portoneTest: PaymentClient({ secret: testSecret, baseUrl: url }),
    portoneWith: (other: string) => PaymentClient({ secret: other, baseUrl: url }),
  };
}
