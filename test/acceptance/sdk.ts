// A day of an app server, with the SDK alone: ban, log in, release; verify, deliver, look it up.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { tollgate, withKey } from './app-server.ts';
import { made, newPlayer, RUNNING, removeAll, TEMPORARY_TYPE, typeInput } from './players.ts';
import { settings, withoutEmulator } from './settings.ts';
import { buyAtApple, product, verifiedPurchase } from './shop.ts';

const { restrictions, players, purchases } = tollgate;
const { status, start_date: startDate, end_date: endDate } = RUNNING;

after(removeAll);

describe('an app server with the SDK', () => {
  test('bans a player, who is told why and gets no token until the release', async () => {
    const type = typeInput(TEMPORARY_TYPE);
    const blockType = made(unwrap(await restrictions.types.set(type)).blockType);
    const { tempTypeList } = unwrap(await restrictions.types.get({ language: 'ko' }));
    const [korean, english] = TEMPORARY_TYPE.reasons;
    assert.deepEqual(
      tempTypeList.find((each) => each.blockType === blockType),
      {
        blockType,
        typeStatus: 'N',
        typeName: type.typeName,
        typeEnName: type.typeEnName,
        title: korean.title,
        reason: korean.reason,
      },
    );

    const playerId = newPlayer();
    unwrap(await restrictions.set({ playerId, status, blockType, startDate, endDate }));
    const { accessToken, restriction } = unwrap(await players.login({ playerId, language: 'en' }));
    assert.equal(accessToken, null);
    const found = unwrap(await restrictions.get({ playerId, language: 'en' }));
    assert.deepEqual(restriction, found);
    const { supportCode, ...rest } = found ?? {};
    assert.equal(typeof supportCode, 'string');
    assert.deepEqual(rest, {
      playerId,
      blockType,
      typeStatus: 'N',
      title: english.title,
      reason: english.reason,
      status,
      startDate,
      endDate,
      inEffect: true,
    });

    const inUse = await restrictions.types.delete({ blockType });
    assert.equal(!inUse.ok && inUse.error.code, 'TYPE_IN_USE');
    unwrap(await restrictions.delete({ playerId }));
    const again = await restrictions.delete({ playerId });
    assert.equal(!again.ok && again.error.code, 'NOT_RESTRICTED');
    const { history } = unwrap(await restrictions.history({ playerId }));
    assert.deepEqual(
      history.map(({ action }) => action),
      ['released', 'registered'],
    );

    const login = unwrap(await players.login({ playerId }));
    assert.equal(typeof login.accessToken, 'string');
    const { did } = login;
    assert.deepEqual(unwrap(await players.logout({ playerId, did })), { loggedOut: true });
    assert.deepEqual(unwrap(await players.logout({ playerId, did })), { loggedOut: false });
  });

  test('bans and releases many at once, and with the certification key', async () => {
    const byKey = withKey(settings);
    const { blockType } = unwrap(await byKey.types.set(typeInput(TEMPORARY_TYPE)));
    made(blockType);
    const [one, two] = [newPlayer(), newPlayer()];
    const ban = (playerId: bigint, type = blockType) =>
      ({ playerId, status, blockType: type, startDate, endDate }) as const;
    const banned = unwrap(await restrictions.bulkSet([ban(one), ban(two, 0)]));
    assert.deepEqual(
      banned.map(({ playerId, resultCode }) => [playerId, resultCode]),
      [
        [one, 0],
        [two, 4011],
      ],
    );
    unwrap(await byKey.set(ban(two)));
    const released = unwrap(await restrictions.bulkDelete([{ playerId: one }, { playerId: two }]));
    assert.deepEqual(
      released.map(({ resultCode }) => resultCode),
      [0, 0],
    );
    unwrap(await byKey.types.delete({ blockType }));
  });

  test('verifies a purchase, reports the delivery, and finds it in the history', {
    skip: withoutEmulator,
  }, async () => {
    const playerId = newPlayer();
    const accountUuid = crypto.randomUUID();
    unwrap(await players.login({ playerId, accountUuid }));
    const sale = await buyAtApple({ appAccountToken: accountUuid });
    const request = {
      providerId: 'APPLE',
      serviceReceipt: sale.signedTransaction,
      accountUuid,
    } as const;
    const { serviceTransactionId, serviceDuplicated } = await verifiedPurchase(request);
    assert.equal(serviceDuplicated, false);
    const report = { serviceTransactionId, result: 1 } as const;
    assert.deepEqual(unwrap(await purchases.result(report)), report);
    const startDate = new Date(Date.now() - 3_600_000).toISOString();
    const query = { providerId: 'APPLE', startDate, targetPlayerId: playerId } as const;
    const listed: string[] = [];
    for await (const each of purchases.transactions(query)) listed.push(each.storeTransactionId);
    assert.deepEqual(listed, [sale.transactionId]);

    const refused = await purchases.verify({
      ...request,
      productId: `${product}_x`,
      requestType: 1,
    });
    assert.equal(!refused.ok && refused.error.code, 'INVALID_RECEIPT');
  });
});
