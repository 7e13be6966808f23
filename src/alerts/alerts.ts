// Alerts for operators: list them, and acknowledge one.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import type { Language } from '../mail/letter.ts';
import type { Db } from '../storage/db.ts';
import type { AlertTable } from '../storage/schema.ts';
import { readProject } from '../tenants/projects.ts';
import { appsOf } from './conditions-store.ts';
import { pageOf } from './pages.ts';
import { KindName } from './settings.ts';
import { acknowledgeRow, findAlert, listAlertRows, openAlerts } from './store.ts';
import { LanguageName, textOf } from './texts.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** After every id. */
const LAST = 'g';

export const AlertId = Type.String({ pattern: `^${UUID}$`, description: 'Id of the alert.' });

export const AlertQuery = Type.Object(
  {
    ...pageBy(new RegExp(`^${UUID}$`)),
    state: Type.Optional(
      Type.Enum(['open', 'all'], {
        default: 'all',
        description: '`open`: only those whose condition goes on, in one page.',
      }),
    ),
    language: Type.Optional(LanguageName),
  },
  { additionalProperties: false },
);
export type AlertQuery = Type.Static<typeof AlertQuery>;

export const Alert = namedObject('Alert', {
  alert_id: Type.String(),
  kind: KindName,
  appid: orNull(Type.String()),
  title: Type.String({ description: 'What happened, in a few words.' }),
  text: Type.String({ description: 'What happened, and what to do.' }),
  page: Type.String({ description: 'Path of the page to look at, below the console.' }),
  opened_at: Type.String(),
  closed_at: orNull(Type.String({ description: 'When the condition ended by itself.' })),
  acknowledged_at: orNull(Type.String()),
  acknowledged_by: orNull(Type.String()),
});
export type Alert = Type.Static<typeof Alert>;

/** Newest first. */
export async function listAlerts(
  context: OperationContext,
  {
    game_index: gameIndex,
    limit = DEFAULT_LIMIT,
    after = LAST,
    state = 'all',
    language = 'en',
  }: AlertQuery & { readonly game_index: number },
): Promise<Page<Alert> | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const { db } = context.storage;
  const names = await namesIn(db, gameIndex);
  const show = (row: AlertTable): Alert => view(row, names, language);
  if (state === 'open') {
    const rows = await openAlerts(db, { gameIndex });
    const newest = rows.toSorted((one, two) => (one.alert_id < two.alert_id ? 1 : -1));
    return { items: newest.map(show), next: null };
  }
  const rows = await listAlertRows(db, { gameIndex, before: after, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.alert_id, show);
}

/** Whoever acknowledges it first. */
export function acknowledgeAlert(
  context: OperationContext,
  actor: Actor,
  key: { readonly game_index: number; readonly alert_id: string },
): Promise<Alert | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const row = await findAlert(tx, key);
    if (!row) return notFound(`There is no alert ${key.alert_id}.`);
    await acknowledgeRow(tx, { ...key, now, by: actor.name });
    const acknowledged = { ...row, acknowledged_at: now, acknowledged_by: actor.name };
    const value = view(
      row.acknowledged_at === null ? acknowledged : row,
      await namesIn(tx, key.game_index),
      'en',
    );
    const target = `projects/${key.game_index}/alerts/${key.alert_id}`;
    const after = { kind: value.kind, title: value.title };
    return {
      value,
      audit: { action: 'alert.acknowledge', gameIndex: key.game_index, target, after },
    };
  });
}

async function namesIn(db: Db, gameIndex: number): Promise<ReadonlyMap<string, string>> {
  return new Map((await appsOf(db, { gameIndex })).map(({ appid, name }) => [appid, name]));
}

function view(row: AlertTable, names: ReadonlyMap<string, string>, language: Language): Alert {
  const details = JSON.parse(row.details) as Record<string, string | number>;
  const app = names.get(row.appid ?? '') ?? row.appid ?? '';
  return {
    alert_id: row.alert_id,
    kind: row.kind,
    appid: row.appid,
    ...textOf(language, { kind: row.kind, details }, app),
    page: pageOf(row),
    opened_at: isoTime(row.opened_at),
    closed_at: isoTimeOrNull(row.closed_at),
    acknowledged_at: isoTimeOrNull(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
  };
}
