// Disputes for operators: the list, one with its facts, the draft of the evidence, and sending it once.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../../audit/audit.ts';
import { dateRangeOf } from '../../audit/date-range.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  pageKey,
  sortBy,
  toPage,
  totalOf,
} from '../../base/paging.ts';
import { Instant, instantOf } from '../../base/shapes.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import type { Db } from '../../storage/db.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { nameOf } from '../../tenants/directory.ts';
import type { Evidence } from '../markets/pg/gateway.ts';
import { problemOf } from '../markets/pg/stripe/evidence.ts';
import { isAnsweredHere, refusalOf } from './answerable.ts';
import { draftOf, gapsOf, textsFor } from './draft.ts';
import { factsOf } from './facts-store.ts';
import { sendingOf } from './send-job.ts';
import {
  type DisputeRecord,
  DisputeState,
  type DisputeView,
  EvidenceText,
  viewDispute,
  viewRecord,
} from './shapes.ts';
import {
  type DisputeSearch,
  findDispute,
  selectDisputes,
  writeDraft,
  writeIntent,
} from './store.ts';
import { textsOf } from './texts.ts';

const KEY = pageKey({ opened_at: 'number', dispute_id: 'text' });

const FILTERS = {
  sort: sortBy('-opened_at', 'opened_at'),
  state: Type.Optional(DisputeState),
  reason: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', description: "In the gateway's word." }),
  ),
  player_id: Type.Optional(PlayerId),
  from: Type.Optional(Instant('Opened at or after this time')),
  to: Type.Optional(Instant('Opened at or before this time')),
  due_to: Type.Optional(Instant('To be answered at or before this time')),
};

export const DisputeQuery = Type.Object(
  { ...pageBy(KEY.pattern), ...FILTERS },
  { additionalProperties: false },
);
export type DisputeQuery = Type.Static<typeof DisputeQuery>;

type Filters = Omit<DisputeQuery, 'after' | 'limit' | 'sort'>;

function searchOf({ from, to, due_to, player_id, state, reason }: Filters) {
  const range = dateRangeOf({ from, to });
  if (isRejection(range)) return range;
  const dueTo = instantOf(due_to);
  if (Number.isNaN(dueTo)) return invalid('due_to', 'The date does not exist.');
  const playerId = player_id === undefined ? undefined : playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  return { state, reason, playerId, dueTo, openedFrom: range.from, openedTo: range.to };
}

export async function listDisputes(
  { context, app }: AppContext,
  { after, limit = DEFAULT_LIMIT, sort, ...filters }: DisputeQuery,
): Promise<Page<DisputeView> | Rejection> {
  const search: DisputeSearch | Rejection = searchOf(filters);
  if (isRejection(search)) return search;
  const place = KEY.read(after);
  const [order, beyond] = sort === 'opened_at' ? (['asc', '>'] as const) : (['desc', '<'] as const);
  let select = selectDisputes(context.storage.db, nameOf(app), search);
  if (place) {
    select = select.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('opened_at', 'dispute_id'), beyond, tuple(place.opened_at, place.dispute_id)),
    );
  }
  const rows = await select
    .orderBy('opened_at', order)
    .orderBy('dispute_id', order)
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, KEY.print, viewDispute);
}

export async function countDisputes(
  { context, app }: AppContext,
  filters: Filters,
): Promise<ListTotal | Rejection> {
  const search: DisputeSearch | Rejection = searchOf(filters);
  if (isRejection(search)) return search;
  const rows = await selectDisputes(context.storage.db, nameOf(app), search)
    .clearSelect()
    .select('dispute_id')
    .limit(COUNT_LIMIT)
    .execute();
  return totalOf(rows.length);
}

const unknownDispute = (id: string): Rejection => notFound(`There is no dispute ${id}.`);

/** Names the player, so that an erasure finds the entry. */
const audit = auditOf('dispute', (row: DisputeTable) => ({
  gameIndex: row.game_index,
  target: `apps/${row.appid}/players/${row.player_id}/disputes/${row.dispute_id}`,
}));

async function rowOf({ context, app }: AppContext, db: Db, disputeId: string) {
  return (
    (await findDispute(db ?? context.storage.db, { ...nameOf(app), disputeId })) ??
    unknownDispute(disputeId)
  );
}

export async function readDispute(
  deps: AppContext,
  disputeId: string,
): Promise<DisputeRecord | Rejection> {
  const row = await rowOf(deps, deps.context.storage.db, disputeId);
  return isRejection(row) ? row : recordOf(deps, row);
}

async function recordOf(deps: AppContext, row: DisputeTable): Promise<DisputeRecord> {
  const known = await knownOf(deps, row);
  return viewRecord(
    row,
    known && { facts: known.facts, missing: gapsOf(known.facts, known.texts) },
  );
}

async function knownOf(deps: AppContext, row: DisputeTable) {
  const facts = await factsOf(deps, row);
  if (!facts) return undefined;
  const all = await textsOf(deps.context.storage.db, deps.app.appid);
  return { facts, texts: textsFor(all, facts.purchase?.language ?? null) };
}

