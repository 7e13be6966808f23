// Imports restrictions from another system: each batch is one transaction, and repeating it changes nothing.
import { Type } from 'typebox';
import { type Actor, writeAudit } from '../../audit/audit.ts';
import {
  type ImportItem,
  type ImportResult,
  importFields,
  isProblem,
  refusedItem,
  resultOf,
  sourceOf,
} from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { applyWithin, RESTRICTIONS_CHANGED, type SetChange } from '../changes.ts';
import { notAllowed } from '../limits.ts';
import { hasExpired, type Restriction } from '../rules.ts';
import { LOGIN } from '../scopes.ts';
import { readRestrictions, readTypes } from '../store.ts';
import { decide, RestrictionLine, readLine } from './lines.ts';

export const RestrictionImport = namedObject(
  'RestrictionImport',
  {
    ...importFields(RestrictionLine),
    extend: Type.Optional(
      Type.Boolean({
        description:
          'A line that lasts longer than the restriction of its player replaces it. By default existing restrictions stay.',
      }),
    ),
    notify: Type.Optional(
      Type.Boolean({ description: 'Notify the game server, as for other restrictions.' }),
    ),
  },
  { additionalProperties: false },
);
export type RestrictionImport = Type.Static<typeof RestrictionImport>;

interface Judged {
  readonly items: ImportItem[];
  readonly changes: SetChange[];
}

export async function importRestrictions(
  { context, app }: AppContext,
  actor: Actor,
  { dry_run: dryRun = false, ...input }: RestrictionImport,
): Promise<ImportResult> {
  const { storage } = context;
  const now = context.clock();
  const judge = (db: Db) => judgeLines(db, app, actor, input, now);
  if (dryRun) return resultOf((await judge(storage.db)).items, dryRun);
  const { items, notified } = await storage.db.transaction().execute(async (tx) => {
    // Under the project lock, nobody else changes a restriction or deletes a type.
    await takeNumbers(tx, app.gameIndex, 'restriction', 0);
    const judged = await judge(tx);
    if (judged.changes.length === 0) return { ...judged, notified: false };
    const applied = await applyWithin(tx, judged.changes);
    const { new: added, extended } = resultOf(judged.items, dryRun);
    await writeAudit(tx, now, actor, {
      action: 'restriction.import',
      gameIndex: app.gameIndex,
      target: `apps/${app.appid}/restrictions`,
      after: { ...sourceOf(input.file, input.lines), new: added, extended },
    });
    return { ...judged, notified: applied.notified };
  });
  storage.signals.deliver(RESTRICTIONS_CHANGED);
  if (notified) storage.signals.emit(OUTBOX_CHANGED);
  return resultOf(items, dryRun);
}

/** What the lines would do now, one after another. */
async function judgeLines(
  db: Db,
  app: App,
  actor: Actor,
  { lines, extend = false, notify = false }: RestrictionImport,
  now: number,
): Promise<Judged> {
  const types = await readTypes(db, app);
  const players = [...new Set(lines.map((line) => line.player_id))];
  const keyOf = ({ player_id, scope = LOGIN }: RestrictionLine): string => `${player_id} ${scope}`;
  const current = new Map<string, Restriction>();
  for (const found of await readRestrictions(db, app, players)) {
    current.set(`${found.playerId} ${found.scope}`, found);
  }
  const changes: SetChange[] = [];
  const items = lines.map((line): ImportItem => {
    const wanted = readLine(app, types, line, now);
    if (isProblem(wanted)) return refusedItem(line.line, wanted);
    const found = current.get(keyOf(line));
    const live = found && !hasExpired(found, now) ? found : undefined;
    const outcome = decide(live, wanted, line, extend);
    if (typeof outcome === 'object') return refusedItem(line.line, outcome);
    if (outcome !== 'unchanged') {
      const place = { appid: app.appid, scope: line.scope ?? LOGIN, now };
      const reason = notAllowed(actor.limits, place, wanted, live);
      if (reason !== undefined) return refusedItem(line.line, { reason });
      current.set(keyOf(line), wanted);
      changes.push(changeOf(app, actor, line, wanted, { notify, now }));
    }
    return { line: line.line, outcome };
  });
  return { items, changes };
}

const changeOf = (
  app: App,
  actor: Actor,
  { player_id: playerId, scope = LOGIN, comment }: RestrictionLine,
  restriction: Restriction,
  { notify, now }: { readonly notify: boolean; readonly now: number },
): SetChange => ({
  kind: 'set',
  app,
  playerId,
  scope,
  actor,
  comment: comment || undefined,
  now,
  restriction,
  skipBlocked: false,
  quiet: !notify,
});
