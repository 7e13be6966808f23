// The demo project of the first start, and `demo.json`.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildEmulator } from '../../emulator/app.ts';
import { type Config, type Environment, readConfig } from '../../src/config.ts';
import { ensureDemo } from '../../src/demo/project.ts';
import { readMarketSecrets } from '../../src/payment/settings/market-settings.ts';
import { createService } from '../../src/service.ts';
import { createLog } from '../../src/start/log.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, inject, MASTER_KEY, NOBODY, suite } from '../support/harness.ts';

suite(
  'demo project',
  (gate) => {
    let emulator: Awaited<ReturnType<typeof buildEmulator>>;
    let emulatorUrl: string;
    before(async () => {
      emulator = await buildEmulator({});
      emulatorUrl = await emulator.listen(0, '127.0.0.1');
    });
    after(() => emulator.close());

    const start = (
      url: string | undefined = emulatorUrl,
      config: Config = configOf(gate.database.variables),
    ) => ensureDemo(config, [{ name: 'production', service: gate.service }], url);

    test('the first start writes a complete file that only its owner can read', async () => {
      const file = await start();
      assert.deepEqual(read(gate), file);
      assert.equal(statSync(path(gate)).mode & 0o777, 0o600);
      const { production, console, admin_token, ...rest } = file;
      assert.deepEqual(rest, { emulator: { url: emulatorUrl } });
      assert.deepEqual(Object.keys(production ?? {}), [
        'url',
        'appid',
        'game_index',
        'service_certification_key',
        'client_id',
        'client_secret',
      ]);
      assert.equal(production?.url, 'http://localhost:8080');
      assert.equal(production.appid, 'com.tollgate.demo');
      assert.equal(production.game_index, 1001);
      assert.deepEqual(Object.keys(console ?? {}), ['url', 'email', 'password']);
      assert.equal(console?.email, 'admin@tollgate.local');
      assert.ok(console.password.length >= 16);
      assert.match(admin_token, /^tga_/);
      await worksWith(gate, file);
    });

    test('the demo app knows the emulated markets and sells something', async () => {
      const response = await fetch(`${emulatorUrl}/control/credentials`);
      const credentials = (await response.json()) as Credentials;
      const { context } = gate.service;
      const appid = 'com.tollgate.demo';
      const apple = await readMarketSecrets(context, appid, 'APPLE');
      assert.equal(apple?.secrets.private_key, credentials.apple.privateKey);
      assert.equal(apple?.settings.key_id, credentials.apple.keyId);
      const google = await readMarketSecrets(context, appid, 'GOOGLE');
      assert.deepEqual(
        JSON.parse(google?.secrets.service_account ?? ''),
        credentials.google.serviceAccount,
      );
      assert.equal(google?.secrets.licence_key, credentials.google.licenceKey);
      const steam = await readMarketSecrets(context, appid, 'STEAM');
      assert.equal(steam?.secrets.publisher_key, credentials.steam.key);
      const pg = await readMarketSecrets(context, appid, 'PG');
      assert.deepEqual(pg, {
        settings: { gateway: 'STRIPE' },
        secrets: {
          api_secret: credentials.stripe.liveSecretKey,
          webhook_secret: credentials.stripe.webhookSecret,
        },
      });
      const products = await context.storage.db
        .selectFrom('product')
        .select('product_id')
        .execute();
      assert.deepEqual(products.map((row) => row.product_id).sort(), [
        'gem_100',
        'gem_1200',
        'pass_monthly',
      ]);
    });

    test('a second start changes nothing', async () => {
      const before = {
        file: read(gate),
        rows: await auditRows(gate),
        at: statSync(path(gate)).mtimeMs,
      };
      await start();
      const after = {
        file: read(gate),
        rows: await auditRows(gate),
        at: statSync(path(gate)).mtimeMs,
      };
      assert.deepEqual(after, before);
    });

    test('with an admin port, the console is named there', async () => {
      const before = read(gate);
      const variables = { ...gate.database.variables, ADMIN_PORT: '8070' };
      const url = 'http://localhost:8070/console';
      const file = { ...before, console: { ...before.console, url } };
      assert.deepEqual(await start(emulatorUrl, configOf(variables)), file);
      assert.deepEqual(read(gate), file);
      assert.deepEqual(await start(), before);
    });

    for (const [name, spoil] of [
      ['lost', () => rmSync(path(gate))],
      ['damaged', () => writeFileSync(path(gate), '{"production":{"url":5}}')],
      ['cut off', () => writeFileSync(path(gate), readFileSync(path(gate), 'utf8').slice(0, 90))],
    ] as const) {
      test(`a file that is ${name} is written again with secrets that work`, async () => {
        const before = read(gate);
        spoil();
        const file = await start();
        assert.notEqual(file.production?.client_id, before.production?.client_id);
        assert.deepEqual(read(gate), file);
        await worksWith(gate, file);
      });
    }

    test('a secret that no longer works is replaced', async () => {
      const before = read(gate);
      const { db } = gate.service.context.storage;
      await db.deleteFrom('oauth_client').execute();
      gate.now += 5_001;
      const file = await start();
      assert.notEqual(file.production?.client_secret, before.production?.client_secret);
      assert.equal(file.admin_token, before.admin_token);
      assert.deepEqual(file.console, before.console);
      await worksWith(gate, file);
    });

    test('both environments have secrets of their own and one admin token', async () => {
      const storage = openStorage(gate.database.storage('sandbox'));
      await storage.migrate();
      const service = await createService({
        environment: 'sandbox',
        storage,
        masterKey: MASTER_KEY,
        clock: () => gate.now,
        log: createLog('silent'),
        publicUrl: 'http://sandbox.test',
        trustProxy: 0,
        rateLimits: { perApp: 0, perAddress: 0 },
        relay: { enabled: false, allowPrivateTargets: true },
        markets: NOBODY,
      });
      const before = read(gate);
      const file = await ensureDemo(
        configOf(gate.database.variables),
        [
          { name: 'production', service: gate.service },
          { name: 'sandbox', service },
        ],
        emulatorUrl,
      );
      assert.deepEqual(file.production, before.production);
      assert.equal(file.sandbox?.url, 'http://localhost:8081');
      assert.equal(file.sandbox.game_index, 1001);
      const { service_certification_key: key } = file.sandbox;
      assert.notEqual(key, file.production?.service_certification_key);
      assert.equal(file.admin_token, before.admin_token);
      const headers = { authorization: `Bearer ${file.admin_token}` };
      const answer = await inject(service, 'GET', '/admin/v1/projects', undefined, headers);
      assert.equal(answer.status, 200);
      await service.stop();
    });

    test('an environment that is off in this start keeps its entry', async () => {
      const before = read(gate);
      assert.ok(before.sandbox);
      assert.deepEqual(await start(), before);
      assert.deepEqual(read(gate), before);
    });

    test('an emulator that talks nonsense, or none at all, keeps nothing from starting', async () => {
      const nonsense = await serve('<html>');
      assert.equal((await start(nonsense.url)).emulator?.url, nonsense.url);
      nonsense.server.close();
      assert.equal((await start(nonsense.url)).emulator?.url, nonsense.url);
      const none = await ensureDemo(
        configOf(gate.database.variables),
        [{ name: 'production', service: gate.service }],
        undefined,
      );
      assert.equal('emulator' in none, false);
    });
  },
  { kinds: EITHER },
);

