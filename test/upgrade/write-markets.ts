// Writes the settings of apps at the emulated markets, registers their notices, and waits for them.
import { until } from '../support/process.ts';
import type { Gate } from './gate.ts';
import type { Json } from './wire.ts';
import { CHESS, KR, RACERS, US } from './write-apps.ts';

export const APP_APPLE_ID = 1_234_567_890;
const STEAM_APP_ID = 480;

/** Each environment has names of its own at the markets, so that notices find the right one. */
export const nameAtMarket = (gate: Gate, appid: string): string =>
  `com.example.${gate.name}.${appid}`;

export const appleEnvironment = (gate: Gate): 'Production' | 'Sandbox' =>
  gate.name === 'production' ? 'Production' : 'Sandbox';

export async function writeMarkets(gate: Gate): Promise<void> {
  const credentials = await gate.control('/credentials');
  const trust = await gate.control('/trust');
  const put = (appid: string, market: string, settings: object, secrets: object = {}) =>
    gate.admin('PUT', `/apps/${appid}/markets/${market}`, { settings, secrets });
  await writeApple(gate, credentials, put);
  await writeGoogle(gate, credentials, trust, put);
  const publisher_key = credentials.steam.key;
  await put(KR, 'STEAM', { steam_app_id: STEAM_APP_ID, amount_divisor: 100 }, { publisher_key });
  const { stripe, portone } = credentials;
  const live = gate.name === 'production';
  await put(
    KR,
    'PG',
    { gateway: 'STRIPE', success_url: 'https://shop.example/paid' },
    {
      api_secret: live ? stripe.liveSecretKey : stripe.secretKey,
      webhook_secret: stripe.webhookSecret,
    },
  );
  const storeId = live ? portone.storeId : portone.testStoreId;
  await put(
    RACERS,
    'PG',
    { gateway: 'PORTONE', store_id: storeId },
    {
      api_secret: live ? portone.secret : portone.testSecret,
      webhook_secret: portone.webhookSecret,
    },
  );
  const url = `${gate.url}/market/v1/pg`;
  await gate.control('/stripe/webhooks', { url: `${url}/stripe/${KR}`, livemode: live });
  await gate.control('/portone/webhooks', { url: `${url}/portone/${RACERS}`, storeId });
  // Settings that were removed again.
  await put(CHESS, 'STEAM', { steam_app_id: STEAM_APP_ID }, { publisher_key });
  await gate.admin('DELETE', `/apps/${CHESS}/markets/STEAM`);
}

type Put = (appid: string, market: string, settings: object, secrets?: object) => Promise<Json>;

/** One app asks the App Store, the others believe the signed receipt. */
async function writeApple(gate: Gate, { apple }: Json, put: Put): Promise<void> {
  for (const appid of [KR, US, CHESS]) {
    const bundle_id = nameAtMarket(gate, appid);
    const asks = appid === KR && { issuer_id: apple.issuerId, key_id: apple.keyId };
    const settings = { bundle_id, app_apple_id: APP_APPLE_ID, accept_sandbox: false, ...asks };
    await put(appid, 'APPLE', settings, asks ? { private_key: apple.privateKey } : {});
    await gate.control('/apple/notifications', {
      bundleId: bundle_id,
      appAppleId: APP_APPLE_ID,
      environment: appleEnvironment(gate),
      url: `${gate.url}/market/v1/apple/${appid}`,
    });
  }
}

async function writeGoogle(gate: Gate, { google }: Json, trust: Json, put: Put): Promise<void> {
  for (const [appid, after_verify] of [
    [KR, 'consume'],
    [US, 'acknowledge'],
  ] as const) {
    const package_name = nameAtMarket(gate, appid);
    const push_audience = `https://example.com/google/${gate.name}/${appid}`;
    await put(
      appid,
      'GOOGLE',
      { package_name, after_verify, push_audience, push_email: trust.google.pushEmail },
      {
        service_account: JSON.stringify(google.serviceAccount),
        licence_key: google.licenceKey,
      },
    );
    await gate.control('/google/notifications', {
      packageName: package_name,
      url: `${gate.url}/market/v1/google/${appid}`,
      audience: push_audience,
    });
  }
}

const LETTERS = [
  '/apple/notifications',
  '/google/notifications',
  '/stripe/webhooks',
  '/portone/webhooks',
];

/** Every notice has arrived, and nothing follows from any of them any more. */
export async function untilNoticesAreApplied(gate: Gate): Promise<void> {
  for (const path of LETTERS) {
    await until(async () => {
      const { notifications } = await gate.control(path);
      return notifications.every(
        ({ attempts }: Json) => attempts.at(-1)?.result === 'delivered' && attempts.length > 0,
      );
    });
  }
  for (const appid of [KR, US, RACERS, CHESS]) {
    const path = `/apps/${appid}/notices?state=waiting`;
    await until(async () => (await gate.admin('GET', path)).items.length === 0);
  }
}
