// What must go on working after an upgrade, with what callers got from the release before.
import assert from 'node:assert/strict';
import { until } from '../support/process.ts';
import { accessToken, appServer, bearer, type Gate } from './gate.ts';
import type { Receivers } from './receivers.ts';
import { type Answer, id, type Json, send } from './wire.ts';
import type { Buyer, Handles, Sale } from './world.ts';
import { CHESS, CHESS_PROJECT, GEMS, KR, RACERS, RACERS_PROJECT } from './write-apps.ts';
import { APP_APPLE_ID, appleEnvironment, nameAtMarket } from './write-markets.ts';
import { acceptInvitation, session, signIn, totpCode } from './write-people.ts';

export interface Life {
  readonly gate: Gate;
  readonly handles: Handles;
  now(): number;
}

export async function credentialsWork({ gate, handles }: Life): Promise<void> {
  for (const { appid, key, valid } of handles.keys) {
    const body = { appid, service_certification_key: key };
    await gate.restrict('type/get', {}, body, valid ? 0 : 4002);
  }
  for (const { client_id, client_secret, valid } of handles.clients) {
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await send('POST', `${gate.url}/oauth/token`, grant);
    assert.equal(answer.status, valid ? 200 : 401, client_id);
  }
  const { before, after, revoked } = handles.tokens;
  await gate.restrict('type/get', accessToken(before), { appid: KR });
  for (const [appid, token] of Object.entries(after)) {
    await gate.restrict('type/get', accessToken(token), { appid });
  }
  const refused = await gate.restrict('type/get', accessToken(revoked), { appid: KR }, 2499);
  assert.equal(refused.token_validation.result_code, 1010);
  const list = `${gate.url}/admin/v1/projects`;
  const ended = await send('GET', list, undefined, bearer(handles.endedAdminToken));
  assert.equal(ended.status, 401);
  for (const market of ['APPLE', 'GOOGLE', 'STEAM', 'PG']) {
    const path = `/apps/${KR}/markets/${market}/check`;
    assert.equal((await gate.admin('POST', path, undefined, 200)).ok, true, market);
  }
}

export async function peopleSignIn({ gate, handles, now }: Life): Promise<void> {
  const { owner, operator, invitation } = handles.people;
  const { email, password } = owner;
  const refused = async (who: object, code: string): Promise<void> => {
    const { status, body } = await signIn(gate.url, who);
    assert.deepEqual({ status, code: body.code }, { status: 401, code });
  };
  const signedIn = async (who: object): Promise<Answer> => {
    const answer = await signIn(gate.url, who);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer;
  };
  await refused({ email, password: `${password}!` }, 'sign_in_failed');
  await refused({ email, password }, 'code_needed');
  await signedIn({ email, password, code: totpCode(owner.totpSecret, now()) });
  const recovery = { email, password, code: owner.recoveryCodes[0] };
  await signedIn(recovery);
  await refused(recovery, 'code_wrong');
  const own = await send('GET', `${gate.url}/admin/v1/session/list`, undefined, session(owner));
  assert.equal(own.body.items.length, 3);
  const { cookie, body } = await signedIn(operator);
  const asOperator = (path: string): Promise<Answer> =>
    send('GET', `${gate.url}/admin/v1${path}`, undefined, session({ cookie, csrf: body.csrf }));
  assert.equal((await asOperator(`/apps/${KR}`)).status, 200);
  assert.equal((await asOperator(`/apps/${RACERS}`)).status, 404);
  const accepted = await acceptInvitation(gate.url, invitation.token, 'a password of their own');
  assert.deepEqual(accepted.body, { email: invitation.email });
  await signedIn({ email: invitation.email, password: 'a password of their own' });
}

const restrictionOf = async (gate: Gate, player: string): Promise<Json> =>
  (await gate.admin('GET', `/apps/${KR}/players/${player}`)).restriction;

