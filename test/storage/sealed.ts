// A database with at least two secrets in every sealed column, made by the operations that seal them.
import assert from 'node:assert/strict';
import { SYSTEM } from '../../src/audit/audit.ts';
import type { OperationContext } from '../../src/audit/operation.ts';
import { rotatePriceKey } from '../../src/identity/price-keys.ts';
import { openIssued } from '../../src/operators/oidc/sessions.ts';
import { rotateReceiverKey } from '../../src/outbox/receiver-rotation.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { setMarket } from '../../src/payment/settings/market-settings.ts';
import { codeNow, newOwner, PASSWORD, signIn } from '../admin/visitor.ts';
import { expectDone, type Gate, type TestApp } from '../support/harness.ts';

/** Settings as unlike each other as their apps. */
export const steamOf = ({ gameIndex }: TestApp) => ({
  market: 'STEAM' as const,
  settings: { steam_app_id: gameIndex },
  secrets: { publisher_key: `key-of-${gameIndex}` },
});

export const BEARER = 'bearer-token-of-the-receiver';

export interface Person {
  readonly email: string;
  readonly totp: string;
  readonly recovery: string[];
}

export interface Sealed {
  readonly apps: readonly TestApp[];
  readonly people: readonly Person[];
}

export async function fillSealed(gate: Gate, count = 2): Promise<Sealed> {
  const { context, tokens } = gate.service;
  const apps: TestApp[] = [];
  const people: Person[] = [];
  for (let each = 0; each < count; each++) {
    const app = await gate.createApp();
    apps.push(app);
    await fillReceiver(context, app.gameIndex);
    expectDone(await setMarket(context, SYSTEM, { appid: app.appid, ...steamOf(app) }));
    for (const gateway of ['STRIPE', 'PORTONE']) {
      const secrets = { api_secret: `${gateway}-secret` };
      const place = { appid: app.appid, market: 'PG', settings: { gateway } } as const;
      expectDone(await setMarket(context, SYSTEM, { ...place, secrets }));
    }
    expectDone(await rotatePriceKey(context, SYSTEM, { appid: app.appid }));
    await tokens.keys.rotate(SYSTEM);
    people.push(await enrol(gate));
    await fillChannel(gate, app);
    await fillIssued(gate);
  }
  return { apps, people };
}

async function fillReceiver(context: OperationContext, game_index: number): Promise<void> {
  const lane = { game_index, channel: 'purchase' } as const;
  const url = `https://game-${game_index}.example/events`;
  const key = `first-key-of-project-${game_index}`;
  expectDone(await registerReceiver(context, SYSTEM, { ...lane, url, key, bearer: BEARER }));
  const next = `second-key-of-project-${game_index}`;
  expectDone(await rotateReceiverKey(context, SYSTEM, { ...lane, key: next }));
}

async function fillChannel(gate: Gate, { gameIndex }: TestApp): Promise<void> {
  const owner = await signIn(gate, await newOwner(gate));
  const { status } = await owner.send('POST', `/projects/${gameIndex}/alert-channels`, {
    kind: 'slack',
    target: `https://hooks.example.com/${gameIndex}`,
  });
  assert.equal(status, 201);
}

async function fillIssued(gate: Gate): Promise<void> {
  const { storage, vault } = gate.service.context;
  const { account_id: accountId, email: subject } = await storage.db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', await newOwner(gate))
    .executeTakeFirstOrThrow();
  const tokens = { id: `id of ${subject}`, access: `access of ${subject}` };
  const person = { accountId, issuer: 'https://id.example.com', subject, sid: 'sid' };
  const caller = { address: '127.0.0.1', userAgent: '' };
  await openIssued(storage.db, vault, { ...person, tokens, hasFactor: false }, caller, gate.now);
}

async function enrol(gate: Gate): Promise<Person> {
  const me = await signIn(gate, await newOwner(gate));
  const { body } = await me.send('POST', '/session/totp', { password: PASSWORD });
  const code = codeNow(gate, body.secret);
  const confirmed = await me.send('POST', '/session/totp/confirm', { code });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return { email: me.email, totp: body.secret, recovery: confirmed.body.recovery_codes };
}
