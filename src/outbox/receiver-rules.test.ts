// Which URLs a receiver may have, and that a key never reaches another server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVault } from '../base/vault.ts';
import type { ReceiverTable } from '../storage/schema.ts';
import { placeIn } from '../storage/sealed.ts';
import { plainTextProblem, reuseProblem, urlProblem } from './receiver-rules.ts';

describe('a URL', () => {
  const start = 'The URL must start with https:// or http:// and name a host.';
  const user = 'The URL must not contain a user name or password.';
  const cases: [string, string | undefined][] = [
    ['https://game.example/hook?a=1', undefined],
    ['http://game.example', undefined],
    ['ftp://game.example', start],
    ['game.example', start],
    ['https://', start],
    ['', start],
    ['https://mina@game.example', user],
    ['https://:secret@game.example', user],
    ['https://game.example/#part', 'The URL must not have a fragment (#).'],
  ];
  for (const [url, problem] of cases) {
    test(url || 'empty', () => assert.equal(urlProblem(url), problem));
  }

  test('over http is refused, because the key can be read on the way', () => {
    assert.equal(plainTextProblem('https://game.example'), undefined);
    assert.equal(plainTextProblem('nonsense'), undefined);
    assert.deepEqual(plainTextProblem('http://game.example'), {
      rejected: 'INVALID',
      detail:
        'The URL must start with https://, because the key is sent with every message. For local work, TOLLGATE_ALLOW_PRIVATE_TARGETS=true allows http.',
      field: 'url',
    });
  });
});

describe('a changed URL', () => {
  const lane = { game_index: 1, channel: 'restriction' } as const;
  const vault = createVault({ masterKey: Buffer.alloc(32, 1), environment: 'production' });
  const sealed = (column: 'sealed_key' | 'sealed_old_key' | 'sealed_bearer', text: string) => ({
    [column]: vault.seal(text, placeIn('receiver', column, lane)),
  });
  const old = (fields: Partial<ReceiverTable> = {}) =>
    ({
      ...lane,
      url: 'https://game.example/one',
      ...sealed('sealed_key', 'key'),
      sealed_old_key: null,
      sealed_bearer: null,
      ...fields,
    }) as ReceiverTable;
  const bearer = sealed('sealed_bearer', 'bearer');
  const elsewhere = 'https://other.example';
  const keepsKey =
    'https://other.example must not get the key of https://game.example. Set a new key together with the new URL.';
  const keepsBearer =
    'https://other.example must not get the bearer token of https://game.example. Set a new bearer together with the new URL, or an empty one to use the key.';
  const closed = {
    key: { sealed_key: 'v2.moved.secret' },
    bearer: { sealed_bearer: 'v2.moved.secret' },
  };
  const here = 'https://game.example/two';
  const closedKey = 'The stored key does not open. Set a new one.';
  const closedBearer =
    'The stored bearer token does not open. Set a new bearer, or an empty one to use the key.';
  const cases: [string, ReceiverTable, Parameters<typeof reuseProblem>[2], string | undefined][] = [
    ['at the same server', old(bearer), { url: 'https://game.example/two' }, undefined],
    [
      'at another port',
      old(),
      { url: 'https://game.example:8443' },
      keepsKey.replace('other.example', 'game.example:8443'),
    ],
    ['of a key that does not open', old(closed.key), { url: here }, closedKey],
    ['of it, no key to be made', old(closed.key), { url: here, new_key: false }, closedKey],
    ['of it, with a key', old(closed.key), { url: here, key: 'another' }, undefined],
    ['of it, with a key to be made', old(closed.key), { url: here, new_key: true }, undefined],
    ['of it, with a bearer', old(closed.key), { url: here, bearer: 'new' }, closedKey],
    ['of a bearer that does not open', old(closed.bearer), { url: here }, closedBearer],
    ['of that bearer, with a key', old(closed.bearer), { url: here, key: 'another' }, closedBearer],
    ['of that bearer, with another', old(closed.bearer), { url: here, bearer: 'new' }, undefined],
    [
      'of that bearer, without one from now on',
      old(closed.bearer),
      { url: here, bearer: '' },
      undefined,
    ],
    ['elsewhere, nothing said', old(), { url: elsewhere }, keepsKey],
    ['elsewhere, with a key', old(), { url: elsewhere, key: 'another' }, undefined],
    ['elsewhere, with a key to be made', old(), { url: elsewhere, new_key: true }, undefined],
    ['elsewhere, no key to be made', old(), { url: elsewhere, new_key: false }, keepsKey],
    ['elsewhere, with the same key', old(), { url: elsewhere, key: 'key' }, keepsKey],
    [
      'elsewhere, with the key before it',
      old(sealed('sealed_old_key', 'older')),
      { url: elsewhere, key: 'older' },
      keepsKey,
    ],
    [
      'elsewhere, with the bearer as the key',
      old(bearer),
      { url: elsewhere, key: 'bearer' },
      keepsKey,
    ],
    ['elsewhere, bearer not said', old(bearer), { url: elsewhere, key: 'another' }, keepsBearer],
    [
      'elsewhere, with the same bearer',
      old(bearer),
      { url: elsewhere, key: 'another', bearer: 'bearer' },
      keepsBearer,
    ],
    [
      'elsewhere, with the key as the bearer',
      old(),
      { url: elsewhere, key: 'another', bearer: 'key' },
      keepsBearer,
    ],
    [
      'elsewhere, with another bearer',
      old(bearer),
      { url: elsewhere, key: 'another', bearer: 'new' },
      undefined,
    ],
    [
      'elsewhere, without a bearer from now on',
      old(bearer),
      { url: elsewhere, key: 'another', bearer: '' },
      undefined,
    ],
  ];
  for (const [name, before, change, detail] of cases) {
    test(name, () => {
      const field = detail?.includes('bearer token') ? 'bearer' : 'key';
      assert.deepEqual(
        reuseProblem(vault, before, change),
        detail && { rejected: 'INVALID', detail, field },
      );
    });
  }
});
