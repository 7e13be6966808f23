// Sales outside of Google Play that the developer reports: created, read, refunded.
import type { FastifyInstance } from 'fastify';
import { readInput } from '../input.ts';
import type { World } from '../world.ts';
import { alreadyExists, externalNotFound, invalid, notFound } from './errors.ts';
import { members, type PackageParams, splitVerb } from './lookup.ts';
import { readPackage } from './sale.ts';

interface Amount {
  readonly priceMicros: string;
  readonly currency: string;
}

interface ExternalTransaction {
  readonly packageName: string;
  readonly externalTransactionId: string;
  readonly createdAt: number;
  readonly transactionTime: string;
  readonly originalPreTaxAmount: Amount;
  readonly originalTaxAmount: Amount;
  readonly userTaxAddress: Readonly<Record<string, unknown>>;
  /** What it was: once, or one of a series, without the token. */
  readonly kind: Readonly<Record<string, object>>;
  readonly test: boolean;
  /** What was given back before tax. */
  refundedMicros: number;
  readonly refundIds: string[];
  /** When the developer reported the last one. */
  refundedAt?: number;
}

/** What the client got when the buyer left for another way to pay. */
interface ExternalToken {
  readonly packageName: string;
  readonly test: boolean;
}

export interface ExternalSales {
  readonly transactions: Map<string, ExternalTransaction>;
  readonly tokens: Map<string, ExternalToken>;
}

export interface ExternalState {
  readonly transactions: ExternalTransaction[];
  readonly tokens: [string, ExternalToken][];
}

export const createExternalSales = (): ExternalSales => ({
  transactions: new Map(),
  tokens: new Map(),
});

export const saveExternal = ({ transactions, tokens }: ExternalSales): ExternalState => ({
  transactions: [...transactions.values()],
  tokens: [...tokens],
});

/** Without a state nothing is left: as after a reset, or in the files of earlier releases. */
export function loadExternal(sales: ExternalSales, state?: ExternalState): void {
  sales.transactions.clear();
  sales.tokens.clear();
  for (const each of state?.transactions ?? []) sales.transactions.set(keyOf(each), each);
  for (const [token, known] of state?.tokens ?? []) sales.tokens.set(token, known);
}

const keyOf = (named: Pick<ExternalTransaction, 'packageName' | 'externalTransactionId'>) =>
  `${named.packageName} ${named.externalTransactionId}`;

const config = { playBucket: 'externalTransactions' } as const;
const path = '/externalTransactions';

export function externalRoutes(scope: FastifyInstance, sales: ExternalSales, world: World): void {
  function find(packageName: string, externalTransactionId: string): ExternalTransaction {
    const found = sales.transactions.get(keyOf({ packageName, externalTransactionId }));
    if (!found) throw externalNotFound;
    return found;
  }

  scope.post<{ Params: PackageParams; Querystring: { externalTransactionId?: string } }>(
    path,
    { config },
    async ({ params: { packageName }, query, body }) => {
      const id = query.externalTransactionId ?? '';
      const created = create(sales, packageName, id, members(body), world.clock.now());
      return resource(created);
    },
  );
  scope.get<{ Params: PackageParams & { id: string } }>(
    `${path}/:id`,
    { config },
    async ({ params: { packageName, id } }) => resource(find(packageName, id)),
  );
  scope.post<{ Params: PackageParams & { target: string } }>(
    `${path}/:target`,
    { config },
    async ({ params: { packageName, target }, body }) => {
      const { name, verb } = splitVerb(target);
      if (verb !== 'refund') throw notFound;
      const transaction = find(packageName, name);
      refund(transaction, members(body), world.clock.now());
      return resource(transaction);
    },
  );
}

export function externalControl(scope: FastifyInstance, sales: ExternalSales, world: World): void {
  scope.post('/google/external-tokens', async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'test');
    const externalTransactionToken = world.id('external-');
    const packageName = readPackage(input);
    const test = input.boolean('test') ?? false;
    sales.tokens.set(externalTransactionToken, { packageName, test });
    return { externalTransactionToken, packageName, test };
  });
  scope.get('/google/external-transactions', async () => ({
    externalTransactions: Array.from(sales.transactions.values(), resource),
  }));
}

type Body = Readonly<Record<string, unknown>>;

function create(
  sales: ExternalSales,
  packageName: string,
  externalTransactionId: string,
  body: Body,
  createdAt: number,
): ExternalTransaction {
  if (!/^[\w-]{1,63}$/.test(externalTransactionId)) throw invalid('externalTransactionId');
  if (sales.transactions.has(keyOf({ packageName, externalTransactionId }))) throw alreadyExists;
  const originalPreTaxAmount = readAmount(body, 'originalPreTaxAmount');
  const originalTaxAmount = readAmount(body, 'originalTaxAmount');
  if (originalTaxAmount.currency !== originalPreTaxAmount.currency) {
    throw invalid('originalTaxAmount.currency');
  }
  const transactionTime = readTime(body, 'transactionTime');
  if (Date.parse(transactionTime) > createdAt) throw invalid('transactionTime');
  const userTaxAddress = members(body.userTaxAddress);
  if (!/^[A-Z]{2}$/.test(String(userTaxAddress.regionCode))) {
    throw invalid('userTaxAddress.regionCode');
  }
  const { kind, test } = readKind(sales, packageName, body);
  const created: ExternalTransaction = {
    packageName,
    externalTransactionId,
    createdAt,
    transactionTime,
    originalPreTaxAmount,
    originalTaxAmount,
    userTaxAddress,
    kind,
    test,
    refundedMicros: 0,
    refundIds: [],
  };
  sales.transactions.set(keyOf(created), created);
  return created;
}

