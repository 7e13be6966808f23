// An app's market settings, with encrypted secrets.

import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  invalid,
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { hurryFailed, JOBS_CHANGED } from '../../background/jobs.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Vault } from '../../base/vault.ts';
import type { Db } from '../../storage/db.ts';
import { isUniqueViolation } from '../../storage/failure.ts';
import { placeIn } from '../../storage/sealed.ts';
import { changeOfApp, readApp } from '../../tenants/apps.ts';
import type { Market } from '../markets/market.ts';
import { type AppAt, marketOf } from '../markets/markets.ts';
import {
  dropAllFormer,
  dropFormer,
  type FormerGateway,
  formerSecrets,
  keepFormer,
  listFormer,
  readFormer,
} from './former-gateways.ts';
import { identityOf, identityProblem, withExactName } from './market-identity.ts';
import { NO_TROUBLE, type RefusedCredentials } from './market-trouble.ts';

/** The request that sets a market. */
export function marketInput(market: Market) {
  const { settings, secrets } = marketOf(market);
  return Type.Object(
    { settings, secrets: Type.Optional(Type.Unsafe<Secrets>(secrets)) },
    { additionalProperties: false },
  );
}

type Secrets = Readonly<Record<string, string | null>>;

export interface MarketInput {
  readonly settings: object;
  /** Omitted secrets keep their value, null removes one. */
  readonly secrets?: Secrets;
}

export interface MarketRecord {
  readonly appid: string;
  readonly market: Market;
  readonly settings: object;
  /** Names of the secrets that are set. */
  readonly secrets_set: string[];
  readonly updated_at: string;
  /** While the market refuses the credentials. */
  readonly refused?: RefusedCredentials & { readonly since: string; readonly at: string };
  /** While the market does not answer. */
  readonly failing_since?: string;
  /** Payment gateways that the app used before. */
  readonly former?: FormerGateway[];
}

interface MarketKey {
  readonly appid: string;
  readonly market: Market;
}

const targetOf = ({ market }: MarketKey): string => `markets/${market}`;

export const notSet = ({ appid, market }: MarketKey): Rejection =>
  notFound(`The app ${appid} has no settings for ${market}.`);

/** Replaces the settings, and only those secrets that are sent. What has waited for them goes on at once. */
export async function setMarket(
  context: OperationContext,
  actor: Actor,
  { appid, market, settings: given, secrets = {} }: MarketInput & MarketKey,
): Promise<MarketRecord | Rejection> {
  const settings = withExactName(market, given);
  if (isRejection(settings)) return settings;
  const { secretProblems, settingsProblem, defaults } = marketOf(market);
  for (const [name, value] of Object.entries(secrets)) {
    const problem = value === null ? undefined : secretProblems?.[name]?.(value);
    if (problem) return invalid(`secrets.${name}`, `${name} ${problem}`);
  }
  const identity = identityOf(market, settings);
  const gateway = gatewayOf(market, settings);
  const change = changeOfApp(context, actor, appid, async (tx, now, gameIndex) => {
    const old = await rowOf(tx, { appid, market });
    // Apps that shared it before that was refused go on as they are.
    const isTaking = old?.identity !== identity;
    const taken = isTaking && (await identityProblem(tx, { appid, market }, identity));
    if (taken) return taken;
    const left = old && gatewayOf(market, JSON.parse(old.settings) as object);
    const isMoving = left !== undefined && gateway !== undefined && left !== gateway;
    const own = old ? openSecrets(context.vault, old) : {};
    // The secrets of one gateway are not for another.
    const kept = isMoving ? await formerSecrets(tx, context.vault, { appid, gateway }) : own;
    const merged = Object.entries({ ...kept, ...secrets }).filter(([, value]) => value !== null);
    const problem = settingsProblem?.(context.environment, settings, Object.fromEntries(merged));
    if (problem) return invalid(problem.field, problem.problem);
    const row = {
      appid,
      market,
      settings: JSON.stringify({ ...defaults, ...settings }),
      sealed_secrets: context.vault.seal(
        JSON.stringify(Object.fromEntries(merged)),
        placeOf({ appid, market }),
      ),
      updated_at: now,
      identity,
      twin: isTaking ? 0 : (old?.twin ?? 0),
      ...NO_TROUBLE,
    } as const;
    await tx
      .insertInto('market_setting')
      .values(row)
      .onConflict((conflict) => conflict.columns(['appid', 'market']).doUpdateSet(row))
      .execute();
    if (old && isMoving) {
      await keepFormer(
        tx,
        context.vault,
        { appid, gateway: left },
        { settings: old.settings, secrets: own, now },
      );
      await dropFormer(tx, { appid, gateway });
    }
    await hurryFailed(tx, { appid, gameIndex, now });
    const after = viewMarket(context.vault, row);
    const before = old && viewMarket(context.vault, old);
    const value = { ...after, ...(await formerOf(tx, context.vault, row)) };
    return { value, action: 'market.set', target: targetOf(row), before, after };
  });
  const changed = await change.catch(async (error: unknown) => {
    // Another app took it at the same moment.
    const problem =
      isUniqueViolation(error) &&
      (await identityProblem(context.storage.db, { appid, market }, identity));
    if (problem) return problem;
    throw error;
  });
  if (!isRejection(changed)) context.storage.signals.emit(JOBS_CHANGED);
  return changed;
}

