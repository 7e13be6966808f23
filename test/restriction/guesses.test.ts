// Guessing appeal codes finds nothing and tells nothing. `prove` guesses longer, and looks at who logs in meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { inject, suite } from '../support/harness.ts';
import { guessesFrom, PROOF } from './guesses.ts';
import { newPlayer, registerType, restrict, restrictionOf } from './players.ts';

const GUESSES = 2_000;

suite(
  'guesses of appeal codes',
  (gate) => {
    test(`${GUESSES} guesses find nothing, all look the same, and players are not kept waiting`, async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await admin(gate, 'PUT', `/apps/${app.appid}/types/1/appeals`, { allowed: true });
      const players = Array.from({ length: 20 }, newPlayer);
      for (const player of players) await restrict(gate, app, player);
      const codes: string[] = [];
      for (const player of players)
        codes.push((await restrictionOf(gate, app, player)).appeal_code);
      const [own = '', ...rest] = codes;
      // Of players who are restricted, and of some who are not.
      const free = Array.from({ length: 5 }, () => `${own.split('-')[0]}-ZZZZZ-1`);
      const others = [...rest.map((code) => code.slice(0, -PROOF - 1)), ...free];
      const ask = (code: string, address: string) =>
        inject(gate.service, 'POST', '/appeal', new URLSearchParams({ code }).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': address,
        });
      const seen = new Map<string, number>();
      for (const { code, address } of guessesFrom(own, others, GUESSES)) {
        const { status, body } = await ask(code, address);
        const said = `${status} ${String(body).replaceAll(code, 'CODE')}`;
        seen.set(said, (seen.get(said) ?? 0) + 1);
      }
      const answers = [...seen].map(([said, count]) => [said.slice(0, 3), count]);
      // Ten of the address that most come from, and all of those with addresses of their own.
      assert.deepEqual(answers.sort(), [
        ['400', GUESSES / 2 + 10],
        ['429', GUESSES / 2 - 10],
      ]);
      assert.equal((await ask(own, '198.51.100.1')).status, 200);
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/appeals`);
      assert.deepEqual(body.items, []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, trustProxy: 1 },
);
