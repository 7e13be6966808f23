// tollgate purchases …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { checkShape } from '../base/validation.ts';
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
import { Appid } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { addCommand } from './command.ts';
import { Failure } from './failure.ts';
import { show } from './print.ts';
import { showProgress } from './progress.ts';
import { writeWhole } from './write-whole.ts';

export function purchaseCommands(program: Command): void {
  const purchases = program
    .command('purchases')
    .alias('purchase')
    .description('verified purchases of an app');
  addCommand(purchases, 'show', {
    summary: 'show a purchase, and what happened to it',
    input: Type.Object({
      appid: Appid,
      id: Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description: 'serviceTransactionId, or the transaction id or order number at the market.',
      }),
    }),
    args: ['appid', 'id'],
    run: ({ context }, { appid, id }) => findPurchase(context, appid, id),
    text: printPurchase,
  });
  addCommand(purchases, 'export', {
    summary: 'write the purchases of a period to a file',
    input: Type.Object({
      appid: Appid,
      file: Type.String({
        minLength: 1,
        description: 'File to write. An existing file is replaced once the export is complete.',
      }),
      ...PurchaseFileQuery.properties,
    }),
    args: ['appid', 'file'],
    async run({ context }, { file, ...query }) {
      const directory = createDirectory(context.storage, context.clock);
      const found = await openPurchaseFile({ context, directory }, query);
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
  addCommand(purchases, 'refused', {
    summary: 'list verifications that were refused and why, newest first',
    input: Type.Object({ appid: Appid, ...RefusedQuery.properties }),
    args: ['appid'],
    run({ context }, query) {
      const directory = createDirectory(context.storage, context.clock);
      return listRefused({ context, directory }, query);
    },
  });
}

interface ShownPurchase extends PurchaseRecordView {
  readonly timeline: readonly TimelineEntry[];
}

type Deps = Parameters<typeof readPurchase>[0];

async function findPurchase(
  context: OperationContext,
  appid: string,
  id: string,
): Promise<ShownPurchase | Rejection> {
  const deps = { context, directory: createDirectory(context.storage, context.clock) };
  const isServiceId = !('errors' in checkShape(ServiceTransactionId, 'json', id));
  const named = isServiceId && (await readPurchase(deps, { appid, service_transaction_id: id }));
  const record = named && !isRejection(named) ? named : await findAtMarket(deps, appid, id);
  if (isRejection(record)) return record;
  const { service_transaction_id } = record;
  const timeline = await readPurchaseTimeline(deps, { appid, service_transaction_id });
  return isRejection(timeline) ? timeline : { ...record, timeline: timeline.items };
}

/** Two markets may give the same id to two purchases. */
async function findAtMarket(
  deps: Deps,
  appid: string,
  id: string,
): Promise<PurchaseRecordView | Rejection> {
  const found = await listPurchases(deps, { appid, store_transaction_id: id });
  if (isRejection(found)) return found;
  const ids = found.items.map((each) => each.service_transaction_id);
  const [service_transaction_id] = ids;
  if (service_transaction_id === undefined) return notFound(`App ${appid} has no purchase ${id}.`);
  if (ids.length === 1) return readPurchase(deps, { appid, service_transaction_id });
  throw new Failure(`App ${appid} has several purchases ${id}. Name one: ${ids.join(', ')}.`);
}

/** As the console shows it; the receipt and the market's answer are only in the JSON. */
function printPurchase({ timeline, receipt: _, market_result: __, ...record }: ShownPurchase) {
  return `${show(record, false)}\n\n${show({ items: timeline }, false)}`;
}
