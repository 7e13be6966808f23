// Requests an action: checked with the market and the limits, then written with its audit entry and its job.
import { Type } from 'typebox';
import type { Actor, AuditEntry } from '../../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { namedObject } from '../../base/named.ts';
import type { Db } from '../../storage/db.ts';
import type { MarketActionTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { changeOfProject } from '../../tenants/projects.ts';
import type { SaleState } from '../markets/action.ts';
import { serviceIdOf } from '../service-id.ts';
import { type Asking, checkAsk, readSaleState } from './ask.ts';
import type { Checked } from './check.ts';
import { limitProblem, needsSecondPerson } from './limits.ts';
import { permissionProblem } from './permission.ts';
import { readActionSettings, rulesIn } from './settings.ts';
import { findByKey, findUnderWay, insertAction, spentBy } from './store.ts';
import { findSubject, type Subject, type SubjectKey, subjectOf } from './subject.ts';
import { ActionKind, type ActionRecord, viewAction } from './view.ts';

/** What is asked for; of a preview, too. */
export const AskInput = {
  kind: ActionKind,
  amount: Type.Optional(
    Type.String({
      pattern: '^(rest|prorated|\\d{1,15}(\\.\\d{1,6})?)$',
      description:
        'Of a refund, as text: `rest` for all that is not refunded yet (the default), `prorated` for the time that is left of a subscription, or an amount such as `4.99`.',
    }),
  ),
  line: Type.Optional(
    Type.String({
      pattern: '^[\\x20-\\x7e]{1,300}$',
      description: 'Of a refund: only this product of a payment for several.',
    }),
  ),
  goods: Type.Optional(
    Type.Enum(['take', 'keep'], {
      description:
        'Of a refund: whether the player loses what was bought. Default: `take`; a part always keeps.',
    }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: 'Of `extend` and `defer`.' }),
  ),
};

export const ActionInput = namedObject(
  'ActionInput',
  {
    ...AskInput,
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Why; for colleagues and the audit log. The player does not see it.',
    }),
    idempotency_key: Type.String({
      pattern: '^[\\x21-\\x7e]{8,100}$',
      description:
        'Made by the caller, a UUID for example. The same key again returns the same action, and does nothing twice.',
    }),
  },
  { additionalProperties: false },
);
export type ActionInput = Type.Static<typeof ActionInput>;

export interface ActionDeps extends Asking {
  readonly context: OperationContext;
}

export const ACTION_JOB = 'market.act';

export async function requestAction(
  deps: ActionDeps,
  actor: Actor,
  key: SubjectKey,
  { reason, idempotency_key: idempotencyKey, ...ask }: ActionInput,
): Promise<ActionRecord | Rejection> {
  const { context, app } = deps;
  const { db, signals } = context.storage;
  const rules = await readActionSettings(context, app.gameIndex);
  const forbidden = isRejection(rules) ? rules : permissionProblem(actor, rules);
  if (forbidden) return forbidden;
  const subject = await findSubject(db, app, key);
  if (isRejection(subject)) return subject;
  const asked = { subject: subjectOf(subject, ask.kind), kind: ask.kind, reason: reason.trim() };
  const known = await findByKey(db, app, idempotencyKey);
  if (known) return sameAction(known, asked);
  const saleState = await readSaleState(deps, subject);
  if (isRejection(saleState)) return saleState;
  const checked = checkAsk(subject, ask, saleState);
  if (isRejection(checked)) return checked;
  const outcome = await changeOfProject(context, actor, app.gameIndex, async (tx, project, now) => {
    if (await findByKey(tx, app, idempotencyKey)) return TAKEN;
    const problem = await whyNot(tx, deps, actor, subject, checked, rulesIn(project.actions), now);
    if (problem) return problem;
    const isDelayed = needsSecondPerson(rulesIn(project.actions), checked.money);
    const row: MarketActionTable = {
      ...rowOf(app, subject, checked, saleState),
      action_id: timeOrderedId(now),
      reason: asked.reason,
      idempotency_key: idempotencyKey,
      state: isDelayed ? 'waiting' : 'intended',
      requested_at: now,
      actor_kind: actor.kind,
      actor: actor.name,
    };
    await insertAction(tx, row);
    if (!isDelayed) await enqueueAction(tx, row, now);
    const value = viewAction(row);
    return { value, audit: actionAudit('request', row, { after: value }) };
  });
  // Somebody else was faster with the same request.
  if (outcome === TAKEN) {
    const first = await findByKey(db, app, idempotencyKey);
    return first ? sameAction(first, asked) : TAKEN;
  }
  signals.emit(JOBS_CHANGED);
  return outcome;
}

