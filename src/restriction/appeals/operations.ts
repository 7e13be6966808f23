// Appeals for operators: the queue, decisions, figures, and how a project treats them.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  invalid,
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { type Page, pageBy, sortBy } from '../../base/paging.ts';
import { Instant, instantOf, orNull } from '../../base/shapes.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import { changeOutbox, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import { readPage } from '../../storage/page.ts';
import type { AppealTable } from '../../storage/schema.ts';
import { type App, type AppealRules, nameOf } from '../../tenants/directory.ts';
import { changeOfProject, unknownProject } from '../../tenants/projects.ts';
import { applyWithin, type Change, RESTRICTIONS_CHANGED } from '../changes.ts';
import { forbiddenIf, notAllowed } from '../limits.ts';
import { LANGUAGES, periodProblem, readPeriod } from '../rules.ts';
import { Comment, ScopeName } from '../schema.ts';
import { readTypes, type StoredRestriction } from '../store.ts';
import { AnswerText, AppealDecisionName, BlockType } from '../type-operations.ts';
import { endedEvent } from './appeal-events.ts';
import { appealAudit, readLiveIn, sendEvent } from './appeals.ts';
import {
  type AppealCounts,
  appealsIn,
  findAppeal,
  isByOperator,
  keepDecidedEvent,
  selectAppeals,
  writeDecision,
} from './appeals-store.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const DAY_MS = 86_400_000;

export const AppealId = Type.String({ pattern: `^${UUID}$`, description: 'Appeal id.' });

const STATES = ['open', 'released', 'shortened', 'upheld', 'ended'] as const;
const AppealState = Type.Enum([...STATES], {
  description: '`ended`: the restriction ended before anyone decided.',
});

export const AppealQuery = Type.Object(
  {
    ...pageBy(new RegExp(`^${UUID}$`)),
    sort: sortBy('created_at', '-created_at'),
    state: Type.Optional(
      Type.Enum([...STATES, 'any'], { default: 'open', description: 'Default: `open`.' }),
    ),
    scope: Type.Optional(ScopeName),
    block_type: Type.Optional(BlockType),
    language: Type.Optional(
      Type.Enum([...LANGUAGES], { description: 'Language of the page or of the game.' }),
    ),
    player_id: Type.Optional(PlayerId),
    created_to: Type.Optional(Instant('Made at or before this time')),
  },
  { additionalProperties: false },
);
export type AppealQuery = Type.Static<typeof AppealQuery>;

export const AppealRecord = namedObject('Appeal', {
  appeal_id: Type.String(),
  player_id: Id64Answer('Player identifier.'),
  scope: ScopeName,
  block_type: Type.Integer(),
  source: Type.Enum(['page', 'app_server'], { description: 'Where the player appealed.' }),
  language: Type.String({ description: 'Language of the page or of the game.' }),
  text: Type.String({ description: 'As the player wrote it.' }),
  state: AppealState,
  created_at: Type.String(),
  answer: orNull(Type.String(), 'What the player was answered.'),
  decided_at: orNull(Type.String()),
  decided_by: orNull(
    Type.Object({ kind: Type.String(), name: Type.String() }),
    'Null while it is open, and when the restriction ended without a decision.',
  ),
  own_restriction: Type.Optional(
    Type.Boolean({
      description:
        'True when the caller cannot decide, because they made or changed the restriction. Only of one open appeal, not in lists.',
    }),
  ),
  outside_limits: Type.Optional(
    Type.Boolean({
      description:
        'True when the limits of the caller do not allow a decision. Only of one open appeal, not in lists.',
    }),
  ),
});
export type AppealRecord = Type.Static<typeof AppealRecord>;

export const DecisionInput = namedObject(
  'AppealDecision',
  {
    decision: AppealDecisionName,
    end_date: Type.Optional(
      Type.String({
        description:
          "With `shorten`: the new last second, `YYYY-MM-DD HH:mm:ss` in the app's time zone.",
      }),
    ),
    answer: Type.Optional(
      AnswerText('What the player reads, and the app server gets as an event.'),
    ),
    ready_answer: Type.Optional(
      Type.Boolean({
        description:
          'True: the ready answer of the restriction type, in the language of the appeal or in English.',
      }),
    ),
    comment: Comment,
  },
  {
    additionalProperties: false,
    examples: [
      {
        decision: 'shorten',
        end_date: '2099-12-15 00:00:00',
        answer: 'You can play again from 15 December.',
      },
    ],
  },
);
export type DecisionInput = Type.Static<typeof DecisionInput>;