export async function readMarket(
  context: OperationContext,
  key: MarketKey,
): Promise<MarketRecord | Rejection> {
  const { db } = context.storage;
  const row = await rowOf(db, key);
  if (!row) return notSet(key);
  return { ...viewMarket(context.vault, row), ...(await formerOf(db, context.vault, key)) };
}

export async function listMarkets(
  context: OperationContext,
  appid: string,
): Promise<{ readonly items: MarketRecord[] } | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  const rows = await context.storage.db
    .selectFrom('market_setting')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('market')
    .execute();
  const items = rows.map(async (row) => ({
    ...viewMarket(context.vault, row),
    ...(await formerOf(context.storage.db, context.vault, row)),
  }));
  return { items: await Promise.all(items) };
}

export function removeMarket(
  context: OperationContext,
  actor: Actor,
  key: MarketKey,
): Promise<MarketRecord | Rejection> {
  return changeOfApp(context, actor, key.appid, async (tx) => {
    const row = await tx
      .deleteFrom('market_setting')
      .where('appid', '=', key.appid)
      .where('market', '=', key.market)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notSet(key);
    if (marketOf(key.market).hasGateways) await dropAllFormer(tx, key.appid);
    const before = viewMarket(context.vault, row);
    return { value: before, action: 'market.remove', target: targetOf(key), before };
  });
}

/** Settings and decrypted secrets, for calls to the market; undefined when not set. */
export async function readMarketSecrets<M extends Market>(
  context: OperationContext,
  appid: string,
  market: M,
): Promise<Pick<AppAt<M>, 'settings' | 'secrets' | 'former'> | undefined> {
  const row = await rowOf(context.storage.db, { appid, market });
  if (!row) return undefined;
  const secrets = context.vault.unseal(row.sealed_secrets, placeOf(row));
  const found = {
    settings: JSON.parse(row.settings) as AppAt<M>['settings'],
    secrets: JSON.parse(secrets) as AppAt<M>['secrets'],
  };
  if (!marketOf(market).hasGateways) return found;
  const former = (await readFormer(context, appid)) as NonNullable<AppAt<M>['former']>;
  return former.length > 0 ? { ...found, former } : found;
}

/** Undefined at a market without gateways. */
function gatewayOf(market: Market, settings: object): FormerGateway['gateway'] | undefined {
  const { hasGateways } = marketOf(market);
  return hasGateways && (settings as Pick<FormerGateway, 'gateway'>).gateway;
}

async function formerOf(
  db: Db,
  vault: Vault,
  { appid, market }: MarketKey,
): Promise<Pick<MarketRecord, 'former'>> {
  if (!marketOf(market).hasGateways) return {};
  const former = await listFormer(db, vault, appid);
  return former.length > 0 ? { former } : {};
}

function rowOf(db: Db, { appid, market }: MarketKey) {
  return db
    .selectFrom('market_setting')
    .selectAll()
    .where('appid', '=', appid)
    .where('market', '=', market)
    .executeTakeFirst();
}

const placeOf = (key: MarketKey) => placeIn('market_setting', 'sealed_secrets', key);

/** For operators, who must be able to replace them: none when they do not open. */
const openSecrets = (
  vault: Vault,
  row: MarketKey & { readonly sealed_secrets: string },
): Record<string, string> => JSON.parse(vault.open(row.sealed_secrets, placeOf(row)) ?? '{}');

const viewMarket = (
  vault: Vault,
  row: MarketKey & {
    readonly settings: string;
    readonly sealed_secrets: string;
    readonly updated_at: number;
    readonly refused_since: number | null;
    readonly refused_at: number | null;
    readonly refusal: string | null;
    readonly failing_since: number | null;
  },
): MarketRecord => ({
  appid: row.appid,
  market: row.market,
  settings: JSON.parse(row.settings) as object,
  secrets_set: Object.keys(openSecrets(vault, row)).sort(),
  updated_at: isoTime(row.updated_at),
  ...(row.refused_since !== null && {
    refused: {
      since: isoTime(row.refused_since),
      at: isoTime(row.refused_at ?? row.refused_since),
      ...(JSON.parse(row.refusal ?? '{}') as RefusedCredentials),
    },
  }),
  ...(row.failing_since !== null && { failing_since: isoTime(row.failing_since) }),
});
