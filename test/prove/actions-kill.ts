// An action after the sale, by a process that dies with kill -9 before each message that it sends to its database or
// to the market. Another one goes on: at the market it is done once, and the refund is reported as the studio's own.
import assert from 'node:assert/strict';
import { ACTION_JOB } from '../../src/payment/actions/request.ts';
import { ADMIN_TOKEN, asAdmin } from '../admin/caller.ts';
import { expectOnce, openAct } from '../payment/conformance/acts.ts';
import type { Driver, SaleAction, Stage } from '../payment/conformance/driver.ts';
import { openStage } from '../payment/conformance/stage.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { type OwnProcess, ownProcess } from './own-process.ts';

/** Longer than the lease of a job, and than a market takes to show what became of a call. */
const LEASE_MS = 2 * 60_000;

/** What the market had done when the process died. */
export interface ActionDeaths {
  before: number;
  after: number;
}

/** The process dies before every so-manieth message, beginning with the `first`. */
export async function actWhileDying(
  gate: Gate,
  markets: Markets,
  driver: Driver,
  { every, first = 1 }: { readonly every: number; readonly first?: number },
): Promise<Readonly<Record<string, ActionDeaths>>> {
  const actor = ownProcess(gate, markets, { adminToken: ADMIN_TOKEN });
  const all: Record<string, ActionDeaths> = {};
  try {
    const stage = await openStage(gate, markets, driver);
    for (const action of driver.actions?.each ?? []) {
      const deaths: ActionDeaths = { before: 0, after: 0 };
      all[action.name] = deaths;
      for (let message = first; ; message += every) {
        const death = await actOnce(stage, driver, action, actor, message);
        if (death === undefined) break;
        deaths[death] += 1;
      }
    }
    return all;
  } finally {
    actor.stop();
  }
}

async function actOnce(
  stage: Stage,
  driver: Driver,
  action: SaleAction,
  actor: OwnProcess,
  beforeMessage: number,
): Promise<keyof ActionDeaths | undefined> {
  const { gate } = stage;
  const { jobs } = gate.service.payment;
  const act = await openAct(stage, driver, action);
  // Acknowledged: Google defers only what has not changed since the preview.
  await jobs.turn();
  const before = await act.preview();
  const { path, body } = act.order;
  const request = {
    method: 'POST',
    url: `/admin/v1${path}`,
    headers: asAdmin,
    payload: body,
  } as const;
  const { died } = await actor.errand(request, 'payment jobs', beforeMessage);
  const { payment, subscription } = await act.preview();
  const isDone =
    JSON.stringify([payment, subscription]) !==
    JSON.stringify([before.payment, before.subscription]);
  // Who has no answer asks again.
  const { action_id } = await act.request();
  gate.now += LEASE_MS;
  await jobs.turn();
  const shown = await act.read(action_id);
  assert.equal(shown.state, 'done', JSON.stringify(shown));
  expectOnce(action, before, await act.preview());
  const { db } = gate.service.context.storage;
  const left = await db.selectFrom('job').select('job_id').where('kind', '=', ACTION_JOB).execute();
  assert.deepEqual(left, []);
  const linked = await db
    .selectFrom('purchase_cancellation')
    .select('action_id')
    .where('action_id', '=', action_id)
    .execute();
  assert.equal(linked.length, action.input.kind === 'refund' ? 1 : 0, action.name);
  if (!died) return undefined;
  return isDone ? 'after' : 'before';
}
