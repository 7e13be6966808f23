// The SDK's JSON: 64-bit ids keep their digits on every Node from 20, and names change their case.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromWire, parseJson, printJson, toWire } from '../../sdk/src/wire.ts';

const read = (text: string): unknown => fromWire(parseJson(text));
const write = (value: unknown): string => printJson(toWire(value));

describe('the JSON of the SDK', () => {
  test('prints 64-bit ids with all digits, given as bigint or as text', () => {
    const text = '{"player_id":9007199254740993,"did":9223372036854775807}';
    assert.equal(write({ playerId: 9_007_199_254_740_993n, did: '9223372036854775807' }), text);
  });

  test('reads 64-bit ids with all digits, and small ones as bigint too', () => {
    assert.deepEqual(read('{"data":[{"player_id": 9007199254740993},{"did":7 ,"block_type":1}]}'), {
      data: [{ playerId: 9_007_199_254_740_993n }, { did: 7n, blockType: 1 }],
    });
  });

  test('leaves text that looks like an id alone', () => {
    const reason = '"player_id":1,\\"did":2}';
    const text = JSON.stringify({ reason, 'x"player_id': 3, player_id: 4 });
    assert.deepEqual(read(text), { reason, 'x"playerId': 3, playerId: 4n });
  });

  test('refuses ids that may have lost digits, and text that is no id', () => {
    const refused = { name: 'TypeError', message: /^playerId must be a bigint or a string/ };
    for (const playerId of [1, 2 ** 53, 1.5, '', '1.0', '01', '-1', ' 1', null, {}]) {
      assert.throws(() => write({ playerId }), refused, String(playerId));
    }
  });

  test('leaves out what is undefined, as JSON.stringify does', () => {
    assert.equal(write({ did: undefined, language: undefined, size: 1 }), '{"size":1}');
  });

  test('prints what JSON.stringify prints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(printJson(value), JSON.stringify(value));
      }),
    );
    const date = new Date(0);
    assert.equal(printJson({ date, list: [undefined] }), JSON.stringify({ date, list: [null] }));
  });

  test('any 64-bit id survives, wherever it stands', () => {
    const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
    const shape = { playerId: id, did: id, reason: fc.string() };
    const user = fc.record(shape, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.array(user), (users) => {
        assert.deepEqual(read(write({ users })), { users });
      }),
    );
  });
});
