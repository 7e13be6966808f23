// Which rows are deleted when, of both halves. Purchases, refunds, disputes, subscriptions and orders never are.
import { Counter, type Registry } from 'prom-client';
import type { RetentionRule } from './background/retention.ts';

/** Days; 0 keeps for ever. */
export interface RetentionDays {
  readonly notices: number;
  readonly activity: number;
  readonly history: number;
  readonly audit: number;
  readonly statistics: number;
  readonly attempts: number;
  readonly logins: number;
}

/** The setting of each number of days. */
const RETENTION_SETTINGS = {
  notices: 'KEEP_NOTICES_DAYS',
  activity: 'KEEP_ACTIVITY_DAYS',
  history: 'KEEP_HISTORY_DAYS',
  audit: 'KEEP_AUDIT_DAYS',
  statistics: 'KEEP_STATISTICS_DAYS',
  attempts: 'KEEP_ATTEMPTS_DAYS',
  logins: 'KEEP_LOGINS_DAYS',
} as const satisfies Record<keyof RetentionDays, string>;

type Rule = Omit<RetentionRule, 'days' | 'setting'> & { readonly kept: keyof RetentionDays };

const AN_APP = { per: 'app', within: ['game_index', 'appid'] } as const;
const A_PROJECT = { per: 'project', within: ['game_index'] } as const;
const THE_INSTALLATION = { per: 'installation', within: [] } as const;

const RULES: readonly Rule[] = [
  {
    table: 'market_notice',
    kept: 'notices',
    ...AN_APP,
    key: 'received_at',
    // The others wait for somebody.
    removable: "state in ('applied', 'kept')",
  },
  { table: 'purchase_trail', kept: 'activity', ...AN_APP, key: 'at' },
  {
    table: 'restriction_history',
    kept: 'history',
    ...A_PROJECT,
    key: 'seq',
    at: 'at',
    // Who is restricted keeps the newest entry: by whom and why, and the number that orders notifications.
    removable: `(exists (select 1 from restriction_history newer
        where newer.game_index = restriction_history.game_index
          and newer.appid = restriction_history.appid
          and newer.player_id = restriction_history.player_id
          and newer.seq > restriction_history.seq)
      or not exists (select 1 from restricted_player r
        where r.game_index = restriction_history.game_index
          and r.appid = restriction_history.appid
          and r.player_id = restriction_history.player_id))`,
  },
  { table: 'audit_log', kept: 'audit', ...A_PROJECT, key: 'audit_id', at: 'at' },
  {
    table: 'audit_log',
    kept: 'audit',
    ...THE_INSTALLATION,
    where: 'game_index = 0',
    key: 'audit_id',
    at: 'at',
  },
  // 0 is the bucket of what is true now.
  { table: 'counter', kept: 'statistics', ...AN_APP, where: 'bucket > 0', key: 'bucket' },
  ...['restriction', 'purchase'].map(
    (channel): Rule => ({
      table: 'outbox_attempt',
      kept: 'attempts',
      ...A_PROJECT,
      where: `channel = '${channel}'`,
      key: 'at',
    }),
  ),
  { table: 'login', kept: 'logins', ...AN_APP, key: 'logged_out_at' },
];

/** Nobody asks about a token that has expired. */
const REVOKED_TOKENS: RetentionRule = {
  table: 'revoked_token',
  days: 1,
  ...THE_INSTALLATION,
  key: 'expires_at',
};

export const retentionRules = (days: RetentionDays): readonly RetentionRule[] => [
  ...RULES.map(({ kept, ...rule }) => ({
    ...rule,
    days: days[kept],
    setting: RETENTION_SETTINGS[kept],
  })),
  REVOKED_TOKENS,
];

/** Registers the metric; returns the callback for deleted rows. */
export function measureRetention(registry: Registry): (table: string, rows: number) => void {
  const deleted = new Counter({
    name: 'tollgate_retention_deleted_total',
    help: 'Rows deleted because they were older than their retention, by table.',
    labelNames: ['table'],
    registers: [registry],
  });
  return (table, rows) => deleted.inc({ table }, rows);
}
