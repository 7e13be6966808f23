// Logs: one JSON line a request with operation, app and trace; never a receipt, a key or a token.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { GENERATIONS } from '../restriction/generations.ts';
import { logIn, newPlayer, registerType, restriction } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';
import { captureLog } from './log-lines.ts';

const captured = captureLog();

suite(
  'logs',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      captured.take();
    });

    test('a request is one line with operation, app, trace, status and time', async () => {
      for (const { number, call } of GENERATIONS) {
        const trace_id = `4bf92f3577b34da6a3ce929d0e0e473${number}`;
        const traceparent = `00-${trace_id}-00f067aa0ba902b7-01`;
        await call(gate, app, '/game/block/set', restriction(gate, newPlayer()), { traceparent });
        const { lines } = captured.take();
        const [line] = lines as (Line & { time: number; ms: number })[];
        assert.equal(lines.length, 1);
        assert.deepEqual(line, {
          level: 30,
          time: line?.time,
          operation: number === 1 ? 'block.set' : 'v2.block.set',
          app: app.appid,
          trace_id,
          status: 200,
          ms: line?.ms,
          msg: 'request',
        });
        assert.ok(Number.isFinite(line?.ms));
      }
    });

    test('a refused request is a line, too, with the app once it is known', async () => {
      const [first] = GENERATIONS;
      await first.call(gate, app, '/game/block/delete', { service_certification_key: 'wrong' });
      await first.call(gate, app, '/game/block/delete', { appid: 'unknown' });
      await gate.post('/game/block/delete', 'no JSON');
      const { lines } = captured.take();
      assert.deepEqual(
        lines.map(({ operation, app: named }) => [operation, named]),
        [
          ['block.delete', app.appid],
          ['block.delete', undefined],
          ['block.delete', undefined],
        ],
      );
    });

    test('no secret is in any line, whether the request passes, is refused or fails', async () => {
      const token = await gate.token(app);
      const player = await logIn(gate, app, newPlayer());
      const receipt = 'eyJhbGciOiJFUzI1NiJ9.cmVjZWlwdC1vZi1hLXBsYXllcg.c2lnbmF0dXJl';
      const secrets = {
        certificationKey: app.key,
        clientSecret: app.clientSecret,
        token,
        playerToken: player.access_token,
        receipt,
        password: 'correct horse battery staple',
      };
      const body = {
        appid: app.appid,
        service_certification_key: app.key,
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        token,
        player_id: newPlayer(),
        providerId: 'APPLE',
        serviceReceipt: receipt,
        password: secrets.password,
      };
      const headers = {
        ISCRYPT: '0',
        'X-App-Id': app.appid,
        'X-Access-Token': token,
        authorization: `Bearer ${token}`,
        cookie: `login=${player.access_token}`,
      };
      const paths = [
        '/game/block/delete',
        '/game/block/set',
        '/v2/game/block/delete',
        '/v2/game/block/set',
        '/oauth/token',
        '/oauth/revoke',
        '/auth/v1/login',
        '/auth/v1/logout',
        '/payment/v1/purchase/verify',
        '/nowhere',
      ];
      const broken = await gate.secondService();
      await broken.context.storage.close();
      captured.take();
      for (const path of paths) {
        await gate.post(path, body, headers);
        await gate.post(path, JSON.stringify(body).slice(0, -1), headers);
        await gate.post(
          path,
          { ...body, player_id: receipt, service_certification_key: receipt },
          headers,
        );
        await gate.post(`${path}?token=${token}&key=${app.key}`, body, {
          ...headers,
          'X-Access-Token': player.access_token,
          authorization: `Bearer ${player.access_token}`,
        });
        await inject(broken, 'POST', path, body, headers);
      }
      const { text, lines } = captured.take();
      assert.ok(lines.length >= 5 * paths.length);
      assert.ok(
        lines.some((line) => line.level >= 50),
        'failures are logged',
      );
      for (const [name, secret] of Object.entries(secrets)) {
        assert.ok(!text.includes(secret), `${name} is in the log`);
        assert.ok(!text.includes(secret.slice(-20)), `a part of ${name} is in the log`);
      }
    });

    test('the second lock: a secret field that gets into a line is blotted out', () => {
      captured.log.info({ client_secret: 'hidden', nested: { token: 'hidden' } }, 'mistake');
      const { text } = captured.take();
      assert.ok(!text.includes('hidden') && text.includes('[secret]'));
    });
  },
  { kinds: EITHER, log: captured.log },
);

type Line = ReturnType<typeof captured.take>['lines'][number];
