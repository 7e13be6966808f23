// SQL that reads actions after the sale: those behind refunds, and those about a purchase or subscription.
import type { Queryable } from '../../storage/rows.ts';
import type { Market, MarketActionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Refund } from '../markets/action.ts';
import type { OwnRefund } from './own-refunds.ts';
import type { PurchaseName } from './purchases-store.ts';

interface About extends AppName {
  readonly provider: Market;
  readonly subjects: readonly string[];
}

const bySubjects = statement(
  (db, $: Params<About>) =>
    ofApp(db, $)
      .selectFrom('market_action')
      .selectAll()
      .where('provider', '=', $.provider)
      .where('subject', 'in', $.subjects)
      .orderBy('action_id'),
  { each: 'subjects' },
);

/** By the payment of a purchase or the id of a subscription, oldest first. */
export const actionsAbout = (
  db: Queryable,
  { appid, gameIndex }: AppName,
  provider: Market,
  subjects: readonly string[],
): Promise<readonly MarketActionTable[]> =>
  bySubjects(db, { appid, gameIndex, provider, subjects });

const byIds = statement(
  (db, $: Params<AppName & { ids: readonly string[] }>) =>
    ofApp(db, $).selectFrom('market_action').selectAll().where('action_id', 'in', $.ids),
  { each: 'ids' },
);

export const actionsById = async (
  db: Queryable,
  { appid, gameIndex }: AppName,
  ids: readonly string[],
): Promise<readonly MarketActionTable[]> =>
  ids.length === 0 ? [] : byIds(db, { appid, gameIndex, ids });

const ENDED_WITHOUT: readonly MarketActionTable['state'][] = ['rejected', 'withdrawn'];

/** Refunds of these payments that the market was asked for. */
export async function findOwnRefunds(
  db: Queryable,
  app: AppName,
  payments: readonly PurchaseName[],
): Promise<OwnRefund[]> {
  const groups = [...Map.groupBy(payments, ({ provider }) => provider)];
  const found = await Promise.all(
    groups.map(([provider, own]) => {
      const subjects = [...new Set(own.map(({ unique_key }) => unique_key))];
      return actionsAbout(db, app, provider, subjects);
    }),
  );
  return found
    .flat()
    .filter(
      ({ kind, attempts, state }) =>
        kind === 'refund' && attempts > 0 && !ENDED_WITHOUT.includes(state),
    )
    .map(ownRefundOf);
}

function ownRefundOf({ action_id, provider, subject, wanted }: MarketActionTable): OwnRefund {
  const { amount, line = null } = JSON.parse(wanted) as Refund;
  const isFixed = amount !== 'rest' && amount !== 'prorated';
  return { action_id, provider, subject, line, amount: isFixed ? amount : null };
}
