// Lists actions of an app, newest first, and returns one.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { MarketName } from '../markets/markets.ts';
import { AccountFilter, accountsOf } from '../queries/account-filter.ts';
import { unknownAction } from './decide.ts';
import { UNDER_WAY } from './state.ts';
import { findAction } from './store.ts';
import { ActionKind, type ActionRecord, ActionStateName, UUID, viewAction } from './view.ts';

export const ActionQuery = Type.Object(
  {
    ...pageBy(new RegExp(`^${UUID}$`)),
    state: Type.Optional(ActionStateName),
    under_way: Type.Optional(
      Type.Enum(['Y'], { description: 'Only actions that have not ended.' }),
    ),
    kind: Type.Optional(ActionKind),
    provider: Type.Optional(MarketName),
    service_transaction_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Of this purchase.' }),
    ),
    subscription_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, description: 'Of this subscription.' }),
    ),
    requested_by: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'Name of the token, or e-mail.' }),
    ),
    ...AccountFilter,
    from: Type.Optional(Instant('Requested at or after this time')),
    to: Type.Optional(Instant('Requested at or before this time')),
  },
  { additionalProperties: false },
);
export type ActionQuery = Type.Static<typeof ActionQuery>;

/** After every id. */
const LAST = 'g';

export async function listActions(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after = LAST, ...query }: ActionQuery,
): Promise<Page<ActionRecord> | Rejection> {
  const { db } = context.storage;
  const found = await accountsOf(db, app, query);
  if (isRejection(found)) return found;
  const range = dateRangeOf({ from: query.from, to: query.to });
  if (isRejection(range)) return range;
  let select = ofApp(db, app)
    .selectFrom('market_action')
    .selectAll()
    .where('action_id', '<', after)
    .orderBy('action_id', 'desc')
    .limit(limit + 1);
  const { accounts } = found;
  const { state, kind, provider, requested_by: actor } = query;
  const { service_transaction_id: purchase, subscription_id: subscription } = query;
  if (accounts) select = select.where('account_uuid', 'in', [...accounts]);
  if (state) select = select.where('state', '=', state);
  if (query.under_way) select = select.where('state', 'in', [...UNDER_WAY]);
  if (kind) select = select.where('kind', '=', kind);
  if (provider) select = select.where('provider', '=', provider);
  if (purchase !== undefined) select = select.where('service_transaction_id', '=', purchase);
  if (subscription !== undefined) select = select.where('subscription_id', '=', subscription);
  if (actor !== undefined) select = select.where('actor', '=', actor);
  if (range.from !== undefined) select = select.where('requested_at', '>=', range.from);
  if (range.to !== undefined) select = select.where('requested_at', '<=', range.to);
  return toPage(await select.execute(), limit, ({ action_id }) => action_id, viewAction);
}

export async function readAction(
  { context, app }: AppContext,
  { action_id: id }: { readonly action_id: string },
): Promise<ActionRecord | Rejection> {
  const row = await findAction(context.storage.db, app, id);
  return row ? viewAction(row) : unknownAction(app.appid, id);
}
