// What measures store about a player, in the table of personal data: effects, exemptions, debts and accounts.
import { sql } from 'kysely';
import { personalTable } from '../identity/personal-data.ts';

/** A restriction stays through an erasure, and so does its reason. */
export const effectTable = personalTable({
  table: 'measure_effect',
  by: 'player_id',
  key: ['effect_id'],
  section: 'measures',
  columns: [
    'effect_id',
    'rule_name',
    'status',
    'flag',
    'step',
    'block_type',
    'since',
    'until',
    'causes',
    'ended_at',
    'end_reason',
    'note',
  ],
  erase: 'delete',
  erasable: () => sql`status <> 'active'`,
});

export const exemptionTable = personalTable({
  table: 'measure_exempt',
  by: 'player_id',
  key: ['rule_id'],
  section: 'measure_exemptions',
  columns: ['rule_id'],
  erase: 'delete',
});

export const debtTable = personalTable({
  table: 'measure_debt',
  by: 'account_uuid',
  key: ['number'],
  section: 'debts',
  columns: [
    'number',
    'transaction_id',
    'product_id',
    'amount',
    'currency',
    'refunded_at',
    'settled_by',
    'paid',
  ],
  erase: 'delete',
});

export const unlinkedAccountTable = personalTable({
  table: 'measure_account',
  by: 'account_uuid',
  key: ['account_uuid'],
  section: 'unlinked_accounts',
  columns: ['account_uuid'],
  erase: 'delete',
});
