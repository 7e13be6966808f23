// Registers the demo app's notification URLs at the emulated markets.

import type { EnvironmentName } from '../start/environments.ts';
import { fieldsOf, readFields } from './markets.ts';

const TELL_WITHIN_MS = 5_000;

interface World {
  readonly url: string;
}

/** Runs at every start; the new URLs replace those of earlier starts. */
export async function registerNotices(
  emulatorUrl: string,
  appid: string,
  { production, sandbox }: Readonly<Partial<Record<EnvironmentName, World>>>,
): Promise<void> {
  const control = `${emulatorUrl}/control`;
  const address = ({ url }: World, market: string) => `${url}/market/v1/${market}/${appid}`;
  const tellApple = (world: World, environment: string) =>
    post(`${control}/apple/notifications`, {
      url: address(world, 'apple'),
      bundleId: appid,
      environment,
    });
  const { liveSecretKey, secretKey } = fieldsOf(
    (await readFields(`${control}/credentials`)).stripe,
  );
  const tellStripe = async (world: World, livemode: boolean) => {
    const url = address(world, 'pg/stripe');
    await post(`${control}/stripe/webhooks`, { url, livemode });
    await dropEarlier(
      `${emulatorUrl}/v1/webhook_endpoints`,
      livemode ? liveSecretKey : secretKey,
      url,
    );
  };
  if (production) {
    await tellApple(production, 'Production');
    await tellStripe(production, true);
  }
  if (sandbox) {
    await tellApple(sandbox, 'Sandbox');
    await tellStripe(sandbox, false);
  }
  // Google has one topic for all purchases of a package, including those of testers.
  const world = production ?? sandbox;
  if (world) {
    const url = address(world, 'google');
    await post(`${control}/google/notifications`, { url, packageName: appid });
  }
}

/** Stripe sends to every endpoint of an account, so endpoints of earlier ports are deleted. */
async function dropEarlier(endpoints: string, key: unknown, current: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { data } = await readFields(endpoints, headers);
  for (const { id, url } of (Array.isArray(data) ? data : []).map(fieldsOf)) {
    const isEarlier = url !== current && pathOf(url) === pathOf(current);
    if (isEarlier) await send(`${endpoints}/${id}`, { method: 'DELETE', headers });
  }
}

const pathOf = (url: unknown): string | undefined => URL.parse(String(url))?.pathname;

const post = (url: string, body: object): Promise<void> =>
  send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Ignores failures: without notifications, everything else still works. */
async function send(url: string, request: RequestInit): Promise<void> {
  await fetch(url, { ...request, signal: AbortSignal.timeout(TELL_WITHIN_MS) }).catch(() => {});
}
