// The drill of a new market: it is added to a copy of the repository, works there from its settings to a refund, and
// few files that exist had to change. No other file names a market.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MARKET_CODES } from '../../src/payment/markets/markets.ts';
import { PRELOADED } from '../support/process.ts';
import { add, copyWithMarket, touched } from './new-market/copy.ts';

test('at most 12 files change, at most 6 of them in src', () => {
  const files = touched();
  assert.ok(files.length <= 12, files.join('\n'));
  assert.ok(files.filter((file) => file.startsWith('src/')).length <= 6, files.join('\n'));
});

test('a made-up market works', async (context) => {
  const copy = copyWithMarket('new-market', [
    ...['src', 'emulator', 'examples/custom-market', 'package.json', 'test/support'],
    ...['test/admin/caller.ts', 'test/payment/shop.ts'],
  ]);
  context.after(() => rmSync(copy, { recursive: true }));
  add(copy, 'test/life.test.ts', 'life.test.ts.txt');
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const own = ['--test', '--test-isolation=none', '--test-reporter=tap', 'test/life.test.ts'];
  const arguments_ = [...PRELOADED, ...own];
  await promisify(execFile)(process.execPath, arguments_, { cwd: copy, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(stdout + stderr),
  );
});

/** A code as a text or as the name of a field; comments may speak of markets. */
const CODES = MARKET_CODES.join('|');
const NAMED = new RegExp(`(['"\`])(${CODES})\\1|\\b(${CODES})\\??:`);
const COMMENT = /^\s*(\/\/|\*|\/\*)/;

const names = CODES.toLowerCase();

/** Which files may name markets, and why. */
const MAY_NAME: readonly RegExp[] = [
  /^src\/base\/market\.ts$/,
  // The folders of the markets.
  /^src\/payment\/markets\/[a-z]+\//,
  new RegExp(`^emulator/(${names})/`),
  // What they do with the database: orders, lists and jobs, and how these are put together.
  new RegExp(`^src/payment/(orders|notices)/(${names})(-[a-z-]+)?\\.ts$`),
  /^src\/payment\/(payment|orders\/restore|edge\/order-routes)\.ts$/,
  // The lists of the console, which the compiler holds against the codes of the API, and bodies that it decodes.
  /^console\/src\/(sales\/markets|pages\/app-settings\/markets\/shapes)\.ts$/,
  /^console\/src\/pages\/notices\/notice-dialog\.tsx$/,
  // Former payment gateways, which no other market has.
  /^console\/src\/pages\/app-settings\/markets\/markets\.tsx$/,
  /^src\/cli\/markets\.ts$/,
  // Examples of the reference, and the purchases that the demo makes.
  /^src\/http\/[a-z-]+\.ts$/,
  /^src\/payment\/edge\/([a-z-]+-)?schema\.ts$/,
  /^src\/payment\/edge\/history-routes\.ts$/,
  /^src\/payment\/ledger\/webhook\.ts$/,
  /^src\/payment\/queries\/[a-z]+-view\.ts$/,
  /^src\/demo\/(try-out|year-plan)\.ts$/,
  // Reports of external sales, which Apple and Google alone demand, each in a form of its own.
  /^src\/payment\/(external\/|orders\/external\.ts$)/,
  /^src\/storage\/schema\/purchase\.ts$/,
  /^console\/src\/pages\/(reports\/|purchase\/page\.tsx$)/,
  // Consent that was withdrawn: Apple sends notifications, Google and Amazon hand out files.
  /^src\/consent\//,
  /^src\/identity\/login-routes\.ts$/,
  /^console\/src\/pages\/app-settings\/consent\/import-card\.tsx$/,
  // Disputes are those of payment gateways.
  /^src\/payment\/disputes\/(read|send)-job\.ts$/,
  // Examples of the reference.
  /^src\/payment\/actions\/(preview|view)\.ts$/,
  // The stores of other systems, whose purchases are imported.
  /^src\/cli\/import\//,
  // The buttons of the emulator's page that buy.
  /^emulator\/page\/buy\.js$/,
];

test('no other file names a market', () => {
  const files = globSync([
    'src/**/*.ts',
    'console/src/**/*.{ts,tsx}',
    'sdk/src/*.ts',
    'emulator/**/*.{ts,js}',
  ])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|api-types\.ts$/.test(file));
  const naming = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => NAMED.test(line) && !COMMENT.test(line)),
  );
  const others = naming.filter((file) => !MAY_NAME.some((may) => may.test(file)));
  assert.deepEqual(others, []);
  const unused = MAY_NAME.filter((may) => !naming.some((file) => may.test(file)));
  assert.deepEqual(unused, []);
});
