// News between processes: told at once here, and to every other process on the same database.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { ANYTHING, createSignals } from '../../src/storage/signals.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

describe('signals', () => {
  test('a topic reaches its listeners here and is told to the others', () => {
    const told: string[] = [];
    const heard: string[] = [];
    const bus = createSignals((topic) => void told.push(topic));
    bus.on('a', () => heard.push('first of a'));
    bus.on('a', () => heard.push('second of a'));
    bus.on('b', () => heard.push('b'));
    bus.emit('a');
    assert.deepEqual(heard, ['first of a', 'second of a']);
    assert.deepEqual(told, ['a']);
    bus.emit('nobody listens');
    assert.equal(heard.length, 2);
  });

  test('what another process tells is not told again', () => {
    const told: string[] = [];
    let heard = 0;
    const bus = createSignals((topic) => void told.push(topic));
    bus.on('a', () => {
      heard += 1;
    });
    bus.deliver('a');
    assert.deepEqual([heard, told], [1, []]);
  });

  test('a process that cannot say what has changed reaches every listener', () => {
    const heard: string[] = [];
    const bus = createSignals(() => {});
    for (const topic of ['a', 'b']) bus.on(topic, () => heard.push(topic));
    bus.deliver(ANYTHING);
    assert.deepEqual(heard, ['a', 'b']);
  });
});

for (const kind of KINDS) {
  describe(`signals between processes (${kind})`, () => {
    let database: TestDatabase;
    let storages: readonly [Storage, Storage];
    before(async () => {
      database = await createDatabase(kind);
      const open = () => openStorage(database.storage('production'));
      storages = [open(), open()];
      for (const storage of storages) await storage.migrate();
    });
    after(async () => {
      for (const storage of storages) await storage.close();
      await database.drop();
    });

    test('a change that is told here is heard there', { timeout: 300_000 }, async () => {
      const [here, there] = storages;
      const ear = new EventEmitter();
      let changes = 0;
      let news = 0;
      there.signals.on('topic', () => {
        if (changes > 0) news += 1;
        // A process's first look at a file counts as news, too; the second is of a change.
        if (news === 2) ear.emit('heard');
      });
      const heard = once(ear, 'heard');
      // It is told until it is heard: a new process may still be connecting.
      const telling = setInterval(async () => {
        changes += 1;
        await here.db
          .insertInto('setting')
          .values({ name: `change ${changes}`, value: '' })
          .execute();
        here.signals.emit('topic');
      }, 50);
      try {
        await heard;
      } finally {
        clearInterval(telling);
      }
      assert.ok(changes >= 1 && news >= 2);
    });

    test('what is announced in a transaction is heard with its commit, and not without', {
      timeout: 300_000,
    }, async () => {
      const [here, there] = storages;
      const ear = new EventEmitter();
      const heard: string[] = [];
      for (const topic of ['kept', 'undone'])
        there.signals.on(topic, () => {
          heard.push(topic);
          ear.emit(topic);
        });
      const change = (name: string, topic: string, isKept: boolean) =>
        here.db
          .transaction()
          .execute(async (tx) => {
            await tx.insertInto('setting').values({ name, value: '' }).execute();
            await here.signals.announce(tx, topic);
            if (!isKept) throw new Error('undone');
          })
          .catch(() => {});
      const first = once(ear, 'kept');
      const telling = setInterval(() => change(`first ${heard.length}`, 'kept', true), 50);
      await first.finally(() => clearInterval(telling));
      heard.length = 0;
      await change('undone', 'undone', false);
      const next = once(ear, 'kept');
      await change('kept', 'kept', true);
      await next;
      // A file cannot say what has changed in it.
      if (kind === 'postgres') assert.deepEqual([...new Set(heard)], ['kept']);
    });

    test('topics of one moment reach the others together', { timeout: 300_000 }, async () => {
      const [here, there] = storages;
      const heard: string[] = [];
      for (const topic of ['one', 'two']) there.signals.on(topic, () => heard.push(topic));
      const ear = new EventEmitter();
      there.signals.on('two', () => ear.emit('two'));
      const both = once(ear, 'two');
      await here.db.insertInto('setting').values({ name: 'together', value: '' }).execute();
      for (const topic of ['one', 'two', 'one']) here.signals.emit(topic);
      await both;
      assert.deepEqual(heard, ['one', 'two']);
    });

    test('one that tells is not told its own news a second time', async () => {
      const [here] = storages;
      let heard = 0;
      here.signals.on('own', () => {
        heard += 1;
      });
      here.signals.emit('own');
      assert.equal(heard, 1);
    });
  });
}