/** Why there is nothing to send; undefined while the bank waits for an answer from here. */
function closedTo(row: DisputeTable, now: number): Rejection | undefined {
  if (!isAnsweredHere(row)) {
    return invalid('dispute_id', `Answer this dispute in the dashboard of ${row.gateway}.`);
  }
  if (row.sending === 'under_way') return inUse('The evidence is being sent.');
  const { state, due_at: dueAt } = row;
  const refusal = refusalOf({ state, dueAt }, now);
  return refusal === undefined ? undefined : inUse(refusal);
}

const inUse = (detail: string): Rejection => ({ rejected: 'IN_USE', detail });

const CHANGED = inUse('The draft was changed meanwhile. Read it again.');

export const DraftInput = namedObject(
  'DisputeDraft',
  {
    version: Type.Integer({ minimum: 0, description: 'Of the draft that was read.' }),
    evidence: EvidenceText,
  },
  { additionalProperties: false },
);
type DraftInput = Type.Static<typeof DraftInput>;

/** Replaces the draft by what is known now. */
export async function draftEvidence(
  deps: AppContext,
  actor: Actor,
  disputeId: string,
): Promise<DisputeRecord | Rejection> {
  const row = await rowOf(deps, deps.context.storage.db, disputeId);
  if (isRejection(row)) return row;
  const known = await knownOf(deps, row);
  if (!known) return inUse('The order is gone, so there is nothing to draft from.');
  const evidence = draftOf(row.reason, known.facts, known.texts);
  return changeDraft(deps, actor, disputeId, { version: row.version, evidence }, 'draft');
}

/** What support has written. */
export function saveEvidence(
  deps: AppContext,
  actor: Actor,
  { dispute_id, ...input }: DraftInput & { readonly dispute_id: string },
): Promise<DisputeRecord | Rejection> {
  return changeDraft(deps, actor, dispute_id, input, 'edit');
}

async function changeDraft(
  deps: AppContext,
  actor: Actor,
  disputeId: string,
  { version, evidence }: { readonly version: number; readonly evidence: Evidence },
  verb: 'draft' | 'edit',
): Promise<DisputeRecord | Rejection> {
  const given = Object.fromEntries(Object.entries(evidence).filter(([, text]) => text !== ''));
  const problem = Object.keys(given).length === 0 ? undefined : problemOf(given);
  if (problem) return invalid(problem.field, problem.text);
  const saved = await makeChange(deps.context, actor, async (tx, now) => {
    const row = await rowOf(deps, tx, disputeId);
    if (isRejection(row)) return row;
    const closed = closedTo(row, now);
    if (closed) return closed;
    const change = {
      draft: JSON.stringify(given),
      version: version + 1,
      edited_at: now,
      edited_by: actor.name,
    };
    const isSaved = await writeDraft(tx, {
      ...{ ...nameOf(deps.app), disputeId, version, next: change.version },
      ...{ draft: change.draft, editedAt: now, editedBy: actor.name },
    });
    if (isSaved === 0) return CHANGED;
    const fields = Object.keys(given);
    return { value: { ...row, ...change }, audit: audit(verb, row, { after: { fields } }) };
  });
  return isRejection(saved) ? saved : recordOf(deps, saved);
}

export const SendInput = namedObject(
  'DisputeSend',
  {
    version: Type.Integer({
      minimum: 1,
      description: 'Of the draft that was read, so that exactly that is sent.',
    }),
  },
  { additionalProperties: false },
);

/** From here on the draft stays as it is: the bank takes evidence once. */
export async function sendEvidence(
  deps: AppContext,
  actor: Actor,
  { dispute_id: disputeId, version }: { readonly dispute_id: string; readonly version: number },
): Promise<DisputeRecord | Rejection> {
  const { context, app } = deps;
  const submissionId = randomUUID();
  const sent = await makeChange(context, actor, async (tx, now) => {
    const row = await rowOf(deps, tx, disputeId);
    if (isRejection(row)) return row;
    const closed = closedTo(row, now);
    if (closed) return closed;
    const { draft } = row;
    const problem = problemOf(JSON.parse(draft ?? '{}') as Evidence);
    if (problem) return invalid(problem.field, problem.text);
    const intent = { ...nameOf(app), disputeId, version, submissionId, sentAt: now };
    if ((await writeIntent(tx, { ...intent, sentBy: actor.name })) === 0) return CHANGED;
    await enqueueJobs(tx, [sendingOf(app, { disputeId, submissionId })], now);
    const written: DisputeTable = {
      ...row,
      ...{ sending: 'under_way', submission_id: submissionId, evidence: draft },
      ...{ sent_at: now, sent_by: actor.name, settled_at: null, refusal: null },
    };
    const after = { submission_id: submissionId, at: isoTime(now) };
    return { value: written, audit: audit('send', row, { after }) };
  });
  if (isRejection(sent)) return sent;
  wake(context);
  return recordOf(deps, sent);
}

const wake = ({ storage }: OperationContext): void => storage.signals.emit(JOBS_CHANGED);
