// Where lines are imported: this machine's database, or a service at an address.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportResult } from '../../base/import-lines.ts';
import { parseJson, printJson } from '../../base/json.ts';
import { importPurchases, type PurchaseImport } from '../../payment/imports/operations.ts';
import { createLedger } from '../../payment/ledger/ledger.ts';
import {
  importRestrictions,
  type RestrictionImport,
} from '../../restriction/imports/restrictions.ts';
import { importTypes, type TypeImport } from '../../restriction/imports/types.ts';
import { createTypes } from '../../restriction/types.ts';
import type { AppCommand } from '../command.ts';
import { Failure } from '../failure.ts';
import type { What } from './shape.ts';

/** Imports a batch; fails with a sentence. */
export type Target = (batch: object) => Promise<ImportResult>;

export async function withDatabase<T>(
  { context, app, directory, actor }: AppCommand,
  what: What,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { storage, clock } = context;
  const ledger = createLedger({ storage, directory, clock, onBatch() {} });
  const restrictions = { types: createTypes({ storage, clock }) };
  const imports: Record<What, Target> = {
    types: (batch) => importTypes({ app, restrictions }, actor, batch as TypeImport),
    restrictions: (batch) =>
      importRestrictions({ context, app }, actor, batch as RestrictionImport),
    purchases: (batch) => importPurchases({ context, app, ledger }, actor, batch as PurchaseImport),
  };
  try {
    return await work(imports[what]);
  } finally {
    await ledger.close();
  }
}

/** Before the second attempt, the third, …; repeating a batch is safe. */
const DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000];

export function service(url: string, token: string, what: What, appid: string): Target {
  const address = new URL(`admin/v1/apps/${encodeURIComponent(appid)}/${what}/import`, `${url}/`);

  async function attempt(body: string): Promise<ImportResult | { readonly retry: string }> {
    let answer: Response;
    try {
      answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        redirect: 'error',
      });
    } catch (error) {
      const { cause } = error as Error;
      return { retry: cause instanceof Error ? cause.message : (error as Error).message };
    }
    const text = await answer.text();
    if (answer.ok) return parseJson(text) as ImportResult;
    const detail = detailIn(text) ?? `status ${answer.status}`;
    if (answer.status >= 500 || answer.status === 429) return { retry: detail };
    throw new Failure(`${address.origin} refused: ${detail}`);
  }

  return async (batch) => {
    const body = printJson(batch);
    for (const delay of [...DELAYS_MS, undefined]) {
      const outcome = await attempt(body);
      if (!('retry' in outcome)) return outcome;
      if (delay === undefined) throw new Failure(`${address.origin} failed: ${outcome.retry}`);
      await sleep(delay);
    }
    throw new Error('unreachable');
  };
}

function detailIn(text: string): string | undefined {
  try {
    const { detail, message } = JSON.parse(text) as { detail?: string; message?: string };
    return detail ?? message;
  } catch {
    return undefined;
  }
}
