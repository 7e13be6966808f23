// The notification to a game server (6.1), received by a listener of this suite.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type RestrictionsV1, unwrap, verifyNotification } from '../../sdk/src/index.ts';
import { withKey } from './app-server.ts';
import { administer } from './client.ts';
import { createOtherApp, type OtherApp } from './other-app.ts';
import { newPlayer, POLICY_TYPE, RUNNING, typeInput } from './players.ts';
import { settings, withoutAdmin } from './settings.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const KEY = randomBytes(24).toString('base64url');
const isLocal = ['localhost', '127.0.0.1'].includes(new URL(settings.url).hostname);
const skip =
  withoutAdmin || (isLocal ? false : 'a service elsewhere cannot reach a listener on this machine');

describe('the notification to a game server', { skip }, () => {
  const received: Received[] = [];
  let listener: Server;
  let url: string;
  let app: OtherApp;
  let restrictions: RestrictionsV1;
  let blockType: number;

  before(async () => {
    listener = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString('utf8') });
      response.setHeader('content-type', 'application/json');
      response.end('{"result_code":0}');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/restrictions`;
    app = await createOtherApp();
    await administer('PUT', `/projects/${app.gameIndex}/receivers/restriction`, { url, key: KEY });
    restrictions = withKey(app);
    ({ blockType } = unwrap(await restrictions.types.set(typeInput(POLICY_TYPE))));
    received.length = 0;
  });
  after(async () => {
    await app?.remove();
    listener?.closeAllConnections();
    listener?.close();
  });

  const next = async (count: number): Promise<Received> => {
    for (const end = Date.now() + 60_000; received.length < count; ) {
      assert.ok(Date.now() < end, 'the notification arrives');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return received[count - 1] as Received;
  };

  test('a registration, a change, and nothing about a release or a skipped call', async () => {
    const player = newPlayer();
    const { status, start_date: startDate, end_date: endDate } = RUNNING;
    const ban = { playerId: player, blockType, status, startDate, endDate };
    unwrap(await restrictions.set(ban));
    const first = await next(1);
    const body = (period: object) =>
      `{"game_index":${app.gameIndex},"server_url":${JSON.stringify(url)},"data":[${JSON.stringify({
        player_id: 0,
        ...period,
      }).replace('"player_id":0', `"player_id":${player}`)}]}`;
    assert.equal(first.text, body(RUNNING));
    assert.equal(first.headers.authorization, `Bearer ${KEY}`);
    assert.match(first.headers['content-type'] ?? '', /^application\/json/);

    unwrap(await restrictions.set({ ...ban, skipBlocked: true }));
    unwrap(await restrictions.set({ ...ban, status: 'P' }));
    const second = await next(2);
    assert.equal(second.text, body({ ...RUNNING, status: 'P' }));

    unwrap(await restrictions.delete({ playerId: player }));
    unwrap(await restrictions.set({ ...ban, playerId: newPlayer() }));
    const third = await next(3);
    assert.ok(!third.text.includes(String(player)), 'nothing was sent about the release');
  });

  test('is signed as Standard Webhooks', async () => {
    const { headers, text } = received[0] as Received;
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', KEY).update(content).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${signature}`);
    assert.match(String(headers.traceparent), /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  });

  test('is read by the SDK, and refused with another key', async () => {
    const { headers, text: body } = received[0] as Received;
    const checked = await verifyNotification({ body, headers, key: KEY });
    assert.ok(checked.ok, 'genuine');
    const { gameIndex, serverUrl, data } = checked.notification;
    assert.deepEqual([gameIndex, serverUrl, data.length], [app.gameIndex, url, 1]);
    const forged = await verifyNotification({ body, headers, key: `${KEY}x` });
    assert.equal(!forged.ok && forged.error.code, 'SIGNATURE_MISMATCH');
  });
});