/** A sale names the token of the client; a later one of a series names the first. */
function readKind(sales: ExternalSales, packageName: string, body: Body) {
  const { oneTimeTransaction, recurringTransaction } = body;
  if ((oneTimeTransaction === undefined) === (recurringTransaction === undefined)) {
    throw invalid('transactionType');
  }
  if (oneTimeTransaction !== undefined) {
    const { test } = findToken(sales, packageName, members(oneTimeTransaction));
    return { kind: { oneTimeTransaction: {} }, test };
  }
  const { externalTransactionToken, ...series } = members(recurringTransaction);
  const { subscriptionType } = members(series.externalSubscription);
  if (!['RECURRING', 'PREPAID'].includes(String(subscriptionType))) {
    throw invalid('recurringTransaction.externalSubscription.subscriptionType');
  }
  const first = series.initialExternalTransactionId;
  if (first === undefined) {
    const { test } = findToken(sales, packageName, { externalTransactionToken });
    return { kind: { recurringTransaction: series }, test };
  }
  const key = keyOf({ packageName, externalTransactionId: String(first) });
  const initial = sales.transactions.get(key);
  if (!initial) throw invalid('recurringTransaction.initialExternalTransactionId');
  return { kind: { recurringTransaction: series }, test: initial.test };
}

function findToken({ tokens }: ExternalSales, packageName: string, body: Body): ExternalToken {
  const token = tokens.get(String(body.externalTransactionToken));
  if (token?.packageName !== packageName) throw invalid('externalTransactionToken');
  return token;
}

function refund(transaction: ExternalTransaction, body: Body, now: number): void {
  const { fullRefund, partialRefund } = body;
  const refundTime = Date.parse(readTime(body, 'refundTime'));
  if (refundTime > now || refundTime < Date.parse(transaction.transactionTime)) {
    throw invalid('refundTime');
  }
  if ((fullRefund === undefined) === (partialRefund === undefined)) throw invalid('refund');
  const total = Number(transaction.originalPreTaxAmount.priceMicros);
  const left = total - transaction.refundedMicros;
  if (left === 0) throw invalid('name', 'The transaction was refunded before.');
  if (fullRefund !== undefined) {
    transaction.refundedAt = now;
    transaction.refundedMicros = total;
    return;
  }
  const part = members(partialRefund);
  const { priceMicros, currency } = readAmount(part, 'refundPreTaxAmount');
  const isPart = Number(priceMicros) > 0 && Number(priceMicros) < left;
  if (currency !== transaction.originalPreTaxAmount.currency || !isPart) {
    throw invalid('partialRefund.refundPreTaxAmount');
  }
  const refundId = String(part.refundId ?? '');
  if (refundId === '' || transaction.refundIds.includes(refundId)) {
    throw invalid('partialRefund.refundId');
  }
  transaction.refundedAt = now;
  transaction.refundIds.push(refundId);
  transaction.refundedMicros += Number(priceMicros);
}

function readAmount(body: Body, name: string): Amount {
  const { priceMicros, currency } = members(body[name]);
  if (!/^\d{1,15}$/.test(String(priceMicros))) throw invalid(`${name}.priceMicros`);
  if (!/^[A-Z]{3}$/.test(String(currency))) throw invalid(`${name}.currency`);
  return { priceMicros: String(priceMicros), currency: String(currency) };
}

function readTime(body: Body, name: string): string {
  const time = Date.parse(String(body[name]));
  if (Number.isNaN(time)) throw invalid(name);
  return new Date(time).toISOString();
}

function resource(transaction: ExternalTransaction) {
  const { originalPreTaxAmount, originalTaxAmount, refundedMicros, kind } = transaction;
  const total = Number(originalPreTaxAmount.priceMicros);
  const share = total === 0 ? 1 : (total - refundedMicros) / total;
  const current = ({ priceMicros, currency }: Amount) => ({
    priceMicros: String(Math.round(Number(priceMicros) * share)),
    currency,
  });
  return {
    packageName: transaction.packageName,
    externalTransactionId: transaction.externalTransactionId,
    originalPreTaxAmount,
    originalTaxAmount,
    currentPreTaxAmount: current(originalPreTaxAmount),
    currentTaxAmount: current(originalTaxAmount),
    ...kind,
    ...(transaction.test && { testPurchase: {} }),
    transactionTime: transaction.transactionTime,
    createTime: new Date(transaction.createdAt).toISOString(),
    transactionState: share === 0 ? 'TRANSACTION_CANCELED' : 'TRANSACTION_REPORTED',
    userTaxAddress: transaction.userTaxAddress,
  };
}