interface AppDeps {
  readonly context: OperationContext;
  readonly app: App;
}

export async function listAppeals(
  { context, app }: AppDeps,
  {
    state = 'open',
    sort,
    scope,
    block_type,
    language,
    player_id,
    created_to,
    ...page
  }: AppealQuery,
): Promise<Page<AppealRecord> | Rejection> {
  const playerId = player_id === undefined ? undefined : playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const createdTo = instantOf(created_to);
  if (Number.isNaN(createdTo)) return invalid('created_to', 'The date does not exist.');
  const search = { state, scope, blockType: block_type, language, playerId, createdTo };
  const select = selectAppeals(context.storage.db, nameOf(app), search);
  return readPage(select, 'appeal_id', page, view, sort === '-created_at' ? 'desc' : 'asc');
}

export async function readAppeal(
  { context, app }: AppDeps,
  actor: Actor,
  appealId: string,
): Promise<AppealRecord | Rejection> {
  const { db } = context.storage;
  const row = await findAppeal(db, { ...nameOf(app), appealId });
  if (!row) return unknownAppeal(appealId);
  if (row.state !== 'open') return view(row);
  const isOwn = await isOwnRestriction(db, app, actor, row);
  const isOutside = await isOutsideLimits(context, app, actor, row);
  return {
    ...view(row),
    ...(isOwn && { own_restriction: true }),
    ...(isOutside && { outside_limits: true }),
  };
}

async function isOutsideLimits(
  { storage: { db }, clock }: OperationContext,
  app: App,
  { limits }: Actor,
  { player_id, scope }: AppealTable,
): Promise<boolean> {
  if (!limits) return false;
  const now = clock();
  const live = await readLiveIn(db, app, BigInt(player_id), scope, now);
  return notAllowed(limits, { appid: app.appid, scope, now }, live) !== undefined;
}

const unknownAppeal = (appealId: string): Rejection => notFound(`There is no appeal ${appealId}.`);

const view = (row: AppealTable): AppealRecord => ({
  appeal_id: row.appeal_id,
  player_id: BigInt(row.player_id),
  scope: row.scope,
  block_type: row.block_type,
  source: row.source,
  language: row.language,
  text: row.text,
  state: row.state,
  created_at: isoTime(row.created_at),
  answer: row.answer,
  decided_at: isoTimeOrNull(row.decided_at),
  decided_by: row.actor_kind === null ? null : { kind: row.actor_kind, name: row.actor ?? '' },
});

const STATE_OF = { release: 'released', shorten: 'shortened', uphold: 'upheld' } as const;

export async function decideAppeal(
  { context, app }: AppDeps,
  actor: Actor,
  { appeal_id: appealId, ...input }: DecisionInput & { readonly appeal_id: string },
): Promise<AppealRecord | Rejection> {
  const outcome = await changeOutbox(context, actor, async (tx, now) => {
    // Takes no number, but the lock of the project's changes.
    await takeNumbers(tx, app.gameIndex, 'restriction', 0);
    const row = await findAppeal(tx, { ...nameOf(app), appealId });
    if (!row) return unknownAppeal(appealId);
    if (row.state !== 'open') return invalid('appeal_id', 'The appeal has already been decided.');
    const playerId = BigInt(row.player_id);
    const live = await readLiveIn(tx, app, playerId, row.scope, now);
    if (!live)
      return invalid('appeal_id', 'The restriction has ended. There is nothing to decide.');
    if (await isOwnRestriction(tx, app, actor, row)) {
      return invalid(
        'decision',
        'You made or changed this restriction. Somebody else must decide.',
      );
    }
    const change = changeOf({ app, actor, live, now }, input);
    if (change && isRejection(change)) return change;
    const place = { appid: app.appid, scope: row.scope, now };
    const wanted = change?.kind === 'set' ? change.restriction : undefined;
    const refusal = forbiddenIf(notAllowed(actor.limits, place, wanted, live));
    if (refusal) return refusal;
    const answer = await answerTo(tx, app, row, input);
    if (isRejection(answer)) return answer;
    const decided: AppealTable = {
      ...row,
      state: STATE_OF[input.decision],
      answer: answer.text,
      decided_at: now,
      actor_kind: actor.kind,
      actor: actor.name,
    };
    // Before the change, which ends appeals that are open.
    await writeDecision(tx, decided);
    if (change) await applyWithin(tx, [change]);
    await sendEvent(tx, endedEvent(decided));
    await keepDecidedEvent(tx, decided);
    const { state } = decided;
    const { comment } = input;
    const after = {
      decision: state,
      answer: answer.text,
      ...(comment !== undefined && { comment }),
    };
    return { value: view(decided), audit: appealAudit('decide', row, { after }) };
  });
  context.storage.signals.deliver(RESTRICTIONS_CHANGED);
  return outcome;
}

