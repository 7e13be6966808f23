// POST /oauth/revoke: ending a token before its time (RFC 7009), here and in every other process.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { CACHE_LIFE_MS } from '../../src/tenants/directory.ts';
import { EITHER } from '../support/databases.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';

suite(
  '/oauth/revoke',
  (gate) => {
    let app: TestApp;
    let stranger: TestApp;
    before(async () => {
      app = await gate.createApp();
      stranger = await gate.createApp();
    });

    const revoke = (token: unknown, { clientId, clientSecret } = app) =>
      gate.post('/oauth/revoke', { token, client_id: clientId, client_secret: clientSecret });
    const verdict = async (token: string, service = gate.service): Promise<string> => {
      const headers = { ISCRYPT: '0', 'X-Access-Token': token };
      const body = { appid: app.appid };
      const answer = await inject(service, 'POST', '/v2/game/block/type/get', body, headers);
      return answer.body.token_validation.result_msg;
    };

    test('a revoked token is refused at once, other tokens of the client are not', async () => {
      const [token, other] = [await gate.token(app), await gate.token(app)];
      assert.deepEqual([await verdict(token), await verdict(other)], ['SUCCESS', 'SUCCESS']);
      const answer = await revoke(token);
      assert.deepEqual([answer.status, answer.body], [200, {}]);
      assert.deepEqual([await verdict(token), await verdict(other)], ['TOKEN_REVOKED', 'SUCCESS']);
      assert.equal((await revoke(token)).status, 200);
    });

    test('the client may use the form and the Basic header', async () => {
      const token = await gate.token(app);
      const pair = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64');
      const answer = await gate.post('/oauth/revoke', `token=${token}`, {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${pair}`,
      });
      assert.deepEqual([answer.status, answer.body], [200, {}]);
      assert.equal(await verdict(token), 'TOKEN_REVOKED');
    });

    test("another client's token stays valid, and text that is no token is ignored", async () => {
      const token = await gate.token(app);
      for (const text of [token, 'nonsense', 'a.b.c']) {
        const answer = await revoke(text, stranger);
        assert.deepEqual([answer.status, answer.body], [200, {}]);
      }
      assert.equal(await verdict(token), 'SUCCESS');
    });

    test('another process stops taking it, at the latest when its memory of it ends', async () => {
      const other = await gate.secondService();
      const token = await gate.token(app);
      assert.equal(await verdict(token, other), 'SUCCESS');
      await revoke(token);
      gate.now += CACHE_LIFE_MS;
      assert.equal(await verdict(token, other), 'TOKEN_REVOKED');
    });

    test('without a token or with a wrong client it is refused', async () => {
      for (const token of [undefined, '']) {
        const answer = await revoke(token);
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
      }
      const token = await gate.token(app);
      const answer = await revoke(token, { ...app, clientSecret: 'wrong' });
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
      assert.equal(await verdict(token), 'SUCCESS');
    });
  },
  { kinds: EITHER },
);
