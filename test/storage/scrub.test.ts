// The bytes of a SQLite file: deleted content is overwritten, and a scrub leaves nothing of it in any file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { insertRows } from '../../src/storage/rows.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createDatabase, openMigrated, type TestDatabase } from '../support/databases.ts';

/** Numbers that look random and are the same in every run: where rows move depends on them. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('scrub (sqlite)', () => {
  let database: TestDatabase;
  let storage: Storage;
  let path: string;
  before(async () => {
    database = await createDatabase('sqlite');
    const place = database.storage('production');
    path = 'path' in place ? place.path : '';
    storage = await openMigrated(place);
  });
  after(async () => {
    await storage.close();
    await database.drop();
  });

  const NOTE = {
    game_index: 1,
    appid: 'a',
    author_kind: 'admin',
    author: 'x',
    created_at: 0,
  } as const;
  /** In an order that makes SQLite move rows from page to page. */
  async function fillPages(): Promise<void> {
    const random = numbers(7);
    const rows = Array.from({ length: 3_000 }, (_, count) => {
      const player = 1 + Math.floor(random() * 1_000_000);
      const name = random() < 0.1 ? `secret-${player}-` : 'harmless-';
      const text = name + 'x'.repeat(Math.floor(random() * 300));
      return { ...NOTE, player_id: player, note_id: `${count}`, text, edited_at: null };
    });
    await storage.db.transaction().execute((tx) => insertRows(tx, 'player_note', rows));
  }
  const secrets = (): number => {
    const bytes = ['', '-wal'].map((end) =>
      execFileSync('cat', [path + end], { maxBuffer: 2 ** 30 }),
    );
    return Buffer.concat(bytes).toString('latin1').split('secret-').length - 1;
  };

  test('rows that moved before they were deleted are in no page, and the log is empty', async () => {
    await fillPages();
    assert.ok(secrets() > 0);
    await storage.db.deleteFrom('player_note').where('text', 'like', 'secret-%').execute();
    assert.ok(secrets() > 0, 'the log has them');
    assert.equal(await storage.scrub(), true);
    assert.equal(secrets(), 0);
    assert.equal(statSync(`${path}-wal`).size, 0);
    assert.equal(
      (await storage.db.selectFrom('player_note').select('text').execute()).length > 2_000,
      true,
    );
  });

  test('every connection overwrites what it deletes, so a file too large for a vacuum is covered', async () => {
    const { rows } = await sql`pragma secure_delete`.execute(storage.db);
    assert.deepEqual(rows, [{ secure_delete: 1 }]);
  });

  test('beside a reader it says at once that it could not, and callers wait no shorter and no longer than before', async () => {
    const { rows: usual } = await sql`pragma busy_timeout`.execute(storage.db);
    const reader = new DatabaseSync(path);
    reader.exec('begin');
    reader.prepare('select count(*) from player_note').get();
    await insertRows(storage.db, 'player_note', [
      { ...NOTE, player_id: 1, note_id: 'later', text: 'x', edited_at: null },
    ]);
    assert.equal(await storage.scrub(), false);
    assert.deepEqual((await sql`pragma busy_timeout`.execute(storage.db)).rows, usual);
    reader.exec('commit');
    reader.close();
    assert.equal(await storage.scrub(), true);
  });
});