async function isOwnRestriction(
  tx: Db,
  app: App,
  { kind, name }: Actor,
  { player_id, scope, since_seq: sinceSeq }: AppealTable,
): Promise<boolean> {
  if (!app.appeals.second_person) return false;
  const place = { ...nameOf(app), playerId: BigInt(player_id), scope, sinceSeq };
  return (await isByOperator(tx, { ...place, kind, name })) !== undefined;
}

/** Their own words, or the ready answer of the type. */
async function answerTo(
  tx: Db,
  app: App,
  { block_type, language }: AppealTable,
  { decision, answer, ready_answer: isReady }: DecisionInput,
): Promise<{ readonly text: string | null } | Rejection> {
  if (!isReady) return { text: answer?.trim() ?? null };
  if (answer !== undefined) {
    return invalid('ready_answer', 'Send `answer` or `ready_answer`, not both.');
  }
  const type = (await readTypes(tx, app)).find((each) => each.block_type === block_type);
  const ready = type?.appeal_answers?.filter((each) => each.decision === decision) ?? [];
  const found = [language, 'en'].flatMap((code) => ready.filter((each) => each.language === code));
  const text = found[0]?.text;
  return text === undefined
    ? invalid('ready_answer', `Type ${block_type} has no ready answer for ${decision}.`)
    : { text };
}

interface Decided {
  readonly app: App;
  readonly actor: Actor;
  readonly live: StoredRestriction;
  readonly now: number;
}

/** What the decision does to the restriction; undefined when it stays. */
function changeOf(
  { app, actor, live, now }: Decided,
  { decision, end_date: endDate, comment }: DecisionInput,
): Change | Rejection | undefined {
  const { playerId, scope } = live;
  const base = { app, playerId, scope, actor, audited: actor, comment, now } as const;
  if (decision === 'shorten' && endDate === undefined) {
    return invalid('end_date', 'Send the new end of the restriction.');
  }
  if (decision !== 'shorten' && endDate !== undefined) {
    return invalid('end_date', 'Only `shorten` has an end.');
  }
  if (decision === 'uphold') return undefined;
  if (decision === 'release') return { kind: 'release', ...base };
  const period = readPeriod('B', live.startDate, endDate ?? '', app.timeZone);
  if ('field' in period || periodProblem(period, now)) {
    return invalid('end_date', 'Must be a date and time (YYYY-MM-DD HH:mm:ss) in the future.');
  }
  if (live.endsAt !== null && (period.endsAt ?? 0) >= live.endsAt) {
    return invalid('end_date', `Must be earlier than ${live.endDate}, the current end.`);
  }
  const restriction = { ...period, blockType: live.blockType };
  return { kind: 'set', ...base, restriction, skipBlocked: false };
}

export const AppealSettings = namedObject(
  'AppealSettings',
  {
    second_person: Type.Boolean({
      description: 'Who made or changed a restriction cannot decide the appeal against it.',
    }),
    again_after_days: orNull(
      Type.Integer({ minimum: 1, maximum: 3_650 }),
      'Days after a decision until the player may appeal again. Null: once for each restriction.',
    ),
  },
  { additionalProperties: false },
);
export type AppealSettings = Type.Static<typeof AppealSettings>;

