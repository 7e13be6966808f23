// When a project's alerts open: defaults, and what the project has changed.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { named, namedObject } from '../base/named.ts';
import type { Db } from '../storage/db.ts';
import type { AlertKind } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { changeOfProject, readProject } from '../tenants/projects.ts';

export const KINDS = [
  'dead_letters',
  'credentials_refused',
  'market_down',
  'refund_spike',
  'verification_failures',
  'internal_errors',
  'payment_mismatch',
  'certificate_status',
  'expiring',
  'rule_without_type',
  'appeals_waiting',
  'disputes_due',
  'external_reports',
  'consent_unlinked',
  'actions_stuck',
] as const satisfies readonly AlertKind[];

export const KindName = named(
  'AlertKind',
  Type.Enum([...KINDS], { description: 'What the alert is about.' }),
);

const threshold = (description: string, fallback: number, most: number) =>
  Type.Integer({ minimum: 1, maximum: most, default: fallback, description });

export const AlertSettings = namedObject(
  'AlertSettings',
  {
    off: Type.Array(KindName, {
      uniqueItems: true,
      default: [],
      description: 'Kinds that open no alerts in this project.',
    }),
    market_down_minutes: threshold(
      'Minutes without an answer before a market counts as down.',
      5,
      1_440,
    ),
    refund_minimum: threshold(
      'Refunds within about three hours below which nothing opens.',
      10,
      1e6,
    ),
    refund_factor: threshold('How many times the usual number of refunds is a spike.', 3, 100),
    failure_minimum: threshold(
      'Refused verifications within about three hours below which nothing opens.',
      20,
      1e6,
    ),
    failure_factor: threshold('How many times the usual share of refusals is too many.', 3, 100),
    expiry_days: threshold('How many days before its end a token is reported.', 7, 365),
    appeal_days: Type.Optional(threshold('Days that an appeal may wait for a decision.', 3, 365)),
    dispute_days: Type.Optional(
      threshold('How many days before its deadline an unanswered dispute is reported.', 3, 60),
    ),
  },
  { additionalProperties: false },
);
export type AlertSettings = Type.Static<typeof AlertSettings>;

const DEFAULTS: Required<AlertSettings> = {
  off: [],
  market_down_minutes: 5,
  refund_minimum: 10,
  refund_factor: 3,
  failure_minimum: 20,
  failure_factor: 3,
  expiry_days: 7,
  appeal_days: 3,
  dispute_days: 3,
};

const settingsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db.selectFrom('alert_setting').select('settings').where('game_index', '=', $.gameIndex),
).first;

const withDefaults = (settings = '{}'): Required<AlertSettings> => ({
  ...DEFAULTS,
  ...(JSON.parse(settings) as Partial<AlertSettings>),
});

const settingsIn = async (db: Db, gameIndex: number): Promise<Required<AlertSettings>> =>
  withDefaults((await settingsOf(db, { gameIndex }))?.settings);

/** The settings of every project. */
export async function allSettings(db: Db): Promise<(gameIndex: number) => Required<AlertSettings>> {
  const rows = await db.selectFrom('alert_setting').selectAll().execute();
  const changed = new Map(rows.map((row) => [row.game_index, withDefaults(row.settings)]));
  return (gameIndex) => changed.get(gameIndex) ?? DEFAULTS;
}

export async function readAlertSettings(
  context: OperationContext,
  gameIndex: number,
): Promise<AlertSettings | Rejection> {
  const project = await readProject(context, gameIndex);
  return isRejection(project) ? project : settingsIn(context.storage.db, gameIndex);
}

export function setAlertSettings(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, ...given }: AlertSettings & { readonly game_index: number },
): Promise<AlertSettings | Rejection> {
  return changeOfProject(context, actor, gameIndex, async (tx) => {
    const before = await settingsIn(tx, gameIndex);
    const settings = { ...DEFAULTS, ...given };
    const row = { game_index: gameIndex, settings: JSON.stringify(settings) };
    await tx
      .insertInto('alert_setting')
      .values(row)
      .onConflict((conflict) => conflict.column('game_index').doUpdateSet(row))
      .execute();
    const target = `projects/${gameIndex}/alert-settings`;
    const audit = { action: 'alert.settings', gameIndex, target, before, after: settings };
    return { value: settings, audit };
  });
}