interface Credentials {
  readonly apple: { readonly privateKey: string; readonly keyId: string };
  readonly google: { readonly serviceAccount: object; readonly licenceKey: string };
  readonly steam: { readonly key: string };
  readonly stripe: { readonly liveSecretKey: string; readonly webhookSecret: string };
}

const path = (gate: Gate): string => join(gate.database.variables.TOLLGATE_DATA ?? '', 'demo.json');

const read = (gate: Gate) => JSON.parse(readFileSync(path(gate), 'utf8'));

function configOf(variables: Environment): Config {
  const result = readConfig(variables);
  assert.ok('config' in result);
  return result.config;
}

async function auditRows(gate: Gate): Promise<number> {
  const rows = await gate.service.context.storage.db.selectFrom('audit_log').select('at').execute();
  return rows.length;
}

async function worksWith(gate: Gate, file: Awaited<ReturnType<typeof ensureDemo>>): Promise<void> {
  const { appid, service_certification_key, client_id, client_secret } = file.production ?? {};
  const listed = await gate.post(
    '/game/block/type/get',
    { appid, service_certification_key },
    { iscrypt: '0' },
  );
  assert.equal(listed.body.result_code, 0);
  const grant_type = 'client_credentials';
  const token = await gate.post('/oauth/token', { grant_type, client_id, client_secret });
  assert.equal(token.status, 200);
  const headers = { authorization: `Bearer ${file.admin_token}` };
  const projects = await gate.send('GET', '/admin/v1/projects', undefined, headers);
  assert.deepEqual(
    projects.body.items.map((project: { name: string }) => project.name),
    ['Demo Game'],
  );
}

async function serve(body: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
