// Certification keys: rotated by the clock, revoked at once here, soon in every other process (generation 1).

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { before, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { APPS_CHANGED } from '../../src/audit/operation.ts';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../src/identity/certification-keys.ts';
import { CACHE_LIFE_MS } from '../../src/tenants/directory.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, inApp, inject, suite, type TestApp } from '../support/harness.ts';

suite(
  'certification keys',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    const codeWith = async (key: string, { appid } = app, service = gate.service) => {
      const body = { appid, service_certification_key: key };
      const answer = await inject(service, 'POST', '/game/block/type/get', body, { ISCRYPT: '0' });
      return answer.body.result_code;
    };
    const idOf = async ({ appid, key }: TestApp): Promise<string> => {
      const { items } = await listKeys(await inApp(gate.service, appid));
      return items.find((each) => key.endsWith(each.hint))?.key_id ?? '';
    };

    test('a key is good for its app only', async () => {
      const other = await gate.createApp({ gameIndex: app.gameIndex });
      assert.equal(await codeWith(app.key), 0);
      assert.equal(await codeWith(other.key), 4002);
      assert.equal(await codeWith(app.key, other), 4002);
    });

    test('two keys are valid at once', async () => {
      const fresh = await gate.createApp();
      const second = expectDone(
        await createKey(gate.service.context, SYSTEM, { appid: fresh.appid }),
      );
      assert.equal(await codeWith(fresh.key, fresh), 0);
      assert.equal(await codeWith(second.service_certification_key, fresh), 0);
    });

    test('a key that is rotated out works until its end by the clock, and not after', async () => {
      const fresh = await gate.createApp();
      const other = await gate.secondService();
      assert.equal(await codeWith(fresh.key, fresh, other), 0);
      const rotated = expectDone(
        await rotateKey(gate.service.context, SYSTEM, { appid: fresh.appid, grace_seconds: 120 }),
      );
      gate.now += 119_999;
      for (const service of [gate.service, other]) {
        assert.equal(await codeWith(fresh.key, fresh, service), 0);
        assert.equal(await codeWith(rotated.service_certification_key, fresh, service), 0);
      }
      gate.now += 1;
      for (const service of [gate.service, other]) {
        assert.equal(await codeWith(fresh.key, fresh, service), 4002);
        assert.equal(await codeWith(rotated.service_certification_key, fresh, service), 0);
      }
    });

    test('a rotation without grace ends the old key at once', async () => {
      const fresh = await gate.createApp();
      assert.equal(await codeWith(fresh.key, fresh), 0);
      const { appid } = fresh;
      expectDone(await rotateKey(gate.service.context, SYSTEM, { appid, grace_seconds: 0 }));
      assert.equal(await codeWith(fresh.key, fresh), 4002);
    });

    test('a revoked key stops at once here, elsewhere at the latest when memory ends', async () => {
      const fresh = await gate.createApp();
      const other = await gate.secondService();
      assert.equal(await codeWith(fresh.key, fresh), 0);
      assert.equal(await codeWith(fresh.key, fresh, other), 0);
      const { appid } = fresh;
      expectDone(
        await revokeKey(gate.service.context, SYSTEM, { appid, key_id: await idOf(fresh) }),
      );
      assert.equal(await codeWith(fresh.key, fresh), 4002);
      gate.now += CACHE_LIFE_MS;
      assert.equal(await codeWith(fresh.key, fresh, other), 4002);
    });

    test('the news of a revoked key reaches another process before its memory ends', {
      timeout: 300_000,
    }, async () => {
      const fresh = await gate.createApp();
      const other = await gate.secondService();
      assert.equal(await codeWith(fresh.key, fresh, other), 0);
      const heard = new EventEmitter();
      other.context.storage.signals.on(APPS_CHANGED, () => heard.emit('news'));
      const { appid } = fresh;
      expectDone(
        await revokeKey(gate.service.context, SYSTEM, { appid, key_id: await idOf(fresh) }),
      );
      // A new process may not be listening yet when it is told: it is told until it has heard.
      const { signals } = gate.service.context.storage;
      const telling = setInterval(() => signals.emit(APPS_CHANGED), 50);
      try {
        let news = once(heard, 'news');
        while ((await codeWith(fresh.key, fresh, other)) === 0) {
          await news;
          news = once(heard, 'news');
        }
      } finally {
        clearInterval(telling);
      }
      assert.equal(await codeWith(fresh.key, fresh, other), 4002);
    });

    test('an app that is registered later is known once the memory of its absence ends', async () => {
      const appid = 'later';
      assert.equal(await codeWith('x', { ...app, appid }), 6000);
      const later = await gate.createApp({ appid });
      assert.equal(await codeWith(later.key, later), 0);
    });
  },
  { kinds: EITHER },
);
