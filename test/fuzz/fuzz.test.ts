// The short form of test/prove/fuzz.prove.ts: every operation gets spoilt requests, and answers what is documented.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureLog } from '../http/log-lines.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { fuzz } from './fuzz.ts';

/** So many that strangers and callers try every operation. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 528);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const ONLY = process.env.FUZZ_ONLY === undefined ? undefined : Number(process.env.FUZZ_ONLY);

const captured = captureLog();

marketSuite(
  'fuzz',
  (gate, markets) => {
    test(`${REQUESTS} spoilt requests get documented answers, tell no secret and leave no record`, async (t) => {
      const options = { seed: SEED, requests: REQUESTS, only: ONLY };
      const fuzzed = await fuzz(gate, markets, captured, options);
      t.diagnostic(JSON.stringify(fuzzed));
      assert.ok(fuzzed.operations > 140, `${fuzzed.operations} operations`);
    });
  },
  { kinds: EITHER, log: captured.log },
);
