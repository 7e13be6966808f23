// tollgate purchases …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, notFound, type Rejection } from '../audit/operation.ts';
import { checkShape } from '../base/validation.ts';
import { ResendInput, resendEvent } from '../payment/ledger/resend.ts';
import { DeliveryInput, reportDelivery } from '../payment/orders/delivery-operations.ts';
import { openPurchaseFile, PurchaseFileQuery } from '../payment/queries/purchase-file.ts';
import {
  listPurchases,
  readPurchase,
  readPurchaseTimeline,
} from '../payment/queries/purchase-operations.ts';
import type { PurchaseRecordView } from '../payment/queries/purchase-view.ts';
import { listRefused, RefusedQuery } from '../payment/queries/refused-operations.ts';
import type { TimelineEntry } from '../payment/queries/timeline.ts';
import { ServiceTransactionId } from '../payment/service-id.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import { Failure } from './failure.ts';
import { show } from './print.ts';
import { showProgress } from './progress.ts';
import { addActionCommand } from './sale-action.ts';
import { writeWhole } from './write-whole.ts';

const OnePurchase = Type.Object({ service_transaction_id: ServiceTransactionId });

export function purchaseCommands(program: Command): void {
  const purchases = program
    .command('purchases')
    .alias('purchase')
    .description('verified purchases of an app');
  addAppCommand(purchases, 'show', {
    summary: 'show a purchase, and what happened to it',
    input: Type.Object({
      id: Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description: 'serviceTransactionId, or the transaction id or order number at the market.',
      }),
    }),
    args: ['id'],
    run: (command, { id }) => findPurchase(command, id),
    text: printPurchase,
  });
  addAppCommand(purchases, 'deliver', {
    summary: 'report the delivery of a purchase in place of the game',
    input: Type.Object({ ...OnePurchase.properties, ...DeliveryInput.properties }),
    args: ['service_transaction_id', 'result'],
    async run(command, input) {
      const outcome = await reportDelivery(command, command.actor, input);
      return isRejection(outcome) ? outcome : readPurchase(command, input);
    },
    text: ({ service_transaction_id: id, delivery }) => `Purchase ${id}: ${delivery}`,
  });
  addAppCommand(purchases, 'resend', {
    summary: 'send an event about a purchase to the app server again',
    input: Type.Object({ ...OnePurchase.properties, ...ResendInput.properties }),
    args: ['service_transaction_id'],
    run: (command, input) => resendEvent(command, command.actor, input),
  });
  addActionCommand(purchases, 'refund', {
    summary: 'refund a purchase at its market, whole or in part',
    input: OnePurchase,
    args: ['service_transaction_id'],
    fields: ['amount', 'line', 'goods'],
    kind: 'refund',
  });
  addAppCommand(purchases, 'export', {
    summary: 'write the purchases of a period to a file',
    input: Type.Object({
      file: Type.String({
        minLength: 1,
        description: 'File to write. An existing file is replaced once the export is complete.',
      }),
      ...PurchaseFileQuery.properties,
    }),
    args: ['file'],
    async run(command, { file, ...query }) {
      const found = await openPurchaseFile(command, query);
      if (isRejection(found)) return found;
      const progress = showProgress('purchases', await found.count(), process.stderr);
      let written = 0;
      const text = found.chunks((count) => {
        written += count;
        progress.advance(count);
      });
      try {
        await writeWhole(file, text);
      } finally {
        progress.end();
      }
      return { file, format: found.format, purchases: written };
    },
  });
  addAppCommand(purchases, 'refused', {
    summary: 'list verifications that were refused and why, newest first',
    input: RefusedQuery,
    run: listRefused,
  });
}

interface ShownPurchase extends PurchaseRecordView {
  readonly timeline: readonly TimelineEntry[];
}

async function findPurchase(command: AppCommand, id: string): Promise<ShownPurchase | Rejection> {
  const isServiceId = !('errors' in checkShape(ServiceTransactionId, 'json', id));
  const named = isServiceId && (await readPurchase(command, { service_transaction_id: id }));
  const record = named && !isRejection(named) ? named : await findAtMarket(command, id);
  if (isRejection(record)) return record;
  const { service_transaction_id } = record;
  const timeline = await readPurchaseTimeline(command, { service_transaction_id });
  return isRejection(timeline) ? timeline : { ...record, timeline: timeline.items };
}

/** Two markets may give the same id to two purchases. */
async function findAtMarket(
  command: AppCommand,
  id: string,
): Promise<PurchaseRecordView | Rejection> {
  const { appid } = command.app;
  const found = await listPurchases(command, { store_transaction_id: id });
  if (isRejection(found)) return found;
  const ids = found.items.map((each) => each.service_transaction_id);
  const [service_transaction_id] = ids;
  if (service_transaction_id === undefined) return notFound(`App ${appid} has no purchase ${id}.`);
  if (ids.length === 1) return readPurchase(command, { service_transaction_id });
  throw new Failure(`App ${appid} has several purchases ${id}. Name one: ${ids.join(', ')}.`);
}

/** As the console shows it; the receipt and the market's answer are only in the JSON. */
function printPurchase({ timeline, receipt: _, market_result: __, ...record }: ShownPurchase) {
  return `${show(record, false)}\n\n${show({ items: timeline }, false)}`;
}
