// What a studio writes in an afternoon: Express, Apple's own library, one table in PostgreSQL. Started by ../peer.ts.
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import express from 'express';
import pg from 'pg';

const { databaseUrl, root, bundleId, token } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: databaseUrl });
await pool.query(`create table purchase (
  transaction_id text primary key,
  account_uuid text not null,
  product_id text not null,
  price numeric,
  currency text,
  purchased_at timestamptz not null,
  receipt text not null,
  result jsonb not null,
  verified_at timestamptz not null default now()
)`);
await pool.query('create index purchase_of_account on purchase (account_uuid, purchased_at)');
const verifier = new SignedDataVerifier(
  [Buffer.from(root, 'base64')],
  false,
  Environment.PRODUCTION,
  bundleId,
  1,
);

const app = express();
app.use(express.json());
app.post('/payment/v1/purchase/verify', async (request, response) => {
  if (request.headers.authorization !== `Bearer ${token}`) {
    response.sendStatus(401);
    return;
  }
  const { serviceReceipt, accountUuid, productId } = request.body;
  let transaction;
  try {
    transaction = await verifier.verifyAndDecodeTransaction(serviceReceipt);
  } catch {
    response.status(400).json({ error: 'The receipt is not valid.' });
    return;
  }
  if (transaction.productId !== productId) {
    response.status(400).json({ error: 'The receipt is for another product.' });
    return;
  }
  const { rowCount } = await pool.query(
    `insert into purchase
      (transaction_id, account_uuid, product_id, price, currency, purchased_at, receipt, result)
     values ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), $7, $8) on conflict do nothing`,
    [
      transaction.transactionId,
      accountUuid,
      productId,
      transaction.price / 1000,
      transaction.currency,
      transaction.purchaseDate,
      serviceReceipt,
      transaction,
    ],
  );
  response.json({
    data: {
      serviceDuplicated: rowCount === 0,
      serviceProductId: productId,
      serviceProviderTransactionId: transaction.transactionId,
      serviceReceipt,
      serviceReceiptVerifyResult: transaction,
    },
  });
});

const server = app.listen(0, '127.0.0.1', () => process.send(server.address()));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, memory: 0 });
});
process.once('disconnect', () => process.exit());
