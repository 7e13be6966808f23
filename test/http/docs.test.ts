// The API reference: served with the service, an example for every request and every result code, and true.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { registerType, restrict } from '../restriction/players.ts';
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

suite('/docs', (gate) => {
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

  test('is a page that a browser can open', async () => {
    const answer = await gate.send('GET', '/docs/');
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    assert.match(answer.body, /<title>Tollgate API<\/title>/);
  });

  test('needs no https, which a machine in a private network does not have', async () => {
    const { headers } = await gate.send('GET', '/docs/');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  test('names every endpoint of both generations, with its headers', () => {
    assert.equal(operations.size, 14);
    for (const [path, { summary, parameters = [] }] of operations) {
      assert.ok(summary, path);
      assert.deepEqual(
        parameters.map((each) => `${each.in} ${each.name}`),
        path.startsWith('/v2/') ? ['header X-Access-Token', 'header ISCRYPT'] : ['header ISCRYPT'],
      );
    }
  });

  test('says that ids are 64-bit integers', () => {
    const body = operations.get('/game/block/set')?.requestBody?.content['application/json'];
    assert.deepEqual(body?.schema.properties.player_id, {
      type: 'integer',
      format: 'int64',
      minimum: 1,
      description: 'Player identifier.',
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
      const answer = await gate.post(path, body, headers);
      const expected = path.endsWith('/type/delete') ? 4012 : 0;
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
  });
});