export async function restrictionsGoOn({ gate, handles }: Life): Promise<void> {
  const caller = accessToken(handles.tokens.after[KR] ?? '');
  const period = { start_date: '2026-11-01 00:00:00', end_date: '2099-12-31 23:59:59' };
  const neighbours = ['9007199254740993', '9007199254740992'];
  assert.deepEqual(
    await Promise.all(neighbours.map(async (each) => (await restrictionOf(gate, each)).status)),
    ['P', 'B'],
  );
  const [released = '', kept = ''] = neighbours;
  await gate.restrict('delete', caller, { appid: KR, player_id: id(released) });
  assert.equal(await restrictionOf(gate, released), null);
  assert.equal((await restrictionOf(gate, kept)).status, 'B');
  const ban = { appid: KR, player_id: id(released), status: 'B', block_type: 4, ...period };
  await gate.restrict('set', caller, ban);
  const { items } = await gate.admin('GET', `/apps/${KR}/players/${released}/history`);
  assert.deepEqual(
    items.map(({ action }: Json) => action),
    ['registered', 'released', 'registered'],
  );
  await gate.restrict('set', caller, { ...ban, block_type: 3 }, 4011);
  await gate.restrict('type/delete', caller, { appid: KR, block_type: 1 }, 4012);
  const types = await gate.admin('GET', `/apps/${KR}/types`);
  const { type_status, type_name, type_en_name, reasons } = types.items[0];
  const added = { appid: KR, type_status, type_name, type_en_name, reasons };
  // Numbers are never reused: 3 was deleted, 4 is the newest.
  assert.equal((await gate.restrict('type/set', caller, added)).data.block_type, 5);
  const player = handles.buyers.find(
    ({ appid, player_id }) => appid === KR && player_id !== '5001',
  );
  const { player_id, did, token } = player as Buyer;
  const onDevice = { ...ban, player_id: id(player_id) };
  await gate.restrict('set', caller, { ...onDevice, did: 1 }, 4013);
  const window = { providerId: 'PG', startDate: '2026-11-01T00:00:00Z' };
  await gate.pay('transactions', appServer(KR, token), window);
  await gate.restrict('set', caller, { ...onDevice, did: id(did) });
  await gate.pay('transactions', appServer(KR, token), window, 400);
}

/** A file that was looked at before the upgrade is applied after it. */
export async function bulkJobGoesOn({ gate }: Life): Promise<void> {
  const path = `/apps/${KR}/bulk`;
  const { items } = await gate.admin('GET', path);
  const { job_id } = items.find(({ state }: Json) => state === 'ready');
  await gate.admin('POST', `${path}/${job_id}/apply`, undefined, 200);
  await until(async () => (await gate.admin('GET', `${path}/${job_id}`)).state === 'done');
  assert.equal((await restrictionOf(gate, '2003')).block_type, 2);
}

const verify = ({ gate, handles }: Life, { appid, path, body }: Sale): Promise<Json> =>
  gate.pay(path, appServer(appid, handles.tokens.after[appid] ?? ''), body);

/** A first verification, and a repeat that says the same. */
async function sells(life: Life, sale: Sale, expected: object): Promise<Json> {
  const { data } = await verify(life, sale);
  const wanted = { serviceDuplicated: false, ...expected };
  const seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, data[name]]));
  assert.equal(JSON.stringify(seen), JSON.stringify(wanted));
  const { data: again } = await verify(life, sale);
  assert.deepEqual(again, { ...data, serviceDuplicated: true });
  return data;
}

export async function openSalesEnd(life: Life): Promise<void> {
  const { gate, handles } = life;
  const { steam, charging, gateways, pending, refunded, unacknowledged } = handles.open;
  await gate.control(`/steam/orders/${steam.orderId}/approve`, {});
  for (const sale of [steam, charging]) {
    await sells(life, sale, { servicePurchaseCancelState: 0 });
    const { charges } = await gate.control(`/steam/orders/${sale.orderId}`);
    assert.equal(charges, 1, 'a player is charged once');
  }
  for (const { buyer, orderId, isPaid, priceVerifyKey } of gateways) {
    if (!isPaid) await gate.control(`/pg/orders/${orderId}/pay`, {});
    const client = appServer(buyer.appid, buyer.token);
    const { data } = await gate.pay('purchase/restore', client, {});
    const { serviceReceipt } = data.find((each: Json) => each.orderId === orderId);
    const { amount } = await gate.control(`/pg/orders/${orderId}`);
    const receipt = { providerId: 'PG', productId: GEMS, serviceReceipt };
    const body = { accountUuid: buyer.account, requestType: 1, ...receipt };
    const sale = { appid: buyer.appid, path: 'purchase/verify', body };
    const sold = await sells(life, sale, {
      servicePurchaseCancelState: 0,
      serviceGameServerPriceVerifyKey: priceVerifyKey,
    });
    assert.equal(Math.round(Number(sold.servicePrice.rawJSON ?? sold.servicePrice) * 100), amount);
    await gate.pay('purchase/finalize', client, { orderId });
  }
  await gate.control(`/google/purchases/${pending.purchaseToken}/pay`, {});
  await sells(life, pending, { servicePurchaseCancelState: 0 });
  await sells(life, refunded, { servicePurchaseCancelState: 1 });
  const { appid, serviceTransactionId } = unacknowledged;
  await until(async () => {
    const path = `/apps/${appid}/purchases/${serviceTransactionId}/timeline`;
    const { items } = await gate.admin('GET', path);
    return items.some(({ kind }: Json) => kind === 'purchase.acknowledged');
  });
}