const settingsOf = ({ second_person = false, again_after_days = undefined }: AppealRules) => ({
  second_person,
  again_after_days: again_after_days ?? null,
});

export async function readAppealSettings(
  { storage }: OperationContext,
  gameIndex: number,
): Promise<AppealSettings | Rejection> {
  const row = await storage.db
    .selectFrom('project')
    .select('appeals')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row ? settingsOf(JSON.parse(row.appeals) as AppealRules) : unknownProject(gameIndex);
}

export function setAppealSettings(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, ...after }: AppealSettings & { readonly game_index: number },
): Promise<AppealSettings | Rejection> {
  return changeOfProject(context, actor, gameIndex, async (tx, project) => {
    const before = settingsOf(JSON.parse(project.appeals) as AppealRules);
    const { second_person, again_after_days } = after;
    const rules: AppealRules = {
      ...(second_person && { second_person }),
      ...(again_after_days !== null && { again_after_days }),
    };
    await tx
      .updateTable('project')
      .set({ appeals: JSON.stringify(rules) })
      .where('game_index', '=', gameIndex)
      .execute();
    const target = `projects/${gameIndex}/appeal-settings`;
    return {
      value: after,
      audit: { action: 'appeal.change-settings', gameIndex, target, before, after },
    };
  });
}

export const AppealFiguresQuery = Type.Object(
  {
    from: Type.Optional(Instant('Made at or after this time; default: 30 days ago')),
    to: Type.Optional(Instant('Made at or before this time; default: now')),
  },
  { additionalProperties: false },
);
export type AppealFiguresQuery = Type.Static<typeof AppealFiguresQuery>;

const sums = {
  made: Type.Integer({ description: 'Appeals made within the time.' }),
  decided: Type.Integer({ description: 'Of these, how many somebody decided.' }),
  granted: Type.Integer({ description: 'Of those, released or shortened.' }),
  median_hours: orNull(Type.Number(), 'Median time to the decision; null without one.'),
};

export const AppealFigures = namedObject('AppealFigures', {
  ...sums,
  by_type: Type.Array(Type.Object({ block_type: Type.Integer(), ...sums })),
  by_operator: Type.Array(
    Type.Object({ operator: Type.String({ description: 'Who decided.' }), ...sums }),
  ),
});
export type AppealFigures = Type.Static<typeof AppealFigures>;

const FIGURE_DAYS = 30;

export async function appealFigures(
  { context, app }: AppDeps,
  query: AppealFiguresQuery,
): Promise<AppealFigures | Rejection> {
  const now = context.clock();
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if ([from, to].some(Number.isNaN)) return invalid('from', 'from and to must be existing dates.');
  const range = { from: from ?? now - FIGURE_DAYS * DAY_MS, to: to ?? now };
  const rows = await appealsIn(context.storage.db, { ...nameOf(app), ...range });
  const byType = Map.groupBy(rows, ({ block_type }) => block_type);
  const byOperator = Map.groupBy(
    rows.filter(({ actor }) => actor !== null),
    ({ actor }) => actor ?? '',
  );
  return {
    ...sumsOf(rows),
    by_type: [...byType]
      .sort(([one], [other]) => one - other)
      .map(([block_type, group]) => ({ block_type, ...sumsOf(group) })),
    by_operator: [...byOperator]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([operator, group]) => ({ operator, ...sumsOf(group) })),
  };
}

const HOUR_MS = 3_600_000;

function sumsOf(rows: readonly AppealCounts[]) {
  const decided = rows.filter(({ actor }) => actor !== null);
  const granted = decided.filter(({ state }) => state !== 'upheld');
  const times = decided.map(({ created_at, decided_at }) => (decided_at ?? 0) - created_at);
  return {
    made: rows.length,
    decided: decided.length,
    granted: granted.length,
    median_hours: times.length === 0 ? null : Math.round((median(times) / HOUR_MS) * 10) / 10,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