const TAKEN: Rejection = {
  rejected: 'EXISTS',
  detail: 'This idempotency_key belongs to another action. Send a new one.',
};

const sameAction = (
  row: MarketActionTable,
  asked: Pick<MarketActionTable, 'subject' | 'kind' | 'reason'>,
): ActionRecord | Rejection =>
  row.subject === asked.subject && row.kind === asked.kind && row.reason === asked.reason
    ? viewAction(row)
    : TAKEN;

/** Limits, and what is under way already. */
async function whyNot(
  tx: Db,
  { app }: ActionDeps,
  actor: Actor,
  subject: Subject,
  { action, money }: Checked,
  rules: ReturnType<typeof rulesIn>,
  now: number,
): Promise<Rejection | undefined> {
  const { provider } = subject.purchase;
  const name = { provider, subject: subjectOf(subject, action.kind) };
  const other = await findUnderWay(tx, app, name);
  if (other) return underWay(other);
  const problem = limitProblem(rules, await spentBy(tx, app.gameIndex, actor, now), money);
  return problem === undefined ? undefined : { rejected: 'TOO_MANY', detail: problem };
}

export const underWay = ({ action_id, kind, state }: MarketActionTable): Rejection => ({
  rejected: 'IN_USE',
  detail: `The action ${action_id} (${kind}) is under way here: ${state}. Wait until it has ended${state === 'waiting' ? ', or decline it' : ''}.`,
});

function rowOf(
  app: App,
  subject: Subject,
  { action, money }: Checked,
  saleState: SaleState,
): Omit<
  MarketActionTable,
  'action_id' | 'reason' | 'idempotency_key' | 'state' | 'requested_at' | 'actor_kind' | 'actor'
> {
  const { purchase, subscriptionId = null } = subject;
  return {
    game_index: app.gameIndex,
    appid: app.appid,
    provider: purchase.provider,
    kind: action.kind,
    subject: subjectOf(subject, action.kind),
    unique_key: purchase.unique_key,
    subscription_id: subscriptionId ?? purchase.subscription_id,
    service_transaction_id: serviceIdOf(purchase),
    product_id: purchase.product_id,
    account_uuid: purchase.account_uuid || null,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    wanted: JSON.stringify(action),
    sale_state: JSON.stringify(saleState),
    decided_at: null,
    decided_kind: null,
    decided_by: null,
    sent_at: null,
    attempts: 0,
    ended_at: null,
    answer: null,
  };
}

export const enqueueAction = (
  tx: Db,
  { appid, game_index: gameIndex, action_id: actionId }: MarketActionTable,
  now: number,
): Promise<void> => {
  const id = `${ACTION_JOB} ${actionId}`;
  return enqueueJobs(tx, [{ appid, gameIndex, kind: ACTION_JOB, id, payload: { actionId } }], now);
};

/** The target names the account, so that an erasure finds it. */
export function actionAudit(
  verb: string,
  { appid, game_index: gameIndex, account_uuid: account, action_id }: MarketActionTable,
  values: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry {
  const place = account === null ? '' : `accounts/${account}/`;
  const target = `apps/${appid}/${place}actions/${action_id}`;
  return { action: `action.${verb}`, gameIndex, target, ...values };
}