export async function subscriptionRenews(life: Life): Promise<void> {
  const { gate, handles } = life;
  const { subscription } = handles.open;
  const search = `original_transaction_id=${subscription.transactionId}`;
  const { items } = await gate.admin('GET', `/apps/${KR}/subscriptions?${search}`);
  const path = `/apps/${KR}/subscriptions/APPLE/${encodeURIComponent(items[0].subscription_id)}`;
  const cycles = async (): Promise<readonly Json[]> => (await gate.admin('GET', path)).cycles;
  const before = await cycles();
  await gate.control(`/apple/transactions/${subscription.transactionId}/renew`, {});
  await until(async () => (await cycles()).length === before.length + 1);
  const { data } = await verify(life, subscription);
  assert.equal(data.serviceDuplicated, false, 'the new cycle is verified for the first time');
  const known = new Set(before.map((each) => each.service_transaction_id));
  assert.ok(!known.has(data.serviceTransactionId));
}

/** Numbers go on after the last one that was given. */
export async function newPurchase(life: Life): Promise<void> {
  const { gate } = life;
  const accountUuid = crypto.randomUUID();
  const { signedTransaction } = await gate.control('/apple/transactions', {
    environment: appleEnvironment(gate),
    bundleId: nameAtMarket(gate, CHESS),
    appAppleId: APP_APPLE_ID,
    productId: GEMS,
    type: 'Consumable',
    price: 9_900,
    currency: 'USD',
    appAccountToken: accountUuid,
  });
  const receipt = { providerId: 'APPLE', productId: GEMS, serviceReceipt: signedTransaction };
  const body = { accountUuid, requestType: 1, price: 9.9, currency: 'USD', ...receipt };
  await sells(
    life,
    { appid: CHESS, path: 'purchase/verify', body },
    {
      serviceTransactionId: 'AP_3',
      serviceAccountUuidCompare: 1,
    },
  );
}

export async function historyGoesOn({ gate, handles }: Life): Promise<void> {
  const { appid, request, rest } = handles.cursor;
  const headers = appServer(appid, handles.tokens.after[appid] ?? '');
  const { data } = await gate.pay('transactions', headers, request);
  assert.deepEqual(data, rest);
}

/** What waited behind a pause or a refusal arrives, and so does what was given up. */
export async function notificationsArrive(
  { gate }: Life,
  { url, received }: Receivers,
): Promise<void> {
  const arrived = (project: number, channel: string): readonly Json[] =>
    received
      .filter(({ path }) => path === `/accept/${gate.name}/${project}/${channel}`)
      .flatMap(({ body }) => body.data ?? body.events);
  for (const project of [RACERS_PROJECT, CHESS_PROJECT]) {
    const path = `/projects/${project}`;
    const at = `${url}/accept/${gate.name}/${project}`;
    const key = `new-key-of-the-game-server-${project}`;
    await gate.admin('PUT', `${path}/receivers/restriction`, { url: `${at}/restriction`, key });
    await gate.admin('PUT', `${path}/receivers/purchase`, { url: `${at}/purchase`, key });
    for (const channel of ['restriction', 'purchase']) {
      const line = `${path}/outbox/${channel}`;
      await gate.admin('POST', `${line}/resume`, undefined, 200);
      await gate.admin('POST', `${line}/replay`, undefined, 200);
      await until(async () => {
        const { waiting, dead_letters } = await gate.admin('GET', line);
        return waiting === 0 && dead_letters === 0;
      });
    }
    const players = arrived(project, 'restriction').map(({ player_id }) => player_id);
    assert.deepEqual(players.sort(), [1, 2, 3]);
    assert.ok(arrived(project, 'purchase').length > 0);
  }
}
