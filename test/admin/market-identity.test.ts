// One purchase, one grant: an app at a market belongs to one app of the environment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tollgate } from '../cli/tollgate.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, inject, MASTER_KEY, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, asAdmin, problem } from './caller.ts';

const IDENTITIES = {
  APPLE: ['bundle_id', (name: string) => ({ bundle_id: name, app_apple_id: 5 }), 'com.one'],
  GOOGLE: ['package_name', (name: string) => ({ package_name: name }), 'com.one'],
  STEAM: ['steam_app_id', (name: string) => ({ steam_app_id: Number(name) }), '481'],
} as const;

const refusal = (path: string, setting: string, value: string, holder: string) => {
  const message = `${setting} ${value} is already used by ${holder}, and a purchase may be granted in one app only. Use another ${setting}, or remove it there first.`;
  return problem('invalid_request', path, message, [{ field: `settings.${setting}`, message }]);
};
const pathOf = ({ appid }: { appid: string }, market: string) => `/apps/${appid}/markets/${market}`;

/** Two apps with the same Steam app id, as the last release let them be. */
async function saveTwins(gate: Gate, steamApp: number) {
  const [one, two] = [await gate.createApp(), await gate.createApp()];
  const settings = { steam_app_id: steamApp };
  for (const app of [one, two]) {
    await gate.service.context.storage.db
      .updateTable('market_setting')
      .set({ identity: null })
      .where('identity', '=', String(steamApp))
      .execute();
    assert.equal((await admin(gate, 'PUT', pathOf(app, 'STEAM'), { settings })).status, 200);
  }
  await gate.service.context.storage.db
    .updateTable('market_setting')
    .set({ identity: String(steamApp), twin: 1 })
    .where('appid', '=', one.appid)
    .execute();
  return { one, two, settings };
}

suite(
  'the name of an app at a market',
  (gate) => {
    for (const [market, [setting, settingsOf, value]] of Object.entries(IDENTITIES)) {
      test(`${market}: ${setting} of another app is refused, which is named within the project`, async () => {
        const holder = await gate.createApp();
        const sibling = await gate.createApp({ gameIndex: holder.gameIndex });
        const stranger = await gate.createApp();
        const put = (app: { appid: string }, name: string) =>
          admin(gate, 'PUT', pathOf(app, market), { settings: settingsOf(name) });
        assert.equal((await put(holder, value)).status, 200);
        assert.equal((await put(holder, value)).status, 200);
        assert.deepEqual(
          (await put(sibling, value)).body,
          refusal(pathOf(sibling, market), setting, value, `the app ${holder.appid}`),
        );
        assert.deepEqual(
          (await put(stranger, value)).body,
          refusal(pathOf(stranger, market), setting, value, 'an app of another project'),
        );
        assert.equal((await admin(gate, 'GET', pathOf(stranger, market))).status, 404);
        // What is given up is free again.
        assert.equal((await put(holder, `${value}2`)).status, 200);
        assert.equal((await put(sibling, value)).status, 200);
        assert.equal((await admin(gate, 'DELETE', pathOf(sibling, market))).status, 204);
        assert.equal((await put(stranger, value)).status, 200);
      });
    }

    test('PG: one gateway account may serve several apps', async () => {
      for (const app of [await gate.createApp(), await gate.createApp()]) {
        const settings = { gateway: 'PORTONE', store_id: 'store-1' };
        assert.equal((await admin(gate, 'PUT', pathOf(app, 'PG'), { settings })).status, 200);
      }
    });

    test('of apps that take it at the same moment, in two processes, one gets it', async () => {
      const services = [gate.service, await gate.secondService()];
      const apps = await Promise.all(Array.from({ length: 8 }, () => gate.createApp()));
      const answers = await Promise.all(
        apps.map((app, index) =>
          inject(
            services[index % 2] ?? gate.service,
            'PUT',
            `/admin/v1${pathOf(app, 'STEAM')}`,
            { settings: { steam_app_id: 900 } },
            asAdmin,
          ),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
      for (const [index, { status, body }] of answers.entries()) {
        const path = pathOf(apps[index] ?? { appid: '' }, 'STEAM');
        const refused = refusal(path, 'steam_app_id', '900', 'an app of another project');
        if (status === 400) assert.deepEqual(body, refused);
      }
    });

    test('twins of the last release go on, a third is refused, and doctor names them', async () => {
      const { one, two, settings } = await saveTwins(gate, 700);
      for (const app of [one, two]) {
        const secrets = { publisher_key: 'new' };
        const kept = await admin(gate, 'PUT', pathOf(app, 'STEAM'), { settings, secrets });
        assert.equal(kept.status, 200);
      }
      const third = await gate.createApp();
      const refused = await admin(gate, 'PUT', pathOf(third, 'STEAM'), { settings });
      assert.equal(refused.status, 400);
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        SANDBOX_PORT: 'off',
      };
      const { stdout } = await tollgate(variables, ['doctor']);
      assert.ok(
        stdout.includes(
          `WRONG production: The apps ${one.appid}, ${two.appid} have the same steam_app_id 700, so a purchase passes in each of them. Remove the market from all but one.\n`,
        ),
        stdout,
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
