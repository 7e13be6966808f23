// 100,000 guesses of appeal codes over HTTP: none is right, and who logs in meanwhile waits no longer than beside any other flood.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { PROOF } from '../restriction/guesses.ts';
import { newPlayer, registerType, restrict, restrictionOf } from '../restriction/players.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import { startProcess } from '../support/process.ts';
import { sendStrange, tryCode } from './stranger.ts';

const GUESSES = Number(process.env.GUESSES ?? 100_000);
/** As many requests for what does not exist: they take processors, too, and nothing else. */
const OTHERS = GUESSES / 4;
const LOGINS = 2_000;
/** A guess is more work than a request for nothing, and processors are shared with whatever else runs. */
const MOST_TIMES = 3;
const LEAST_MS = 25;

suite(
  'guesses of appeal codes over HTTP',
  (gate) => {
    test(`${GUESSES} guesses find nothing and slow nobody else`, async (t) => {
      gate.now = Date.now();
      const { app, own, others } = await openCodes(gate);
      const service = await startProcess({
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        TOLLGATE_PUBLIC_URL: PUBLIC_URL,
        TRUST_PROXY: '1',
        SANDBOX_PORT: 'off',
      });
      try {
        await service.ready();
        const { url } = service;
        const caller = { url, app, authorization: `Bearer ${await gate.token(app)}` };
        await logIn(caller, LOGINS / 4);
        const calm = await logIn(caller, LOGINS);
        const [nothing, beside] = await logInWhile(
          caller,
          sendStrange({ url, count: OTHERS, codes: undefined }),
        );
        const [statuses, during] = await logInWhile(
          caller,
          sendStrange({ url, count: GUESSES, codes: { own, others } }),
        );
        t.diagnostic(
          [
            `p99 of ${during.length} logins ${p99(during)} ms`,
            `beside a flood of 404 ${p99(beside)} ms`,
            `alone ${p99(calm)} ms`,
            JSON.stringify(statuses),
          ].join(', '),
        );
        assert.deepEqual(nothing, { 404: OTHERS });
        assert.deepEqual(Object.keys(statuses), ['400', '429']);
        const most = Math.max(p99(beside) * MOST_TIMES, LEAST_MS);
        assert.ok(p99(during) <= most, `${p99(during)} ms, at most ${most} ms`);
        assert.equal((await tryCode(url, own, '198.51.100.1')).status, 200);
      } finally {
        await service.stop();
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);

const p99 = (times: readonly number[]): number =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0);

async function openCodes(gate: Gate) {
  const app = await gate.createApp();
  await registerType(gate, app);
  await admin(gate, 'PUT', `/apps/${app.appid}/types/1/appeals`, { allowed: true });
  const codes: string[] = [];
  for (const player of Array.from({ length: 50 }, newPlayer)) {
    await restrict(gate, app, player);
    codes.push((await restrictionOf(gate, app, player)).appeal_code);
  }
  const [own = '', ...rest] = codes;
  return { app, own, others: rest.map((code) => code.slice(0, -PROOF - 1)) };
}

interface Caller {
  readonly url: string;
  readonly app: TestApp;
  readonly authorization: string;
}

async function logInWhile<T>(caller: Caller, work: Promise<T>): Promise<[T, number[]]> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) times.push(...(await logIn(caller, 20)));
  return [await ended, times];
}

/** How long each of them took, one after another. */
async function logIn({ url, app, authorization }: Caller, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/auth/v1/login`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ appid: app.appid, player_id: 1 + (number % 500) }),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times;
}
