// Tells the emulated markets where the demo app wants its notices.
import type { EnvironmentName } from './environments.ts';

const TELL_WITHIN_MS = 5_000;

/** Every start says so again; the emulator keeps an address once. */
export async function registerNotices(
  emulatorUrl: string,
  appid: string,
  worlds: Readonly<Partial<Record<EnvironmentName, { readonly url: string }>>>,
): Promise<void> {
  const { production, sandbox } = worlds;
  const tell = (market: string, letters: string, { url }: { url: string }, about: object) =>
    post(`${emulatorUrl}/control/${market}/${letters}`, {
      url: `${url}/market/v1/${market === 'stripe' ? 'pg/stripe' : market}/${appid}`,
      ...about,
    });
  if (production) {
    await tell('apple', 'notifications', production, {
      bundleId: appid,
      environment: 'Production',
    });
    await tell('stripe', 'webhooks', production, { livemode: true });
  }
  if (sandbox) {
    await tell('apple', 'notifications', sandbox, { bundleId: appid, environment: 'Sandbox' });
    await tell('stripe', 'webhooks', sandbox, { livemode: false });
  }
  // Google has one topic for all purchases of a package, those of its testers included.
  const world = production ?? sandbox;
  if (world) await tell('google', 'notifications', world, { packageName: appid });
}

/** An emulator that cannot be told sends no notices; everything else goes on. */
async function post(url: string, body: object): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TELL_WITHIN_MS),
  }).catch(() => {});
}
