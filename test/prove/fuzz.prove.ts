// The long form of test/fuzz/fuzz.test.ts: 100,000 spoilt requests on each database, different ones in every run.
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { fuzz } from '../fuzz/fuzz.ts';
import { captureLog } from '../http/log-lines.ts';
import { marketSuite } from '../support/markets.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000);
/** `FUZZ_SEED=… npm run prove -- test/prove/fuzz.prove.ts` sends the requests of an earlier run again. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(1_000_000_000));

const captured = captureLog();

marketSuite(
  'fuzz',
  (gate, markets) => {
    test(`${REQUESTS} spoilt requests of seed ${SEED}`, async (t) => {
      const options = { seed: SEED, requests: REQUESTS };
      t.diagnostic(JSON.stringify(await fuzz(gate, markets, captured, options)));
    });
  },
  { log: captured.log },
);
