// What people decide about an action that the market was not asked for yet: approve, decline, withdraw.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { isRejection, makeChange, notFound, type Rejection } from '../../audit/operation.ts';
import { JOBS_CHANGED } from '../../background/jobs.ts';
import type { MarketActionTable } from '../../storage/schema.ts';
import type { Action, SaleState } from '../markets/action.ts';
import { isSameAmount } from '../money.ts';
import { checkAsk, readSaleState } from './ask.ts';
import { purchaseOf } from './at-market.ts';
import { permissionProblem } from './permission.ts';
import { type ActionDeps, actionAudit, enqueueAction } from './request.ts';
import { readActionSettings } from './settings.ts';
import { hasEnded, isUntouched } from './state.ts';
import { decideAction, findAction } from './store.ts';
import { type ActionRecord, UUID, viewAction } from './view.ts';

export const ActionId = Type.String({ pattern: `^${UUID}$`, description: 'Action id.' });

export const DeclineInput = Type.Object(
  {
    comment: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Why, for who asked for it.' }),
    ),
  },
  { additionalProperties: false },
);
export type DeclineInput = Type.Static<typeof DeclineInput>;

interface Named {
  readonly action_id: string;
}

/** By another person. The market is asked again first, because days may have passed. */
export async function approveAction(
  deps: ActionDeps,
  actor: Actor,
  { action_id }: Named,
): Promise<ActionRecord | Rejection> {
  const { storage } = deps.context;
  const row = await actionToDecide(deps, actor, action_id);
  if (isRejection(row)) return row;
  if (row.state !== 'waiting') return tooLate(row);
  if (row.actor === actor.name && row.actor_kind === actor.kind) {
    return {
      rejected: 'FORBIDDEN',
      detail: 'You asked for this yourself. It needs another person who may act.',
    };
  }
  const saleState = await saleStateNow(deps, row);
  if (isRejection(saleState)) return saleState;
  const outcome = await makeChange(deps.context, actor, async (tx, now) => {
    const change = { state: 'intended', sale_state: JSON.stringify(saleState) } as const;
    const after = await decideAction(tx, row, { ...actor, at: now }, change);
    if (!after) return tooLate(row);
    await enqueueAction(tx, after, now);
    return { value: viewAction(after), audit: actionAudit('approve', after, {}) };
  });
  storage.signals.emit(JOBS_CHANGED);
  return outcome;
}

/** Approved is what was asked for, and nothing that costs more. */
async function saleStateNow(
  deps: ActionDeps,
  row: MarketActionTable,
): Promise<SaleState | Rejection> {
  const purchase = await purchaseOf(deps.context.storage.db, row);
  if (!purchase) return notFound('The purchase is not on record any more.');
  const subject = { purchase, subscriptionId: row.subscription_id ?? undefined };
  const saleState = await readSaleState(deps, subject);
  if (isRejection(saleState)) return saleState;
  const checked = checkAsk(subject, askOf(JSON.parse(row.wanted) as Action), saleState);
  if (isRejection(checked)) return checked;
  const amount = checked.money?.amount ?? null;
  const isSame =
    amount === null || row.amount === null
      ? amount === row.amount
      : isSameAmount(amount, row.amount);
  return isSame
    ? saleState
    : {
        rejected: 'IN_USE',
        detail: `The market would now refund ${amount ?? 'an unknown amount'} instead of ${row.amount ?? 'an unknown amount'}. Decline this, and ask for it again.`,
      };
}

function askOf(action: Action) {
  if (action.kind !== 'refund') return action;
  const { kind, amount, line, takesGoods } = action;
  const isPart = amount !== 'rest' && amount !== 'prorated';
  return {
    kind,
    amount,
    ...(line !== undefined && { line }),
    ...(!isPart && { goods: takesGoods ? ('take' as const) : ('keep' as const) }),
  };
}

/** By anybody who may act, also who asked for it. */
export const declineAction = (
  deps: ActionDeps,
  actor: Actor,
  { action_id, comment }: DeclineInput & Named,
): Promise<ActionRecord | Rejection> =>
  endUntouched(deps, actor, action_id, 'declined', comment?.trim() ?? null);

/** Only while the market has certainly not done it. */
export const withdrawAction = (
  deps: ActionDeps,
  actor: Actor,
  { action_id }: Named,
): Promise<ActionRecord | Rejection> => endUntouched(deps, actor, action_id, 'withdrawn', null);

async function endUntouched(
  deps: ActionDeps,
  actor: Actor,
  id: string,
  state: 'declined' | 'withdrawn',
  answer: string | null,
): Promise<ActionRecord | Rejection> {
  const row = await actionToDecide(deps, actor, id);
  if (isRejection(row)) return row;
  // A second time changes nothing.
  if (row.state === state) return viewAction(row);
  if (state === 'declined' ? row.state !== 'waiting' : !isUntouched(row.state)) return tooLate(row);
  return makeChange(deps.context, actor, async (tx, now) => {
    const change = { state, answer, ended_at: now };
    const after = await decideAction(tx, row, { ...actor, at: now }, change);
    if (!after) return tooLate(row);
    const verb = state === 'declined' ? 'decline' : 'withdraw';
    return {
      value: viewAction(after),
      audit: actionAudit(verb, after, answer === null ? {} : { after: { comment: answer } }),
    };
  });
}

async function actionToDecide(
  { context, app }: ActionDeps,
  actor: Actor,
  id: string,
): Promise<MarketActionTable | Rejection> {
  const rules = await readActionSettings(context, app.gameIndex);
  const forbidden = isRejection(rules) ? rules : permissionProblem(actor, rules);
  if (forbidden) return forbidden;
  const row = await findAction(context.storage.db, app, id);
  return row ?? unknownAction(app.appid, id);
}

export const unknownAction = (appid: string, id: string): Rejection =>
  notFound(`App ${appid} has no action ${id}.`);

const tooLate = ({ state }: MarketActionTable): Rejection => ({
  rejected: 'IN_USE',
  detail: hasEnded(state)
    ? `The action has ended: ${state}.`
    : isUntouched(state)
      ? `The action is ${state}. Read it again.`
      : `The market was already called: ${state}. It ends when the market says what became of it.`,
});
