// Erases a player: what would happen, the request with its audit entry, and the job that does it step by step.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, SYSTEM, writeAudit } from '../audit/audit.ts';
import { invalid, isRejection, makeChange, type Rejection } from '../audit/operation.ts';
import {
  enqueueJobs,
  findJob,
  JOBS_CHANGED,
  type JobHandler,
  renewJob,
} from '../background/jobs.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import type { KnownPlayer, Waiting } from '../identity/personal-data.ts';
import { ofApp } from '../storage/tenancy.ts';
import { erasureTarget } from './erasure-target.ts';
import type { PersonalDeps } from './export.ts';
import { knownPlayer } from './known-player.ts';
import { countRows, eraseRows, isLeft } from './personal-data.ts';
import type { PlayerKey } from './player.ts';
import { scrubJob } from './scrub.ts';

export const ERASE_JOB = 'player.erase';
/** What was under way when the first pass began has ended: deliveries, and refused verifications that wait to be written. */
const SETTLED_MS = 2 * 60_000;
/** A pass that takes longer continues in the next run of the job, well within its lease. */
const RUN_MS = 20_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const EraseInput = Type.Object(
  {
    confirm: Type.String({
      maxLength: 19,
      description: 'The player id again, because an erasure cannot be undone.',
    }),
  },
  { additionalProperties: false },
);
type EraseInput = Type.Static<typeof EraseInput>;

export const Erasure = namedObject('Erasure', {
  state: Type.Enum(['none', 'running', 'waiting'], {
    description:
      '`none`: not requested, or done. `running`: rows are being erased. `waiting`: the rest follows when the restriction, order, bulk job or evidence that needs the player has ended.',
  }),
  erasure_id: orNull(Type.String(), 'Stands where the player stood, also in the audit log.'),
  requested_at: orNull(Type.String()),
  tables: Type.Array(
    Type.Object({
      table: Type.String(),
      rows: Type.Integer(),
      erasure: Type.Enum(['deleted', 'rewritten'], {
        description: '`rewritten`: kept for bookkeeping, without the person.',
      }),
    }),
    { description: 'What an erasure would change now.' },
  ),
  restricted: Type.Boolean({
    description: 'The restriction stays until it ends or is released, with the player id.',
  }),
  active_subscriptions: Type.Integer({
    description: 'They go on at the market. Renewals are recorded under the erasure id.',
  }),
});
type Erasure = Type.Static<typeof Erasure>;

const jobIdOf = (playerId: bigint): string => `${ERASE_JOB} ${playerId}`;

interface Payload {
  readonly playerId: string;
  readonly erasureId: string;
}

/** The dry run, and the state of an erasure that was requested. */
export async function readErasure(
  deps: PersonalDeps,
  key: PlayerKey,
): Promise<Erasure | Rejection> {
  const player = await knownPlayer(deps, key);
  return isRejection(player) ? player : planOf(deps, player);
}

async function planOf({ context, personalData }: PersonalDeps, player: KnownPlayer) {
  const { clock, storage } = context;
  const { gameIndex, appid, playerId, accounts } = player;
  const { db } = storage;
  const [counts, job, restriction, active] = await Promise.all([
    Promise.all(personalData.map((table) => countRows(db, table, player, clock()))),
    findJob(db, { game_index: gameIndex, appid, job_id: jobIdOf(playerId) }),
    ofApp(db, { gameIndex, appid })
      .selectFrom('restricted_player')
      .select('status')
      .where('player_id', '=', playerId)
      .executeTakeFirst(),
    ofApp(db, { gameIndex, appid })
      .selectFrom('subscription')
      .select('subscription_id')
      .where('account_uuid', 'in', accounts)
      .where('status', 'not in', ['expired', 'revoked'])
      .execute(),
  ]);
  const isWaiting = job?.due_at != null && job.due_at - clock() > SETTLED_MS;
  return {
    state: job ? (isWaiting ? 'waiting' : 'running') : 'none',
    erasure_id: job ? (JSON.parse(job.payload) as Payload).erasureId : null,
    requested_at: job ? isoTime(job.created_at) : null,
    tables: personalData
      .map(({ table, erase }, index) => ({
        table,
        rows: counts[index] ?? 0,
        erasure: erase === 'delete' ? ('deleted' as const) : ('rewritten' as const),
      }))
      .filter(({ rows }) => rows > 0)
      .sort((one, other) => (one.table < other.table ? -1 : 1)),
    restricted: restriction !== undefined,
    active_subscriptions: active.length,
  } satisfies Erasure;
}

