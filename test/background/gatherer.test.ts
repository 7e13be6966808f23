// What is gathered in memory is written together, once, and kept while it cannot be written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { createGatherer, type GathererOptions } from '../../src/background/gatherer.ts';
import { handMovedTime, settled } from './hand-moved.ts';

interface Item {
  readonly name: string;
  readonly count: number;
}

const WITHIN_MS = 3_000;

/** Writes into a list; fails while `broken` names the first item of a group. */
function gather(options: Partial<GathererOptions<Item>> = {}) {
  const { after, pass } = handMovedTime();
  const log: string[] = [];
  const state = {
    broken: '',
    written: [] as string[],
    told: [] as string[],
    dropped: 0,
    meanwhile: () => {},
  };
  const texts = (items: readonly Item[]) =>
    items.map(({ name, count }) => `${name} ${count}`).join();
  const gatherer = createGatherer<Item>({
    name: 'items',
    log: pino({ level: 'warn' }, { write: (line: string) => log.push(JSON.parse(line).msg) }),
    keyOf: ({ name }) => name,
    merge: (known, { count }) => ({ ...known, count: known.count + count }),
    async write(items) {
      state.meanwhile();
      if (state.broken !== '' && items[0]?.name.startsWith(state.broken)) throw new Error('broken');
      state.written.push(texts(items));
    },
    written: async (items) => {
      state.told.push(texts(items));
    },
    onDropped: () => {
      state.dropped += 1;
    },
    after,
    ...options,
  });
  const add = (...names: string[]) => {
    for (const name of names) gatherer.add({ name, count: 1 });
  };
  return { ...gatherer, state, add, pass, log };
}

test('items of the same key are written as one, all together and once', async () => {
  const { state, add, flush } = gather();
  add('a', 'b', 'a');
  await flush();
  await flush();
  assert.deepEqual([state.written, state.told], [['a 2,b 1'], ['a 2,b 1']]);
});

test('a few seconds after the first of them, and never when there is none', async () => {
  const { state, add, start, pass } = gather();
  add('before the start');
  start();
  await settled();
  assert.deepEqual(state.written, ['before the start 1']);
  add('a');
  await pass(WITHIN_MS - 1);
  add('b');
  assert.equal(state.written.length, 1);
  await pass(1);
  assert.deepEqual(state.written.slice(1), ['a 1,b 1']);
  await pass(10 * WITHIN_MS);
  assert.equal(state.written.length, 2);
});

test('what cannot be written is kept, tried again, and joined by what came meanwhile', async () => {
  const { state, add, start, pass, log } = gather();
  start();
  await settled();
  state.broken = 'a';
  state.meanwhile = () => add('b', 'a');
  add('a');
  await pass(WITHIN_MS);
  assert.deepEqual([state.written, state.told], [[], []]);
  assert.deepEqual(log, ['background work failed and will be retried']);
  Object.assign(state, { broken: '', meanwhile: () => {} });
  await pass(WITHIN_MS);
  assert.deepEqual(state.written, ['a 2,b 1']);
});

test('groups are written one by one: what is written is not written again', async () => {
  const groupOf = ({ name }: Item) => name.slice(0, 1);
  const { state, add, flush } = gather({ groupOf });
  add('a1', 'b1', 'c1', 'a2');
  state.broken = 'b';
  await assert.rejects(flush(), /broken/);
  assert.deepEqual(state.written, ['a1 1,a2 1']);
  state.broken = '';
  add('b1');
  await flush();
  assert.deepEqual(state.written.slice(1), ['b1 2', 'c1 1']);
});

test('beyond the most that may wait, the oldest are dropped and counted', async () => {
  const { state, add, flush } = gather({ most: 2 });
  add('a', 'b', 'a');
  assert.equal(state.dropped, 0);
  state.broken = 'a';
  state.meanwhile = () => add('c');
  await assert.rejects(flush());
  assert.equal(state.dropped, 1);
  Object.assign(state, { broken: '', meanwhile: () => {} });
  await flush();
  assert.deepEqual(state.written, ['b 1,c 1']);
});

test('a stop writes what waits, or says that it is lost', async () => {
  const { state, add, start, stop } = gather();
  start();
  await settled();
  add('a');
  await stop();
  assert.deepEqual(state.written, ['a 1']);
  const other = gather();
  other.add('a');
  other.state.broken = 'a';
  await other.stop();
  assert.deepEqual(other.log, ['items could not be written at shutdown and are lost']);
});

test('nobody has to hear of a write', async () => {
  const { state, add, flush } = gather({ written: undefined as never });
  add('a');
  await flush();
  assert.deepEqual(state.written, ['a 1']);
});
