// Registers the demo app's notification URLs at the emulated markets.

import type { EnvironmentName } from '../start/environments.ts';
import { ask, type Question } from './ask.ts';
import { fieldsOf, readFields } from './markets.ts';

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
  // Google has one topic for all purchases of a package, including those of testers.
  const world = production ?? sandbox;
  await Promise.all([
    production && tellApple(production, 'Production'),
    production && tellStripe(production, true),
    sandbox && tellApple(sandbox, 'Sandbox'),
    sandbox && tellStripe(sandbox, false),
    world &&
      post(`${control}/google/notifications`, {
        url: address(world, 'google'),
        packageName: appid,
      }),
  ]);
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

const post = (url: string, body: object): Promise<void> => send(url, { method: 'POST', body });

/** Ignores failures: without notifications, everything else still works. */
async function send(url: string, question: Question): Promise<void> {
  await ask(url, question).catch(() => {});
}
