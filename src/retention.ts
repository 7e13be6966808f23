// Which rows of both halves are deleted beyond their retention.
// Age deletes no purchases, refunds, disputes, subscriptions and paid orders.
import type { RetentionRule } from './background/retention-rule.ts';
import { lanesIn, SENT_LIMITS, type SentLimits, sentRules } from './outbox/relay/sent.ts';
import { REFUSED_LIMITS, type RefusedLimits, refusedRule } from './payment/outcomes/refused.ts';

/** Days; 0 keeps for ever. */
export interface RetentionDays {
  readonly notices: number;
  readonly activity: number;
  readonly history: number;
  readonly audit: number;
  readonly statistics: number;
  readonly attempts: number;
  readonly logins: number;
  readonly deadLetters: number;
  readonly unpaidOrders: number;
}

/** What else is limited, by days and by number; zero days keep none. */
export interface RetentionLimits {
  readonly sentLimits?: SentLimits | undefined;
  readonly refusedLimits?: RefusedLimits | undefined;
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
  deadLetters: 'KEEP_DEAD_LETTERS_DAYS',
  unpaidOrders: 'KEEP_UNPAID_ORDERS_DAYS',
} as const satisfies Record<keyof RetentionDays, string>;

type Rule = Omit<RetentionRule, 'days' | 'setting'> & { readonly kept: keyof RetentionDays };

const CHANNELS = ['restriction', 'purchase'] as const;

const RULES: readonly Rule[] = [
  {
    table: 'market_notice',
    kept: 'notices',
    per: 'app',
    key: 'received_at',
    // The others wait for somebody.
    removable: "state in ('applied', 'kept')",
  },
  { table: 'purchase_trail', kept: 'activity', per: 'app', key: 'at' },
  {
    table: 'restriction_history',
    kept: 'history',
    per: 'project',
    key: 'seq',
    at: 'at',
    // Who is restricted keeps the newest entry of the scope: by whom and why, and the number that orders notifications.
    removable: `(exists (select 1 from restriction_history newer
        where newer.game_index = restriction_history.game_index
          and newer.appid = restriction_history.appid
          and newer.player_id = restriction_history.player_id
          and newer.scope = restriction_history.scope
          and newer.seq > restriction_history.seq)
      or not exists (select 1 from restricted_player r
        where r.game_index = restriction_history.game_index
          and r.appid = restriction_history.appid
          and r.player_id = restriction_history.player_id
          and r.scope = restriction_history.scope))`,
  },
  // Those that go on have no end.
  { table: 'measure_effect', kept: 'history', per: 'app', key: 'ended_at' },
  { table: 'audit_log', kept: 'audit', per: 'project', key: 'audit_id', at: 'at' },
  {
    table: 'audit_log',
    kept: 'audit',
    per: 'installation',
    where: 'game_index = 0',
    key: 'audit_id',
    at: 'at',
  },
  { table: 'market_action', kept: 'audit', per: 'app', key: 'ended_at' },
  {
    table: 'activity_count',
    kept: 'statistics',
    per: 'app',
    where: "grain = 'hour'",
    key: 'bucket',
  },
  ...CHANNELS.flatMap(lanesIn).flatMap((lanes): Rule[] => [
    {
      table: 'outbox_attempt',
      kept: 'attempts',
      per: 'project',
      where: lanes,
      key: 'at',
    },
    {
      table: 'outbox_batch',
      kept: 'deadLetters',
      per: 'project',
      where: `${lanes} and state = 'dead'`,
      key: 'died_at',
      parts: { table: 'outbox_dead', by: 'batch_id' },
    },
  ]),
  { table: 'outbox_replay', kept: 'attempts', per: 'project', key: 'finished_at' },
  { table: 'login', kept: 'logins', per: 'app', key: 'logged_out_at' },
  {
    table: 'purchase_order',
    kept: 'unpaidOrders',
    per: 'app',
    // The outcome of a charge that is under way is not known.
    where: "state in ('open', 'failed')",
    key: 'created_at',
    // Somebody paid for an order with a mismatch, although not what it costs.
    removable: `mismatch is null
      and not exists (select 1 from purchase p
        where p.game_index = purchase_order.game_index
          and p.appid = purchase_order.appid
          and p.provider = purchase_order.provider
          and p.unique_key = purchase_order.order_id)
      and not exists (select 1 from purchase_cancellation c
        where c.game_index = purchase_order.game_index
          and c.appid = purchase_order.appid
          and c.provider = purchase_order.provider
          and c.unique_key = purchase_order.order_id)`,
  },
];

/** Nobody asks about a token that has expired. */
const REVOKED_TOKENS: RetentionRule = {
  table: 'revoked_token',
  days: 1,
  per: 'installation',
  key: 'expires_at',
};

/** What was wrong a quarter ago is history; open alerts have no end yet. */
const ALERTS: RetentionRule = { table: 'alert', days: 90, per: 'project', key: 'closed_at' };

/** Without days, only what is limited by number as well. */
export const retentionRules = (
  days: RetentionDays | undefined,
  { sentLimits = SENT_LIMITS, refusedLimits = REFUSED_LIMITS }: RetentionLimits = {},
): readonly RetentionRule[] => [
  ...CHANNELS.flatMap((channel) => sentRules(channel, sentLimits)),
  refusedRule(refusedLimits),
  ...(days ? [...RULES.map((rule) => ruleOf(rule, days)), REVOKED_TOKENS, ALERTS] : []),
];

const ruleOf = ({ kept, ...rule }: Rule, days: RetentionDays): RetentionRule => ({
  ...rule,
  days: days[kept] === 0 ? undefined : days[kept],
  setting: RETENTION_SETTINGS[kept],
});
