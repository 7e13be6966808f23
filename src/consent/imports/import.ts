// Imports a store's file of withdrawn consent (CSV): some hundred lines are one transaction, and repeating it changes nothing.
import { Type } from 'typebox';
import { type Actor, writeAudit } from '../../audit/audit.ts';
import { invalid, type Rejection } from '../../audit/operation.ts';
import { CsvError, limitedTo, readCsv } from '../../base/csv.ts';
import { MOST_LINES, sourceOf } from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import { Instant, instantOf } from '../../base/shapes.ts';
import { OUTBOX_CHANGED } from '../../outbox/outbox.ts';
import { downloadHash } from '../../payment/markets/download.ts';
import { RESTRICTIONS_CHANGED } from '../../restriction/changes.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { nameOf } from '../../tenants/directory.ts';
import { findDownloads, linksTo } from '../store.ts';
import { applyWords, judgeWords, type Verdict, type Word } from '../words.ts';
import { type Columns, columnsOf, LINE_PROBLEMS, readLine } from './lines.ts';

/** Stores that hand out a file instead of sending notifications. */
export const FILE_PROVIDERS = ['GOOGLE', 'AMAZON'] as const;

export const ConsentImport = Type.Object(
  {
    provider: Type.Enum([...FILE_PROVIDERS], { description: 'The store that the file is from.' }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Report what would happen, and write nothing.' }),
    ),
    date: Type.Optional(Instant('When the store wrote the file, for lines without a time')),
    file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name of the file, for the audit log.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConsentImport = Type.Static<typeof ConsentImport>;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ConsentImportReport = namedObject('ConsentImportReport', {
  dry_run: Type.Boolean(),
  lines: Count('All lines below the header.'),
  new: Count('Lines that say something new.'),
  unchanged: Count('Lines that were imported before, or are older than what is known.'),
  refused: Count('Lines that cannot be read. The others are imported all the same.'),
  players: Count('Players who have logged in from the downloads of the new lines.'),
  refusals: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'Number of the line in the file.' }),
      problem: Type.Enum([...LINE_PROBLEMS, 'future', 'contradiction']),
      reason: Type.String(),
    }),
    { description: 'The first 100 refused lines.' },
  ),
});
export type ConsentImportReport = Type.Static<typeof ConsentImportReport>;

const MOST_BYTES = 16 * 1024 * 1024;
const SHOWN_REFUSALS = 100;

const REFUSALS = {
  future: { problem: 'future', reason: 'The time is in the future.' },
  contradiction: {
    problem: 'contradiction',
    reason: 'The store has said the opposite of the same time. Use a file with exact times.',
  },
} as const;

interface NumberedWord extends Word {
  readonly line: number;
}

export async function importConsent(
  deps: AppContext,
  actor: Actor,
  { provider, dry_run: dryRun = false, date: dateText, file }: ConsentImport,
  body: AsyncIterable<Buffer>,
): Promise<ConsentImportReport | Rejection> {
  const date = instantOf(dateText);
  if (Number.isNaN(date)) return invalid('date', 'date must be a valid time.');
  const batches = dryRun ? previewBatches(deps) : applyBatches(deps, actor, provider, file);
  const counts = { lines: 0, new: 0, unchanged: 0, refused: 0 };
  const refusals: ConsentImportReport['refusals'] = [];
  let columns: Columns | undefined;
  let batch: NumberedWord[] = [];
  let done = 0;

  const refuse = (line: number, problem: Omit<(typeof refusals)[number], 'line'>): void => {
    counts.refused += 1;
    if (refusals.length < SHOWN_REFUSALS) refusals.push({ line, ...problem });
  };

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const words = batch;
    batch = [];
    const verdicts = await batches.take(words);
    for (const [index, verdict] of verdicts.entries()) {
      const { line } = words[index] as NumberedWord;
      if (verdict === 'new' || verdict === 'unchanged') counts[verdict] += 1;
      else refuse(line, REFUSALS[verdict]);
      done = line;
    }
  }

  try {
    for await (const { cells, line } of readCsv(limitedTo(body, MOST_BYTES))) {
      if (!columns) {
        columns = columnsOf(cells);
        if (!columns) return invalid('', NO_ID);
        continue;
      }
      counts.lines += 1;
      const read = readLine(columns, cells, date);
      if ('reason' in read) refuse(line, read);
      else batch.push({ ...read, provider, kind: 'install', line });
      if (batch.length === MOST_LINES) await flush();
    }
    await flush();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const sofar = dryRun || done === 0 ? '' : ` Lines up to ${done} are imported.`;
    return invalid('', `${error.message}${sofar}`);
  }
  if (!columns) return invalid('', 'The file is empty.');
  return { dry_run: dryRun, ...counts, players: batches.players.size, refusals };
}

const NO_ID =
  'The first line must name the columns, with install_id (or user_id) for the id. Add it and import the file again.';

interface Batches {
  take(words: readonly NumberedWord[]): Promise<readonly Verdict[]>;
  /** Of the downloads that something new was said about. */
  readonly players: Set<bigint>;
}

function previewBatches({ context, app }: AppContext): Batches {
  const { db } = context.storage;
  const players = new Set<bigint>();
  const known = new Map<string, { state: Word['state']; said_at: number | null }>();
  return {
    players,
    async take(words) {
      const hashes = words.map(({ kind, id }) => downloadHash(app.appid, kind, id));
      const downloads = hashes.filter((each) => !known.has(each));
      for (const row of await findDownloads(db, { ...nameOf(app), downloads })) {
        known.set(row.download, row);
      }
      const { verdicts, changed } = judgeWords(app.appid, known, words, context.clock());
      for (const { download, state, at } of changed) known.set(download, { state, said_at: at });
      const links = await linksTo(db, {
        ...nameOf(app),
        downloads: changed.map(({ download }) => download),
      });
      for (const { player_id } of links) players.add(BigInt(player_id));
      return verdicts;
    },
  };
}

function applyBatches(
  { context, app }: AppContext,
  actor: Actor,
  provider: Word['provider'],
  file: string | undefined,
): Batches {
  const { db, signals } = context.storage;
  const players = new Set<bigint>();
  return {
    players,
    async take(words) {
      const now = context.clock();
      const applied = await db.transaction().execute(async (tx) => {
        const outcome = await applyWords(tx, app, words, now);
        const count = outcome.verdicts.filter((verdict) => verdict === 'new').length;
        if (count === 0) return outcome;
        await writeAudit(tx, now, actor, {
          action: 'consent.import',
          gameIndex: app.gameIndex,
          target: `apps/${app.appid}/consent`,
          after: { provider, ...sourceOf(file, words), new: count },
        });
        return outcome;
      });
      signals.deliver(RESTRICTIONS_CHANGED);
      if (applied.notified) signals.emit(OUTBOX_CHANGED);
      for (const player of applied.players) players.add(player);
      return applied.verdicts;
    },
  };
}
