// SQL of actions: written once, then from state to state, each step only from the state that was read.
import type { Actor } from '../../audit/audit.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { MarketActionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp, ofProject } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Spent } from './limits.ts';
import { type ActionState, UNDER_WAY } from './state.ts';

type Row = MarketActionTable;

export const insertAction = (tx: Db, row: Row): Promise<void> =>
  insertRows(tx, 'market_action', [row]);

interface Named extends AppName {
  readonly id: string;
}

const byId = statement((db, $: Params<Named>) =>
  ofApp(db, $).selectFrom('market_action').selectAll().where('action_id', '=', $.id),
).first;

export const findAction = (
  db: Db,
  { appid, gameIndex }: AppName,
  id: string,
): Promise<Row | undefined> => byId(db, { appid, gameIndex, id });

const byKey = statement((db, $: Params<AppName & { key: string }>) =>
  ofApp(db, $).selectFrom('market_action').selectAll().where('idempotency_key', '=', $.key),
).first;

export const findByKey = (
  db: Db,
  { appid, gameIndex }: AppName,
  key: string,
): Promise<Row | undefined> => byKey(db, { appid, gameIndex, key });

const underWay = statement((db, $: Params<AppName & Pick<Row, 'provider' | 'subject'>>) =>
  ofApp(db, $)
    .selectFrom('market_action')
    .selectAll()
    .where('provider', '=', $.provider)
    .where('subject', '=', $.subject)
    .where('state', 'in', [...UNDER_WAY]),
).first;

export const findUnderWay = (
  db: Db,
  { appid, gameIndex }: AppName,
  { provider, subject }: Pick<Row, 'provider' | 'subject'>,
): Promise<Row | undefined> => underWay(db, { appid, gameIndex, provider, subject });

interface ByActor {
  readonly gameIndex: number;
  readonly kind: string;
  readonly name: string;
  readonly since: number;
}

const actionsOfActor = statement((db, $: Params<ByActor>) =>
  ofProject(db, $)
    .selectFrom('market_action')
    .select(['kind', 'amount', 'currency'])
    .where('actor', '=', $.name)
    .where('actor_kind', '=', $.kind)
    .where('requested_at', '>', $.since)
    .where('state', 'not in', ['rejected', 'declined', 'withdrawn']),
);

const DAY_MS = 24 * 60 * 60_000;

/** Within 24 hours in all apps of a project; refused and withdrawn actions left out. */
export async function spentBy(
  db: Db,
  gameIndex: number,
  { kind, name }: Actor,
  now: number,
): Promise<Spent> {
  const rows = await actionsOfActor(db, { gameIndex, kind, name, since: now - DAY_MS });
  const amounts = rows.flatMap(({ amount, currency }) =>
    amount === null || currency === null ? [] : [{ amount, currency }],
  );
  return { actions: rows.length, amounts };
}

/** What is written in every step. */
interface Step extends Pick<Row, 'game_index' | 'appid' | 'action_id' | 'attempts'> {
  readonly from: ActionState;
  readonly state: ActionState;
  readonly sent_at: number | null;
  readonly ended_at: number | null;
  readonly answer: string | null;
  readonly attemptsBefore: number;
}

const writeStep = statement((db, $: Params<Step>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('market_action')
    .set({
      state: $.state,
      sent_at: $.sent_at,
      attempts: $.attempts,
      ended_at: $.ended_at,
      answer: $.answer,
    })
    .where('action_id', '=', $.action_id)
    .where('state', '=', $.from)
    .where('attempts', '=', $.attemptsBefore),
);

/** The row afterwards; undefined when another process, or a person, was faster. */
export async function moveAction(
  tx: Db,
  row: Row,
  change: Partial<Pick<Row, 'state' | 'sent_at' | 'attempts' | 'ended_at' | 'answer'>>,
): Promise<Row | undefined> {
  const after = { ...row, ...change };
  const { game_index, appid, action_id, state, sent_at, attempts, ended_at, answer } = after;
  const changed = await writeStep(tx, {
    ...{ game_index, appid, action_id, state, sent_at, attempts, ended_at, answer },
    from: row.state,
    attemptsBefore: row.attempts,
  });
  return changed > 0 ? after : undefined;
}

interface Decision
  extends Pick<Row, 'game_index' | 'appid' | 'action_id' | 'state' | 'sale_state' | 'answer'> {
  readonly from: ActionState;
  readonly at: number;
  readonly kind: string;
  readonly name: string;
  readonly ended_at: number | null;
}

const writeDecision = statement((db, $: Params<Decision>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('market_action')
    .set({
      state: $.state,
      sale_state: $.sale_state,
      answer: $.answer,
      decided_at: $.at,
      decided_kind: $.kind,
      decided_by: $.name,
      ended_at: $.ended_at,
    })
    .where('action_id', '=', $.action_id)
    .where('state', '=', $.from),
);

/** As `moveAction`, by a person. */
export async function decideAction(
  tx: Db,
  row: Row,
  by: { readonly kind: string; readonly name: string; readonly at: number },
  change: Pick<Row, 'state'> & Partial<Pick<Row, 'sale_state' | 'answer' | 'ended_at'>>,
): Promise<Row | undefined> {
  const after: Row = {
    ...row,
    ...change,
    decided_at: by.at,
    decided_kind: by.kind,
    decided_by: by.name,
  };
  const { game_index, appid, action_id, state, sale_state, answer, ended_at } = after;
  const values = { game_index, appid, action_id, state, sale_state, answer, ended_at };
  const changed = await writeDecision(tx, { ...values, ...by, from: row.state });
  return changed > 0 ? after : undefined;
}

/** How many wait for a second person, by app. */
export const waitingActionsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('market_action')
    .select(({ fn }) => ['appid', fn.countAll<number>().as('count')])
    .where('state', '=', 'waiting')
    .groupBy('appid')
    .orderBy('appid'),
);
