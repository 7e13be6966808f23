// Grants: what operators give to an account, without money, with a reason and an end; every change is in the audit log.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, isRejection, notFound, type Rejection } from '../../audit/operation.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../../base/paging.ts';
import { Instant, instantOf, orNull } from '../../base/shapes.ts';
import { personalTable } from '../../identity/personal-data.ts';
import type { ProductGrantTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { type AppContext, changeOfApp } from '../../tenants/apps.ts';
import type { AppName } from '../../tenants/directory.ts';
import { ProductId } from '../../tenants/products.ts';
import { AccountFilter, accountsOf } from '../queries/account-filter.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const GrantInput = Type.Object(
  {
    ...AccountFilter,
    product_id: ProductId,
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
    ends_at: Type.Optional(Instant('When it ends; without it, never')),
  },
  {
    additionalProperties: false,
    examples: [
      {
        account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
        product_id: 'founder',
        reason: 'Lost with an old account.',
      },
    ],
  },
);
export type GrantInput = Type.Static<typeof GrantInput>;

export const GrantQuery = Type.Object(
  { ...AccountFilter, ...pageBy(new RegExp(`^${UUID}$`)) },
  { additionalProperties: false },
);
export type GrantQuery = Type.Static<typeof GrantQuery>;

export const GrantId = Type.String({ pattern: `^${UUID}$`, description: 'Grant id.' });

export const Grant = namedObject('Grant', {
  grant_id: Type.String(),
  account_uuid: Type.String(),
  product_id: Type.String(),
  reason: Type.String(),
  granted_by: Type.String({ description: 'Name of the token, or e-mail address.' }),
  granted_at: Type.String(),
  ends_at: orNull(Type.String(), 'Null: for good.'),
  revoked_at: orNull(Type.String()),
});
export type Grant = Type.Static<typeof Grant>;

export async function addGrant(
  { context, app }: AppContext,
  actor: Actor,
  { product_id, reason, ends_at, ...whose }: GrantInput,
): Promise<Grant | Rejection> {
  const found = await accountsOf(context.storage.db, app, whose);
  if (isRejection(found)) return found;
  const [account_uuid] = found.accounts ?? [];
  if (account_uuid === undefined) {
    return invalid('account_uuid', 'Say who gets it: an account of the player, or player_id.');
  }
  const endsAt = instantOf(ends_at) ?? null;
  if (Number.isNaN(endsAt)) return invalid('ends_at', 'This date or time does not exist.');
  if (endsAt !== null && endsAt <= context.clock()) {
    return invalid('ends_at', 'The end is in the past.');
  }
  return changeOfApp(context, actor, app.appid, async (tx, now) => {
    const row: ProductGrantTable = {
      game_index: app.gameIndex,
      appid: app.appid,
      account_uuid,
      grant_id: timeOrderedId(now),
      product_id,
      reason: reason.trim(),
      granted_by: actor.name,
      granted_at: now,
      ends_at: endsAt,
      revoked_at: null,
    };
    await tx.insertInto('product_grant').values(row).execute();
    const value = viewGrant(row);
    return { value, action: 'grant.create', target: targetOf(row), after: value };
  });
}

/** Newest first, ended and revoked ones too. */
export async function listGrants(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after = LAST, ...whose }: GrantQuery,
): Promise<Page<Grant> | Rejection> {
  const { db } = context.storage;
  const found = await accountsOf(db, app, whose);
  if (isRejection(found)) return found;
  const { appid, gameIndex } = app;
  const query = ofApp(db, { appid, gameIndex })
    .selectFrom('product_grant')
    .selectAll()
    .where('grant_id', '<', after)
    .orderBy('grant_id', 'desc')
    .limit(limit + 1);
  const { accounts } = found;
  const rows = await (accounts === undefined
    ? query
    : query.where('account_uuid', 'in', [...accounts])
  ).execute();
  return toPage(rows, limit, (row) => row.grant_id, viewGrant);
}

/** After every id. */
const LAST = 'g';

const byId = statement((db, $: Params<AppName & { grantId: string }>) =>
  ofApp(db, $).selectFrom('product_grant').selectAll().where('grant_id', '=', $.grantId),
).first;

const setRevoked = statement(
  (db, $: Params<AppName & { account: string; grantId: string; now: number }>) =>
    ofApp(db, $)
      .updateTable('product_grant')
      .set({ revoked_at: $.now })
      .where('account_uuid', '=', $.account)
      .where('grant_id', '=', $.grantId),
);

/** A second time changes nothing. */
export async function revokeGrant(
  { context, app }: AppContext,
  actor: Actor,
  { grant_id: grantId }: { readonly grant_id: string },
): Promise<Grant | Rejection> {
  const { appid, gameIndex } = app;
  const row = await byId(context.storage.db, { appid, gameIndex, grantId });
  if (!row) return notFound(`The app ${appid} has no grant ${grantId}.`);
  if (row.revoked_at !== null) return viewGrant(row);
  return changeOfApp(context, actor, appid, async (tx, now) => {
    const before = viewGrant(row);
    const target = targetOf(row);
    await setRevoked(tx, { appid, gameIndex, account: row.account_uuid, grantId, now });
    const after = viewGrant({ ...row, revoked_at: now });
    return { value: after, action: 'grant.revoke', target, before, after };
  });
}

/** Names the account, so that an erasure finds it. */
const targetOf = ({ account_uuid, grant_id }: ProductGrantTable): string =>
  `accounts/${account_uuid}/grants/${grant_id}`;

const viewGrant = (row: ProductGrantTable): Grant => ({
  grant_id: row.grant_id,
  account_uuid: row.account_uuid,
  product_id: row.product_id,
  reason: row.reason,
  granted_by: row.granted_by,
  granted_at: isoTime(row.granted_at),
  ends_at: isoTimeOrNull(row.ends_at),
  revoked_at: isoTimeOrNull(row.revoked_at),
});

export const grantTable = personalTable({
  table: 'product_grant',
  by: 'account_uuid',
  key: ['account_uuid', 'grant_id'],
  section: 'grants',
  columns: [
    'grant_id',
    'account_uuid',
    'product_id',
    'reason',
    'granted_at',
    'ends_at',
    'revoked_at',
  ],
  erase: 'delete',
});
