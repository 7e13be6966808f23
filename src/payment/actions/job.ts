// Carries out an action: one call, and after a lost answer only reading, until the market says what became of it.
import type { Logger } from 'pino';
import { SYSTEM, writeAudit } from '../../audit/audit.ts';
import { enqueueJobs, type Job, type JobHandler, type JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { MarketActionTable, PurchaseTable } from '../../storage/schema.ts';
import type { Acted, Action, Intent, SaleState } from '../markets/action.ts';
import { readJob } from '../markets/notice.ts';
import { purchaseOf, type SaleActions, type SaleActionsAt } from './at-market.ts';
import { actionAudit } from './request.ts';
import { afterAnswer, hasEnded, lookAgainMs, nextStep, QUIET_MS } from './state.ts';
import { findAction, moveAction } from './store.ts';

export interface ActionJobDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly saleActions: SaleActionsAt;
}

type Row = MarketActionTable;

/** In the words of the market; longer ones are cut. */
const ANSWER_LENGTH = 500;

export function actionJob({ db, clock, log, saleActions }: ActionJobDeps): JobHandler {
  /** Undefined when another process was faster. */
  async function conclude(
    row: Row,
    purchase: PurchaseTable,
    answer: Acted | 'not done',
  ): Promise<Row | undefined> {
    const outcome = afterAnswer(row.state, answer);
    const isOver = hasEnded(outcome.state);
    const now = clock();
    const change = {
      state: outcome.state,
      answer: outcome.answer?.slice(0, ANSWER_LENGTH) ?? null,
      ended_at: isOver ? now : null,
    };
    return db.transaction().execute(async (tx) => {
      const after = await moveAction(tx, row, change);
      if (!after || !isOver) return after;
      const verb = outcome.state === 'done' ? 'done' : 'reject';
      await writeAudit(tx, now, SYSTEM, actionAudit(verb, after, { after: { ...outcome } }));
      // The market's word is the refund; asking for it now is faster than waiting for its notification.
      if (outcome.state === 'done') await enqueueJobs(tx, [readAgain(after, purchase)], now);
      return after;
    });
  }

  async function act(row: Row, purchase: PurchaseTable, at: SaleActions): Promise<JobOutcome> {
    const now = clock();
    const sent = await moveAction(db, row, {
      state: 'sent',
      sent_at: now,
      attempts: row.attempts + 1,
      // Why it was not sent before.
      answer: null,
    });
    if (!sent) return LOOK;
    const answer = await at.act(purchase, intentOf(sent));
    const after = await conclude(sent, purchase, answer);
    return after ? waitFor(after, answer) : LOOK;
  }

  async function settle(row: Row, purchase: PurchaseTable, at: SaleActions): Promise<JobOutcome> {
    const answer = await at.settle(purchase, intentOf(row));
    const after = await conclude(row, purchase, answer);
    return after ? waitFor(after, answer) : LOOK;
  }

  function waitFor({ state, requested_at }: Row, answer: Acted | 'not done'): JobOutcome {
    if (hasEnded(state)) return 'done';
    if (state === 'intended') return LOOK;
    if (typeof answer === 'object' && 'unavailable' in answer) {
      log.warn({ reason: answer.unavailable }, 'the outcome of an action is not known yet');
      return { againInMs: QUIET_MS };
    }
    return { againInMs: lookAgainMs(clock() - requested_at) };
  }

  return async (job: Job) => {
    const { actionId } = job.payload as { readonly actionId: string };
    const row = await findAction(db, job, actionId);
    if (!row) return 'done';
    const step = nextStep(row, clock());
    if (step === 'nothing') return 'done';
    if (typeof step === 'object') return { againInMs: step.waitMs };
    const purchase = await purchaseOf(db, row);
    if (!purchase) return { giveUp: 'the purchase is not on record any more' };
    const at = await saleActions(row.appid, row.provider);
    if ('missing' in at) {
      const reason = `The app has no settings for ${row.provider}. Set them, and Tollgate goes on.`;
      await moveAction(db, row, { answer: reason });
      return { retry: reason };
    }
    return step === 'act' ? act(row, purchase, at) : settle(row, purchase, at);
  };
}

/** At once, by whoever gets the job. */
const LOOK: JobOutcome = { againInMs: 0 };

const intentOf = ({ action_id, wanted, sale_state, requested_at }: Row): Intent => ({
  action: JSON.parse(wanted) as Action,
  key: action_id,
  intendedAt: requested_at,
  before: JSON.parse(sale_state) as SaleState,
});

function readAgain(row: Row, purchase: PurchaseTable) {
  const { appid, game_index: gameIndex, provider, action_id } = row;
  const isSubscription = purchase.kind === 'subscription';
  const payload = {
    provider,
    ...(isSubscription && { isSubscription: true as const }),
    uniqueKey: isSubscription ? purchase.unique_key : row.subject,
    productId: purchase.product_id,
    receipt: purchase.receipt,
    noticeId: `action ${action_id}`,
  };
  return { appid, gameIndex, ...readJob(payload, '') };
}
