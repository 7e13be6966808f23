// Runs where the package is installed, on any runtime: calls, retries, exact ids and a webhook, as one line of JSON.
import { createTollgate, unwrap, verifyNotification } from '@tollgate/server';

const { client, purchase, webhook, startDate } = JSON.parse(process.env.JOURNEY);
const playerId = 9_007_199_254_740_993n;
let lost = 0;
const tollgate = createTollgate({
  ...client,
  retry: { delayMs: 1 },
  async fetch(url, init) {
    const response = await fetch(url, init);
    // The first ban is done, but its answer does not arrive.
    if (url.endsWith('/v2/game/block/set') && lost++ === 0) throw new TypeError('connection lost');
    return response;
  },
});

const { blockType } = unwrap(
  await tollgate.restrictions.types.set({
    typeStatus: 'O',
    typeName: '제한',
    typeEnName: 'Restricted',
    reasons: [
      { language: 'ko', reason: '제한' },
      { language: 'en', reason: 'Restricted.' },
    ],
  }),
);
const dates = { startDate: '2026-11-15 00:00:00', endDate: '2099-12-15 00:00:00' };
unwrap(await tollgate.restrictions.set({ playerId, status: 'P', blockType, ...dates }));
const login = unwrap(await tollgate.players.login({ playerId }));
const verified = unwrap(await tollgate.purchases.verify(purchase));
const history = [];
for await (const each of tollgate.purchases.transactions({ providerId: 'APPLE', startDate })) {
  history.push(each.storeTransactionId);
}
const forged = await verifyNotification({ ...webhook, body: `${webhook.body} ` });
const checked = await verifyNotification(webhook);
const aborted = await tollgate.restrictions.get({ playerId }, { signal: AbortSignal.abort() });

console.log(
  JSON.stringify({
    lost,
    banned: String(login.restriction?.playerId),
    token: login.accessToken,
    duplicated: verified.serviceDuplicated,
    inHistory: history.includes(verified.serviceStoreTransactionId),
    forged: forged.error?.code,
    players: checked.notification?.data.map((each) => String(each.playerId)),
    aborted: aborted.error?.code,
  }),
);
