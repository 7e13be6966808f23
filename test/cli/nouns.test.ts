// The `tollgate` command as a process: each noun, on the database that a service is running on.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CACHE_LIFE_MS } from '../../src/tenants/directory.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

suite(
  'tollgate command',
  (gate) => {
    const json = (...args: string[]) => tollgateJson(variables(gate), args);
    const withInput = (input: unknown, ...args: string[]) =>
      tollgateJson(variables(gate), args, JSON.stringify(input));
    const failure = async (...args: string[]) => {
      const { code, stdout, stderr } = await tollgate(variables(gate), args);
      return { code, stdout, stderr };
    };

    test('project and app: create, list, show, change, delete', async () => {
      const project = await json('project', 'create', 'My Game', '--game-index', '7');
      assert.deepEqual(Object.keys(project), ['game_index', 'name', 'created_at']);
      assert.deepEqual([project.game_index, project.name], [7, 'My Game']);
      const renamed = await json('project', 'rename', '7', 'Better');
      assert.deepEqual(renamed, { ...project, name: 'Better' });
      assert.deepEqual(await json('project', 'list'), { items: [renamed], next: null });
      const app = await json('app', 'create', '7', 'com.a', '--name', 'A');
      assert.deepEqual([app.appid, app.time_zone], ['com.a', 'UTC']);
      const changed = await json('app', 'set', 'com.a', '--time-zone', 'Asia/Seoul');
      assert.deepEqual(changed, { ...app, time_zone: 'Asia/Seoul' });
      assert.deepEqual(await json('app', 'list'), { items: [changed], next: null });
      assert.deepEqual(await failure('project', 'delete', '7', '--yes'), {
        code: 1,
        stdout: '',
        stderr: 'error: Project 7 still has the app com.a. Delete its apps first.\n',
      });
      assert.deepEqual(await json('app', 'delete', 'com.a', '--yes'), changed);
      assert.deepEqual(await json('project', 'delete', '7', '--yes'), renamed);
    });

    test('key: a key made at the command line works in the running service at once', async () => {
      // The command has the clock of the machine.
      const now = gate.now;
      gate.now = Date.now();
      const app = await gate.createApp();
      const works = async (key: string) => {
        const body = { appid: app.appid, service_certification_key: key };
        const answer = await gate.post('/game/block/type/get', body, { iscrypt: '0' });
        return answer.body.result_code;
      };
      assert.equal(await works(app.key), 0);
      const rotated = await json('key', 'rotate', app.appid, '--grace-seconds', '0');
      // The news travels between processes; memory ends by itself after a time of the clock.
      gate.now = Date.now() + CACHE_LIFE_MS + 1;
      assert.equal(await works(rotated.service_certification_key), 0);
      assert.equal(await works(app.key), 4002);
      const second = await json('key', 'create', app.appid);
      const { items } = await json('key', 'list', app.appid);
      assert.deepEqual(
        items.map((key: { key_id: string }) => key.key_id).sort(),
        [rotated.key_id, second.key_id].sort(),
      );
      assert.equal(
        (await json('key', 'revoke', app.appid, second.key_id, '--yes')).key_id,
        second.key_id,
      );
      gate.now = now;
    });

    test('price-key: rotated, listed and revoked', async () => {
      const { appid } = await gate.createApp();
      const { key_id, price_key } = await json('price-key', 'rotate', appid);
      assert.match(price_key, /^tgp_/);
      const { items } = await json('price-key', 'list', appid);
      assert.deepEqual(
        items.map((key: object) => ({ ...key, created_at: '' })),
        [{ key_id, hint: price_key.slice(-4), created_at: '', expires_at: null }],
      );
      assert.equal((await json('price-key', 'revoke', appid, key_id, '--yes')).key_id, key_id);
      assert.deepEqual(await json('price-key', 'list', appid), { items: [] });
    });

    test('client and token: an issued token is one of the service', async () => {
      const app = await gate.createApp();
      const client = await json('client', 'create', String(app.gameIndex), 'Server');
      const rotated = await json('client', 'rotate', client.client_id);
      const issue = ['token', 'issue', '--client-id', client.client_id, '--client-secret'];
      const now = gate.now;
      gate.now = Date.now();
      const issued = await json(...issue, rotated.client_secret);
      assert.deepEqual([issued.token_type, issued.expires_in], ['Bearer', 3600]);
      gate.now = Date.now();
      const check = await gate.service.tokens.check(issued.access_token);
      assert.ok('token' in check && check.token.use === 'app', JSON.stringify(check));
      assert.equal(check.token.clientId, client.client_id);
      gate.now = now;
      assert.deepEqual(await failure(...issue, 'wrong'), {
        code: 1,
        stdout: '',
        stderr: 'error: The client id or secret is wrong.\n',
      });
      const { items } = await json('client', 'list', String(app.gameIndex));
      assert.equal(items.length, 2);
      assert.equal(
        (await json('client', 'delete', client.client_id, '--yes')).client_id,
        client.client_id,
      );
    });

    test('token: an admin token made at the command line opens the admin API', async () => {
      const created = await json('token', 'create', 'ops', '--expires-in-days', '30');
      const headers = { authorization: `Bearer ${created.token}` };
      assert.equal((await gate.send('GET', '/admin/v1/projects', undefined, headers)).status, 200);
      const { items } = await json('token', 'list');
      assert.deepEqual(
        items.map((token: { name: string }) => token.name),
        ['ops'],
      );
      await json('token', 'revoke', created.token_id, '--yes');
      assert.equal((await gate.send('GET', '/admin/v1/projects', undefined, headers)).status, 401);
    });

    test('market and product: settings come as a JSON document', async () => {
      const { appid } = await gate.createApp();
      const settings = { steam_app_id: 480 };
      const document = { settings, secrets: { publisher_key: 'secret' } };
      const set = await withInput(document, 'market', 'set', appid, 'STEAM');
      assert.deepEqual(set.settings, { amount_divisor: 100, steam_app_id: 480 });
      assert.deepEqual(set.secrets_set, ['publisher_key']);
      assert.deepEqual(await json('market', 'list', appid), { items: [set] });
      assert.deepEqual(await json('market', 'remove', appid, 'STEAM', '--yes'), set);
      const gem = {
        name: 'Gem',
        kind: 'consumable',
        prices: [{ currency: 'USD', amount: '1.99' }],
      };
      const product = await withInput(gem, 'product', 'set', appid, 'gem');
      assert.deepEqual(await json('product', 'list', appid), { items: [product], next: null });
      assert.deepEqual(await json('product', 'remove', appid, 'gem', '--yes'), product);
    });

    test('grant: given to an account, listed and revoked', async () => {
      const { appid } = await gate.createApp();
      const account_uuid = '0a0a0a0a-0000-4000-8000-000000000001';
      const whose = ['--account-uuid', account_uuid];
      const grant = await json('grant', 'add', appid, 'map', ...whose, '--reason', 'sorry');
      assert.deepEqual([grant.product_id, grant.account_uuid], ['map', account_uuid]);
      assert.deepEqual(await json('grant', 'list', appid), { items: [grant], next: null });
      const revoked = await json('grant', 'revoke', appid, grant.grant_id, '--yes');
      assert.notEqual(revoked.revoked_at, null);
      assert.deepEqual(await json('grant', 'list', appid, ...whose), {
        items: [revoked],
        next: null,
      });
    });

    test('market set takes the key files of APPLE and GOOGLE as they are', async () => {
      const { appid } = await gate.createApp();
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-keys-'));
      const write = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const key = (namedCurve: string) =>
        generateKeyPairSync('ec', { namedCurve })
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString();
      const p8 = key('P-256');
      const settings = { bundle_id: 'com.a', app_apple_id: 1 };
      const document = write('apple.json', JSON.stringify({ settings }));
      const set = (market: string, file: string, ...more: string[]) =>
        ['market', 'set', appid, market, '--key-file', file, ...more] as const;
      const apple = await json(
        ...set('APPLE', write('SubscriptionKey_ABC123.p8', p8), '--settings-file', document),
      );
      const expected = { ...settings, accept_sandbox: true, key_id: 'ABC123' };
      assert.deepEqual([apple.settings, apple.secrets_set], [expected, ['private_key']]);
      // Alone, the file leaves the settings as they are.
      const renewed = await json(...set('APPLE', write('SubscriptionKey_DEF456.p8', p8)));
      assert.deepEqual(renewed.settings, { ...expected, key_id: 'DEF456' });

      const google = write('google.json', JSON.stringify({ settings: { package_name: 'com.a' } }));
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const private_key = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
      const account = {
        type: 'service_account',
        client_email: 'a@b.iam.gserviceaccount.com',
        private_key,
      };
      const file = write('project-1234.json', JSON.stringify(account));
      const { settings: kept, secrets_set } = await json(
        ...set('GOOGLE', file, '--settings-file', google),
      );
      assert.deepEqual(
        [kept.service_account_email, secrets_set],
        [account.client_email, ['service_account']],
      );

      const refused: [string, string, string][] = [
        [
          'APPLE',
          write('AuthKey_ABC123.p8', p8),
          'AuthKey_ABC123.p8 is an App Store Connect API key. Tollgate needs the In-App Purchase key, SubscriptionKey_….p8: App Store Connect → Users and Access → Integrations → In-App Purchase.',
        ],
        [
          'APPLE',
          write('SubscriptionKey_P384.p8', key('P-384')),
          'private_key is not a P-256 private key in PEM form. Send the text of the SubscriptionKey_….p8 file from App Store Connect.',
        ],
        [
          'GOOGLE',
          write('other.json', '{"type":"authorized_user"}'),
          'other.json is not the JSON key file of a service account.',
        ],
        ['STEAM', file, 'STEAM has no key file. Send its secrets in the settings document.'],
        ['APPLE', join(folder, 'none.p8'), `${join(folder, 'none.p8')} cannot be read.`],
      ];
      for (const [market, path, sentence] of refused) {
        const stderr = `error: ${sentence}\n`;
        assert.deepEqual(await failure(...set(market, path)), { code: 1, stdout: '', stderr });
      }
      assert.deepEqual((await json('market', 'show', appid, 'APPLE')).settings, renewed.settings);
      rmSync(folder, { recursive: true });
    });

    test('server ids, signing keys and the audit log', async () => {
      const { appid } = await gate.createApp();
      const server = await json('server', 'add', appid, 'eu-1', '--name', 'Europe');
      assert.deepEqual(await json('server', 'list', appid), { items: [server], next: null });
      assert.deepEqual(await json('server', 'remove', appid, 'eu-1'), server);
      const { kid } = await json('signing-key', 'rotate');
      const [rotated] = (await json('audit', '--target', `signing-keys/${kid}`)).items;
      assert.deepEqual(
        [rotated.actor_kind, rotated.actor, rotated.action, rotated.after],
        ['cli', userInfo().username, 'signing-key.rotate', { kid }],
      );
      const before = ['--target', `signing-keys/${kid}`, '--to', '2026-01-01T00:00:00Z'];
      assert.deepEqual(await json('audit', ...before), { items: [], next: null });
    });

    test('without --json people get aligned text', async () => {
      const app = await gate.createApp();
      const project = `${app.gameIndex}`;
      const { stdout } = await tollgate(variables(gate), ['project', 'show', project]);
      const lines = [
        `game_index  ${project}`,
        `name        ${app.appid}`,
        'created_at  2026-11-15T12:00:00.000Z',
      ];
      assert.equal(stdout, `${lines.join('\n')}\n`);
    });
  },
  { kinds: EITHER },
);