/** Durable once it returns; any process does the work. A repeated request begins it anew, under the same id. */
export async function erasePlayer(
  deps: PersonalDeps,
  actor: Actor,
  { confirm, ...key }: EraseInput & PlayerKey,
): Promise<Erasure | Rejection> {
  const { context } = deps;
  const player = await knownPlayer(deps, key);
  if (isRejection(player)) return player;
  const { gameIndex, appid, playerId } = player;
  if (confirm !== playerId.toString()) {
    return invalid('confirm', `Must be the player id, ${playerId}. Nothing was erased.`);
  }
  const { tables } = await planOf(deps, player);
  const outcome = await makeChange(context, actor, async (tx, now) => {
    const name = { game_index: gameIndex, appid, job_id: jobIdOf(playerId) };
    const known = await findJob(tx, name);
    const payload: Payload = known
      ? (JSON.parse(known.payload) as Payload)
      : { playerId: playerId.toString(), erasureId: randomUUID() };
    if (known) await renewJob(tx, { ...name, now });
    else {
      const job = { appid, gameIndex, kind: ERASE_JOB, id: jobIdOf(playerId), payload };
      await enqueueJobs(tx, [job], now);
    }
    return {
      value: {},
      audit: {
        action: 'player.erase',
        gameIndex,
        target: erasureTarget(appid, payload.erasureId),
        after: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      },
    };
  });
  if (isRejection(outcome)) return outcome;
  context.storage.signals.emit(JOBS_CHANGED);
  return planOf(deps, player);
}

/** Two passes, so that nothing is left of what was under way; then daily, while something needs the player. */
export function createEraser(deps: PersonalDeps): JobHandler {
  const { context, personalData } = deps;
  const { clock, storage } = context;
  return async ({ appid, gameIndex, createdAt, payload }) => {
    const { playerId, erasureId } = payload as Payload;
    const known = await knownPlayer(deps, { appid, player_id: playerId });
    // Whatever the app stored went with it.
    if (isRejection(known)) return 'done';
    const isLast = clock() >= createdAt + SETTLED_MS;
    const waiting: Waiting[] = [];
    const at = { requestedAt: createdAt, now: clock() };
    const player = { ...known, ...at, pseudonym: erasureId, isLast, waiting };
    const began = performance.now();
    for (const table of personalData) {
      while (await eraseRows(storage.db, table, player)) {
        if (performance.now() - began > RUN_MS) return { againInMs: 0 };
      }
      if (table.waiting && (await isLeft(storage.db, table, player))) waiting.push(table.waiting);
    }
    if (!isLast) return { againInMs: createdAt + SETTLED_MS - clock() };
    if (waiting.length > 0) {
      const isFirst = clock() - createdAt < DAY_MS;
      // Later passes seldom find something: those of many players share one.
      if (isFirst) await enqueueJobs(storage.db, [scrubJob(known)], clock());
      else {
        const daily = { ...scrubJob(known, 'daily'), dueAt: clock() + HOUR_MS };
        await enqueueJobs(storage.db, [daily], clock());
      }
      return { againInMs: DAY_MS };
    }
    await writeAudit(storage.db, clock(), SYSTEM, {
      action: 'player.erased',
      gameIndex,
      target: erasureTarget(appid, erasureId),
    });
    // This job names the player, so the bytes are next when it is gone.
    return { next: scrubJob(known) };
  };
}
