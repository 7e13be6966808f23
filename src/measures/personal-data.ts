// What measures store about a player: effects, exemptions and debts.
import {
  COUNT,
  type KnownPlayer,
  PAGE,
  type PersonalPart,
  pages,
} from '../identity/personal-data.ts';
import type { Db } from '../storage/db.ts';
import { among } from '../storage/rows.ts';

const effectsOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('measure_effect')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

const exemptOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('measure_exempt')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

const debtsOf = (db: Db, { gameIndex, appid, accounts }: KnownPlayer) =>
  db
    .selectFrom('measure_debt')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where(among(db, 'account_uuid', accounts));

const accountsOf = (db: Db, { gameIndex, appid, accounts }: KnownPlayer) =>
  db
    .selectFrom('measure_account')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where(among(db, 'account_uuid', accounts));

/** A restriction stays through an erasure, and what it stands on with it. */
export const measureData: PersonalPart = {
  read: (db, player) => ({
    measures: pages(
      '',
      (after) =>
        effectsOf(db, player)
          .select([
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
          ])
          .where('effect_id', '>', after)
          .orderBy('effect_id')
          .limit(PAGE)
          .execute(),
      ({ effect_id }) => effect_id,
    ),
    measure_exemptions: pages(
      '',
      (after) =>
        exemptOf(db, player)
          .select('rule_id')
          .where('rule_id', '>', after)
          .orderBy('rule_id')
          .limit(PAGE)
          .execute(),
      ({ rule_id }) => rule_id,
    ),
    debts: pages(
      0,
      (after) =>
        debtsOf(db, player)
          .select([
            'number',
            'transaction_id',
            'product_id',
            'amount',
            'currency',
            'refunded_at',
            'settled_by',
            'paid',
          ])
          .where('number', '>', after)
          .orderBy('number')
          .limit(PAGE)
          .execute(),
      ({ number }) => number,
    ),
    unlinked_accounts: pages(
      '',
      (after) =>
        accountsOf(db, player)
          .select('account_uuid')
          .where('account_uuid', '>', after)
          .orderBy('account_uuid')
          .limit(PAGE)
          .execute(),
      ({ account_uuid }) => account_uuid,
    ),
  }),
  async count(db, player) {
    const [effects, exempt, debts, accounts] = await Promise.all([
      effectsOf(db, player).where('status', '<>', 'active').select(COUNT).executeTakeFirstOrThrow(),
      exemptOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      debtsOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      accountsOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
    ]);
    return {
      measure_effect: Number(effects.count),
      measure_exempt: Number(exempt.count),
      measure_debt: Number(debts.count),
      measure_account: Number(accounts.count),
    };
  },
  async erase(db, { gameIndex, appid, playerId, accounts }) {
    await db
      .deleteFrom('measure_effect')
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('player_id', '=', playerId)
      .where('status', '<>', 'active')
      .execute();
    await db
      .deleteFrom('measure_exempt')
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('player_id', '=', playerId)
      .execute();
    for (const table of ['measure_debt', 'measure_account'] as const) {
      await db
        .deleteFrom(table)
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid)
        .where(among(db, 'account_uuid', accounts))
        .execute();
    }
    return { more: false };
  },
};
