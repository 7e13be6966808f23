// 100,000 guesses of appeal codes over HTTP: none is right, and who logs in meanwhile waits as long as before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { guessesFrom } from '../restriction/guesses.ts';
import { newPlayer, registerType, restrict, restrictionOf } from '../restriction/players.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import { startProcess } from '../support/process.ts';

const GUESSES = 100_000;
const AT_ONCE = 8;
const LOGINS = 2_000;
/** Of the guesses: while others log in, guesses wait for them, and all of them would take an hour. */
const LOGINS_FOR_MS = 60_000;
/** The guesser takes its share of the processors; a login that waited for it would take much longer. */
const MOST_TIMES = 4;
const LEAST_MS = 50;

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
        const authorization = `Bearer ${await gate.token(app)}`;
        await logIn(service.url, app, authorization, LOGINS / 4);
        const before = await logIn(service.url, app, authorization, LOGINS);
        const guesses = guessesFrom(own, others, GUESSES);
        const statuses = new Map<number, number>();
        let during: number[] = [];
        let hasEnded = false;
        const guesser = async (): Promise<void> => {
          for (const { code, address } of guesses) {
            const { status } = await guess(service.url, code, address);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        };
        const guessing = Promise.all(Array.from({ length: AT_ONCE }, guesser)).then(() => {
          hasEnded = true;
        });
        const until = performance.now() + LOGINS_FOR_MS;
        while (!hasEnded && performance.now() < until)
          during = [...during, ...(await logIn(service.url, app, authorization, 50))];
        await guessing;
        const [calm, busy] = [p99(before), p99(during)];
        t.diagnostic(`p99 of ${during.length} logins ${busy} ms, without guesses ${calm} ms`);
        t.diagnostic(JSON.stringify([...statuses]));
        assert.deepEqual([...statuses.keys()].sort(), [400, 429]);
        assert.ok(busy <= Math.max(calm * MOST_TIMES, LEAST_MS), `${busy} ms`);
        assert.equal((await guess(service.url, own, '198.51.100.1')).status, 200);
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
  return { app, own, others: rest.map((code) => code.slice(0, -13)) };
}

async function guess(url: string, code: string, address: string): Promise<Response> {
  const response = await fetch(`${url}/appeal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    body: new URLSearchParams({ code }).toString(),
  });
  await response.arrayBuffer();
  return response;
}

/** How long each of them took, one after another. */
async function logIn(
  url: string,
  { appid }: TestApp,
  authorization: string,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/auth/v1/login`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ appid, player_id: 1 + (number % 500) }),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times;
}
