// One of each through the interface: a purchase, a subscription with its notice, a restriction, a login. The generator copies them.
import type { Service } from '../../src/service.ts';
import { PRODUCT_ID, sellAtApple, sign, transactionOf } from '../app-store.ts';
import type { BenchApp } from '../case.ts';
import { endDate, START_DATE } from '../players.ts';
import { accountOf, renewalNotice } from '../subscribers.ts';

export type Row = Readonly<Record<string, string | number | bigint | null>>;

/** What differs from copy to copy, as it stands in the sample. */
export const MARKS = {
  transaction: '1000000000000',
  subscription: '3000000000000',
  account: 'b0000000-0000-4000-8000-000000000000',
  subscriber: accountOf(0),
  player: 10_000_000_000,
  end: endDate(0),
} as const;

export interface Sample {
  readonly purchase: Row;
  readonly cycle: Row;
  readonly subscription: Row;
  readonly notice: Row;
  readonly restriction: Row;
  readonly registered: Row;
  readonly link: Row;
}

/** The transaction with this id, bought by this account. */
export const transactionWith = (transactionId: string, account: string): object => ({
  ...transactionOf(0),
  transactionId,
  originalTransactionId: transactionId,
  appTransactionId: `7${transactionId}`,
  appAccountToken: account,
});

export const purchaseRequest = (receipt: string, account: string): object => ({
  accountUuid: account,
  serviceReceipt: receipt,
  productId: PRODUCT_ID,
  providerId: 'APPLE',
  requestType: 1,
  price: 9.99,
  currency: 'USD',
  country: 'US',
  language: 'en',
  appVersion: '1.20.3',
});

export const restrictionRequest = ({ blockType }: BenchApp, player: number, end: string) => ({
  player_id: player,
  status: 'B',
  block_type: blockType,
  start_date: START_DATE,
  end_date: end,
});

export async function makeSample(service: Service, app: BenchApp): Promise<Sample> {
  await sellAtApple(service, app);
  const payment = { 'x-app-id': app.appid, authorization: `Bearer ${app.token}` };
  const receipt = sign(transactionWith(MARKS.transaction, MARKS.account));
  await post(
    service,
    '/payment/v1/purchase/verify',
    purchaseRequest(receipt, MARKS.account),
    payment,
  );
  await post(service, `/market/v1/apple/${app.appid}`, JSON.parse(renewalNotice(0)), {});
  const login = { appid: app.appid, player_id: MARKS.player, account_uuid: MARKS.account };
  await post(service, '/auth/v1/login', login, payment);
  const restriction = restrictionRequest(app, MARKS.player, MARKS.end);
  await post(
    service,
    '/game/block/set',
    { appid: app.appid, service_certification_key: app.key, ...restriction },
    { iscrypt: '0' },
  );
  return readSample(service, app);
}

async function readSample({ context }: Service, { appid }: BenchApp): Promise<Sample> {
  const { db } = context.storage;
  const only = async (
    table:
      | 'subscription'
      | 'market_notice'
      | 'restricted_player'
      | 'restriction_history'
      | 'account_link',
  ): Promise<Row> => {
    const rows = await db.selectFrom(table).selectAll().where('appid', '=', appid).execute();
    if (rows.length !== 1) throw new Error(`${rows.length} rows in ${table} instead of one`);
    return rows[0] as unknown as Row;
  };
  const purchases = await db
    .selectFrom('purchase')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('kind')
    .execute();
  if (purchases.length !== 2) throw new Error(`${purchases.length} purchases instead of two`);
  const [purchase, cycle] = purchases as unknown as [Row, Row];
  return {
    purchase,
    cycle,
    subscription: await only('subscription'),
    notice: await only('market_notice'),
    restriction: await only('restricted_player'),
    registered: await only('restriction_history'),
    link: await only('account_link'),
  };
}

async function post(
  { app }: Service,
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<void> {
  const answer = await app.inject({ method: 'POST', url, headers, body });
  const isRefused = answer.statusCode >= 300 || /"result_code":[1-9]/.test(answer.body);
  if (isRefused) throw new Error(`${url} answers ${answer.statusCode} ${answer.body}`);
}
