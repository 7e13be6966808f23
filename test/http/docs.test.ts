// The API reference: served with the service, an example for every request and every result code, and true.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { registerType, restrict } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import {
  type Document,
  declaredBy,
  dereference,
  referencesIn,
  resolve,
} from './openapi-document.ts';

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly properties: Record<string, object> };
        readonly example?: Record<string, unknown>;
      };
    };
  };
}

const KEYS = {
  appid: 'com.tollgate.demo',
  service_certification_key: 'tgk_demo',
  client_id: 'tgc_demo',
  client_secret: 'tgs_demo',
  bodies: {},
};

suite(
  'keys of the demo',
  (gate) => {
    const ask = async (headers: Record<string, string>) => {
      const { status, body } = await gate.send('GET', '/docs/api/try-out', undefined, headers);
      return [status, body];
    };

    test('go only to the page itself, on the same machine, by a name of this machine', async () => {
      const page = { host: 'localhost:8080', 'sec-fetch-site': 'same-origin' };
      assert.deepEqual(await ask(page), [200, KEYS]);
      for (const stranger of [
        { ...page, host: 'tollgate.example.com' },
        { ...page, 'sec-fetch-site': 'cross-site' },
        { ...page, 'sec-fetch-site': 'none' },
        { ...page, 'x-forwarded-for': '203.0.113.7' },
        { ...page, forwarded: 'for=203.0.113.7' },
        { host: page.host },
      ]) {
        assert.deepEqual(await ask(stranger), [204, ''], JSON.stringify(stranger));
      }
    });
  },
  { kinds: ['sqlite'], tryOut: async () => KEYS },
);

suite(
  '/docs',
  (gate) => {
    let document: Document;
    let operations: Map<string, Operation>;
    before(async () => {
      document = (await gate.send('GET', '/docs/json')).body;
      const paths = dereference(document, document.paths) as Record<string, { post?: Operation }>;
      operations = new Map(
        Object.entries(paths).flatMap(([path, { post }]) =>
          post && path.includes('/game/block/') ? [[path, post] as const] : [],
        ),
      );
    });

    test('is a page that a browser can open, and needs no https', async () => {
      const { status, headers, body } = await gate.send('GET', '/docs/api');
      assert.deepEqual(
        [status, headers['content-type'], headers['content-security-policy']],
        [
          200,
          'text/html; charset=utf-8',
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ],
      );
      assert.match(body, /<title>Tollgate API<\/title>/);
    });

    test('its older addresses lead there', async () => {
      const places = ['/docs/api/', '/docs/static/index.html', '/docs/yaml'];
      const answers = await Promise.all(places.map((path) => gate.send('GET', path)));
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.location]),
        [...places.slice(1).map(() => [302, '/docs/api']), [302, '/docs/json']],
      );
    });

    test('gives away no keys', async () => {
      const headers = { host: 'localhost:8080', 'sec-fetch-site': 'same-origin' };
      const { status, body } = await gate.send('GET', '/docs/api/try-out', undefined, headers);
      assert.deepEqual([status, body], [204, '']);
    });

    test('names every endpoint of both generations, with its headers', () => {
      assert.equal(operations.size, 18);
      for (const [path, { summary, parameters = [] }] of operations) {
        assert.ok(summary, path);
        assert.deepEqual(
          parameters.map((each) => `${each.in} ${each.name}`),
          ['header ISCRYPT'],
        );
      }
    });

    test('says that ids are 64-bit integers', () => {
      const body = operations.get('/game/block/set')?.requestBody?.content['application/json'];
      assert.deepEqual(body?.schema.properties.player_id, {
        type: 'integer',
        format: 'int64',
        minimum: 1,
        description: 'Player identifier. A 64-bit integer: a double would lose digits.',
      });
    });

    test('has an example request for each, and each is a valid one', async () => {
      for (const [path, { requestBody }] of operations) {
        const { example } = requestBody?.content['application/json'] ?? {};
        assert.ok(example, path);
        const app = await gate.createApp();
        await registerType(gate, app);
        await restrict(gate, app, 10_000_000_123);
        const body = {
          ...example,
          appid: app.appid,
          ...('service_certification_key' in example && { service_certification_key: app.key }),
        };
        const headers = { ISCRYPT: '0', 'X-Access-Token': await gate.token(app) };
        if (path.endsWith('/scope/delete')) {
          const set = '/v2/game/block/scope/set';
          const first = operations.get(set)?.requestBody?.content['application/json']?.example;
          await gate.post(set, { ...first, appid: app.appid }, headers);
        }
        const answer = await gate.post(path, body, headers);
        const refused = { '/type/delete': 4012, '/appeal': 4017 };
        const [, expected = 0] = Object.entries(refused).find(([end]) => path.endsWith(end)) ?? [];
        assert.equal(answer.body.result_code, expected, `${path} ${answer.body.result_msg}`);
      }
    });

    test('every reference leads somewhere, and everything shared is referred to', () => {
      const references = new Set(referencesIn(document));
      assert.deepEqual(
        [...references].filter((each) => resolve(document, each) === undefined),
        [],
      );
      const { securitySchemes: _, ...shared } = document.components;
      const unused = Object.entries(shared).flatMap(([kind, parts]) =>
        Object.keys(parts)
          .map((name) => `#/components/${kind}/${name}`)
          .filter((each) => !references.has(each)),
      );
      assert.deepEqual(unused, []);
    });

    test('no shape has two names', () => {
      const names = new Map<string, string[]>();
      for (const [name, shape] of Object.entries(document.components.schemas ?? {})) {
        const text = JSON.stringify(dereference(document, shape));
        names.set(text, [...(names.get(text) ?? []), name]);
      }
      assert.deepEqual(
        [...names.values()].filter((each) => each.length > 1),
        [],
      );
    });

    test('with its references followed, it is what the routes declare', async () => {
      const declared = await declaredBy(() => gate.secondService());
      assert.deepEqual(dereference(document, document.paths), declared.paths);
      assert.deepEqual(dereference(document, document.webhooks), declared.webhooks);
    });
  },
  { kinds: EITHER },
);
