// A token that ends while it is being checked: the check that was under way is the last one that passes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { KyselyPlugin, QueryId } from 'kysely';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createClient, deleteClient } from '../../src/identity/oauth-clients.ts';
import { createTokens, type Tokens } from '../../src/identity/tokens.ts';
import { expectDone, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';

/** Holds back the answers of the database to the next query of each of these tables, once all are there. */
function createHold(tables: readonly string[]) {
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const held = new WeakMap<QueryId, string>();
  const missing = new Set(tables);
  let isOpen = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node);
      const table = tables.find((each) => text.includes(`"name":"${each}"`));
      if (!isOpen && table !== undefined) held.set(queryId, table);
      return node;
    },
    async transformResult({ result, queryId }) {
      const table = held.get(queryId);
      if (table !== undefined) {
        missing.delete(table);
        if (missing.size === 0) asked.resolve();
        await letGo.promise;
      }
      return result;
    },
  };
  const release = () => {
    isOpen = true;
    letGo.resolve();
  };
  return { plugin, asked: asked.promise, release };
}

/** A check asks both at the same time. */
const ASKED = ['oauth_client', 'revoked_token'];

suite('tokens that end during a check', (gate) => {
  let app: TestApp;
  before(async () => {
    app = await gate.createApp();
  });

  /** The checks of this service, on the same database and signals, with its answers held back. */
  function heldTokens(tables: readonly string[]): {
    tokens: Tokens;
    hold: ReturnType<typeof createHold>;
  } {
    const { storage, vault } = gate.service.context;
    const hold = createHold(tables);
    const db = storage.db.withPlugin(hold.plugin);
    const clock = () => gate.now;
    const tokens = createTokens({ storage: { ...storage, db }, vault, clock, issuer: PUBLIC_URL });
    return { tokens, hold };
  }

  async function assertEnds(
    tables: readonly string[],
    token: string,
    end: () => Promise<unknown>,
    problem: string,
  ): Promise<void> {
    const { tokens, hold } = heldTokens(tables);
    const underWay = tokens.check(token);
    await hold.asked;
    await end();
    hold.release();
    assert.ok('token' in (await underWay), 'what the database said before the end');
    assert.deepEqual(await tokens.check(token), { problem });
  }

  test('a revocation', async () => {
    const token = await gate.token(app);
    const { clientId: client_id, clientSecret: client_secret } = app;
    const revoke = () => gate.post('/oauth/revoke', { token, client_id, client_secret });
    await assertEnds(ASKED, token, revoke, 'TOKEN_REVOKED');
  });

  test('the deletion of its client', async () => {
    const { context, tokens } = gate.service;
    const { gameIndex: game_index } = app;
    const client = expectDone(await createClient(context, SYSTEM, { game_index, name: 'short' }));
    const token = await tokens.issueAppToken(client.client_id, game_index);
    const remove = () => deleteClient(context, SYSTEM, client.client_id);
    await assertEnds(ASKED, token, remove, 'TOKEN_REVOKED');
  });

  test('the end of its signing key', async () => {
    const token = await gate.token(app);
    const rotate = () => gate.service.tokens.keys.rotate(SYSTEM, { end_now: true });
    await assertEnds(['signing_key'], token, rotate, 'SIGNATURE_INVALID');
  });
});
