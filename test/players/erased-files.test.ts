// After an erasure the bytes of the SQLite files hold nothing of the player: neither in rows, nor in what deleted rows left behind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import type { Gate } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { fillPlayer, MINUTE } from './filled-player.ts';

const pathOf = (gate: Gate): string => {
  const place = gate.database.storage('production');
  return 'path' in place ? place.path : '';
};

/** Read by another process: to close a file here would release the locks that SQLite holds on it. */
const bytesOf = (path: string): Buffer =>
  existsSync(path) ? execFileSync('cat', [path], { maxBuffer: 2 ** 30 }) : Buffer.alloc(0);

/** Where one of the needles is in the database file, its write-ahead log and its index. */
const findInFiles = (gate: Gate, needles: ReadonlyMap<string, Buffer>): string[] =>
  ['', '-wal', '-shm'].flatMap((end) => {
    const bytes = bytesOf(pathOf(gate) + end);
    return [...needles].flatMap(([name, needle]) =>
      bytes.includes(needle) ? `${end || 'database'}: ${name}` : [],
    );
  });

/** What stays the same of a text in base64, wherever the text begins in what is encoded. */
const encoded = (text: string): string[] =>
  [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const whole = Math.floor(padded.length / 3) * 3;
    return padded
      .subarray(0, whole)
      .toString('base64url')
      .slice(shift === 0 ? 0 : 4);
  });

/** As text, as in a receipt, as in a receipt inside of a notification, and as numbers and UUIDs are stored. */
function formsOf(texts: readonly string[]): Map<string, Buffer> {
  const forms = texts.flatMap((text): [string, Buffer][] => {
    const once = encoded(text);
    return [
      [text, Buffer.from(text)],
      [text.toUpperCase(), Buffer.from(text.toUpperCase())],
      ...[...once, ...once.flatMap(encoded)].map((form): [string, Buffer] => [
        `${text} as ${form}`,
        Buffer.from(form),
      ]),
      ...(/^\d+$/.test(text) ? [integerOf(text)] : []),
      ...(/^[\da-f-]{36}$/.test(text) ? [hexOf(text), binaryOf(text)] : []),
    ];
  });
  return new Map(forms);
}

function integerOf(text: string): [string, Buffer] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(text));
  return [`${text} as an integer`, bytes];
}

const hexOf = (uuid: string): [string, Buffer] => [
  `${uuid} without hyphens`,
  Buffer.from(uuid.replaceAll('-', '')),
];

const binaryOf = (uuid: string): [string, Buffer] => [
  `${uuid} as bytes`,
  Buffer.from(uuid.replaceAll('-', ''), 'hex'),
];

marketSuite(
  'erased files',
  (gate, markets) => {
    test('the bytes of the database, its log and its index name the player nowhere after an erasure', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      await filled.release();
      const needles = formsOf(filled.needles);
      const before = findInFiles(gate, needles).join('\n');
      for (const text of filled.needles) assert.ok(before.includes(text), `${text} is tested`);
      assert.match(before, new RegExp(`${filled.player} as an integer`));
      assert.match(before, new RegExp(`${filled.account} as `));
      const { erasure_id } = await filled.requestErasure();
      const both = new Map([[erasure_id, Buffer.from(erasure_id)], ...needles]);
      await filled.passes();
      assert.deepEqual(findInFiles(gate, needles), []);
      assert.deepEqual(findInFiles(gate, both), [`database: ${erasure_id}`]);
    });

    test('a live restriction is all that the bytes still name the player for', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      await filled.erase();
      const texts = filled.needles.filter((text) => text !== String(filled.player));
      assert.deepEqual(findInFiles(gate, formsOf(texts)), []);
      assert.equal((await admin(gate, 'GET', `${filled.page}/erasure`)).body.state, 'waiting');
    });

    test('a process that reads holds up the bytes, not the erasure, and not the callers', async (t) => {
      const filled = await fillPlayer(gate, markets, t);
      await filled.release();
      const reader = new DatabaseSync(pathOf(gate));
      t.after(() => reader.close());
      reader.exec('begin');
      reader.prepare('select count(*) from login').get();
      await filled.erase();
      const needles = formsOf(filled.needles);
      assert.notDeepEqual(
        findInFiles(gate, needles),
        [],
        'the reader still sees the rows of before',
      );
      assert.equal((await admin(gate, 'GET', `${filled.page}/erasure`)).body.state, 'none');
      const jobs = gate.service.context.storage.db
        .selectFrom('job')
        .select('payload')
        .where('appid', '=', filled.app.appid);
      const [left, ...others] = await jobs.execute();
      assert.deepEqual([left?.payload, others], ['{}', []], 'the job that is left names nobody');
      reader.exec('commit');
      gate.now += MINUTE;
      await gate.service.erasures.turn();
      assert.deepEqual(findInFiles(gate, needles), []);
      assert.deepEqual(await jobs.execute(), []);
    });
  },
  {
    kinds: ['sqlite'],
    adminToken: ADMIN_TOKEN,
    relay: { enabled: false, allowPrivateTargets: true },
  },
);
