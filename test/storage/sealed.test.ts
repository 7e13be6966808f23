// Every sealed column: known to the list, bound to its row, and what callers see when a secret was moved.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { nameOf } from '../../src/base/vault.ts';
import { keepKeys } from '../../src/start/kept-keys.ts';
import { readSealed, type Stored } from '../../src/storage/reseal.ts';
import { SEALED } from '../../src/storage/sealed.ts';
import { ADMIN_TOKEN, admin, problem } from '../admin/caller.ts';
import { codeNow, trySignIn } from '../admin/visitor.ts';
import { captureLog } from '../http/log-lines.ts';
import { type Gate, suite } from '../support/harness.ts';
import { fillSealed, type Sealed, steamOf } from './sealed.ts';

const captured = captureLog();

async function stored(gate: Gate): Promise<Stored[]> {
  const all: Stored[] = [];
  for await (const batch of readSealed(gate.service.context.storage.db)) all.push(...batch);
  return all;
}

async function write(gate: Gate, { place }: Stored, text: string): Promise<void> {
  const { key } = SEALED[place.table as keyof typeof SEALED];
  const columns = sql.join(key.map((name) => sql.ref(name)));
  await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${text}
    where (${columns}) = (${sql.join(place.key)})`.execute(gate.service.context.storage.db);
}

async function swap(
  gate: Gate,
  column: string,
  of: (stored: Stored) => boolean,
): Promise<string[]> {
  const [one, other] = (await stored(gate)).filter(
    (each) => each.place.column === column && of(each),
  );
  assert.ok(one && other);
  await write(gate, one, other.text);
  await write(gate, other, one.text);
  captured.take();
  return [one, other].map(
    ({ place }) => `${nameOf(place)} was sealed for another place, or was changed. Set it again.`,
  );
}

/** What the log said of secrets that do not open. */
const logged = (): string[] => {
  const lines = captured.take().lines as unknown as { msg: string; problem: string }[];
  return lines.filter(({ msg }) => msg === 'a sealed secret does not open').map((l) => l.problem);
};

suite(
  'sealed secrets',
  (gate) => {
    let sealed: Sealed;
    before(async () => {
      sealed = await fillSealed(gate);
      await keepKeys(gate.service.context);
    });

    test('the list names every sealed column of the tables, and each has secrets here', async () => {
      const { db, kind } = gate.service.context.storage;
      const tables = await db.introspection.getTables();
      const found = tables
        .filter(({ schema }) => kind === 'sqlite' || schema === 'production')
        .flatMap(({ name, columns }) =>
          columns
            .filter((each) => each.name.startsWith('sealed_'))
            .map((each) => [name, each.name]),
        );
      const listed = Object.entries(SEALED).flatMap(([table, { columns }]) =>
        columns.map((column) => [table, column]),
      );
      assert.deepEqual(found.sort(), listed.sort());
      const secrets = await stored(gate);
      for (const [table, column] of listed) {
        const here = secrets.filter(
          ({ place }) => place.table === table && place.column === column,
        );
        assert.ok(here.length >= 2, `${table}.${column} has ${here.length} secrets`);
      }
    });

    test('every secret opens at its own place, and at no place of another', async () => {
      const { vault } = gate.service.context;
      const secrets = await stored(gate);
      for (const { place, text } of secrets) {
        for (const other of secrets) {
          const opens = 'plain' in vault.check(text, other.place);
          assert.equal(opens, other.place === place, `${nameOf(place)} at ${nameOf(other.place)}`);
        }
      }
    });

    test('receivers: nothing is sent, the admin API shows no key, and a new one repairs it', async () => {
      const problems = await swap(gate, 'sealed_key', ({ place }) => place.table === 'receiver');
      for (const { gameIndex } of sealed.apps) {
        const path = `/projects/${gameIndex}/receivers/purchase`;
        const { status, body } = await admin(gate, 'GET', path);
        assert.deepEqual([status, body.key_hint, body.old_key.hint], [200, '', `${gameIndex}`]);
        const kept = await admin(gate, 'PUT', path, { url: body.url });
        const message = 'The stored key does not open. Set a new one.';
        const errors = [{ field: 'key', message }];
        assert.deepEqual(kept.body, problem('invalid_request', path, message, errors));
      }
      assert.deepEqual([...new Set(logged())], problems);
      for (const { gameIndex } of sealed.apps) {
        const path = `/projects/${gameIndex}/receivers/purchase`;
        const lane = `/projects/${gameIndex}/outbox/purchase/test`;
        const { status, body: failed } = await admin(gate, 'POST', lane);
        const detail = 'Try again. The service log has the details.';
        assert.deepEqual([status, failed.detail], [500, detail]);
        const { body } = await admin(gate, 'GET', path);
        const repaired = await admin(gate, 'PUT', path, { url: body.url, new_key: true });
        assert.equal(repaired.status, 200);
        assert.equal(repaired.body.key_hint, repaired.body.key.slice(-4));
      }
    });

    test('receivers: a new key does not overlap with one that does not open', async () => {
      const { gameIndex } = await gate.createApp();
      const path = `/projects/${gameIndex}/receivers/purchase`;
      const url = 'https://game.example/events';
      assert.equal((await admin(gate, 'PUT', path, { url })).status, 200);
      const [mine, other] = (await stored(gate)).filter(
        ({ place }) => place.column === 'sealed_key' && place.key[0] === gameIndex,
      );
      assert.ok(mine && !other);
      const [foreign] = await stored(gate);
      await write(gate, mine, foreign?.text ?? '');
      const { status, body } = await admin(gate, 'POST', `${path}/rotate-key`);
      assert.deepEqual([status, body.key_hint, body.old_key], [201, body.key.slice(-4), undefined]);
      captured.take();
    });

    test('market settings: shown without secrets, and set again', async () => {
      const problems = await swap(gate, 'sealed_secrets', ({ place }) => place.key[1] === 'STEAM');
      for (const { appid } of sealed.apps) {
        const path = `/apps/${appid}/markets/STEAM`;
        const { status, body } = await admin(gate, 'GET', path);
        assert.deepEqual([status, body.secrets_set], [200, []]);
      }
      assert.deepEqual(logged().sort(), problems.sort());
      for (const app of sealed.apps) {
        const { settings, secrets } = steamOf(app);
        const path = `/apps/${app.appid}/markets/STEAM`;
        const { body } = await admin(gate, 'PUT', path, { settings, secrets });
        assert.deepEqual(body.secrets_set, ['publisher_key']);
      }
    });

    test('second factor: a code is wrong, a recovery code still works', async () => {
      await swap(gate, 'sealed_totp', () => true);
      const [one, other] = sealed.people;
      assert.ok(one && other);
      gate.now += 60_000;
      for (const totp of [one.totp, other.totp]) {
        const code = codeNow(gate, totp);
        assert.equal((await trySignIn(gate, { email: one.email, code })).status, 401);
      }
      assert.equal(logged().length, 2);
      const [code = ''] = one.recovery;
      assert.equal((await trySignIn(gate, { email: one.email, code })).status, 201);
    });

    test('signing keys: no token is issued or accepted, until the key is rotated', async () => {
      const [app] = sealed.apps;
      assert.ok(app);
      const token = await gate.token(app);
      const credentials = {
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: app.clientSecret,
      };
      const problems = await swap(gate, 'sealed_private_jwk', () => true);
      const other = await gate.secondService();
      const issue = () =>
        other.app.inject({ method: 'POST', url: '/oauth/token', payload: credentials });
      const refused = await issue();
      assert.equal(refused.statusCode, 500);
      assert.deepEqual(refused.json(), {
        error: 'server_error',
        error_description: 'An internal error occurred. Try again later.',
      });
      assert.deepEqual([...new Set(logged())].sort(), problems.sort());
      await assert.rejects(other.tokens.keys.current(), /does not open\. Run tollgate doctor/);
      await other.tokens.keys.rotate({ kind: 'cli', name: 'operator' });
      assert.equal((await issue()).statusCode, 200);
      assert.equal(typeof token, 'string');
    });
  },
  { adminToken: ADMIN_TOKEN, log: captured.log, previousKeys: [Buffer.alloc(32, 3)] },
);
