// The front door: `/` leads people to the console and tells programs where everything is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/harness.ts';
import { ensureSite } from '../support/site.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

suite(
  'GET /',
  (gate) => {
    const get = (path: string, accept: string) => gate.send('GET', path, undefined, { accept });

    test('takes a browser to the console', async () => {
      const { status, headers } = await get('/', BROWSER);
      assert.deepEqual([status, headers.location, headers.vary], [302, '/console', 'accept']);
    });

    for (const accept of ['*/*', 'application/json']) {
      test(`answers a program that accepts ${accept} with the paths, and no version`, async () => {
        const { status, headers, body } = await get('/', accept);
        assert.deepEqual([status, headers.vary], [200, 'accept']);
        assert.deepEqual(body, {
          name: 'Tollgate',
          environment: 'production',
          documentation: '/docs/',
          reference: '/docs/api',
          console: '/console',
          health: '/health/ready',
        });
      });
    }

    test('its paths are there', async () => {
      await ensureSite();
      const { documentation, reference, health } = (await get('/', '*/*')).body;
      for (const path of [documentation, reference, health]) {
        assert.notEqual((await get(path, '*/*')).status, 404, path);
      }
    });

    test('a browser that looks for an icon finds that there is none', async () => {
      const { status, headers, body } = await get('/favicon.ico', 'image/*');
      assert.deepEqual(
        [status, headers['cache-control'], body],
        [204, 'public, max-age=86400', ''],
      );
    });
  },
  { kinds: ['sqlite'] },
);
