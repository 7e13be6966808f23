// What restrictions an operator may set, change and release: one rule for every way to do it.
import type { Limits } from '../audit/limits.ts';
import { invalid, type OperationContext, type Rejection } from '../audit/operation.ts';
import type { OwnScope } from '../tenants/directory.ts';
import type { Restriction } from './rules.ts';
import { hasScope, LOGIN } from './scopes.ts';
import { registeredTypes } from './store.ts';

const DAY_MS = 86_400_000;

/** Where a change is made, and when. */
interface Place {
  readonly appid: string;
  readonly scope: string;
  readonly now: number;
}

type Terms = Pick<Restriction, 'blockType' | 'startsAt' | 'endsAt'>;

/** Why the limits do not allow a change with these restrictions before and after it, or undefined when they do. */
export function notAllowed(
  limits: Limits | undefined,
  { appid, scope, now }: Place,
  ...terms: readonly (Terms | undefined)[]
): string | undefined {
  if (!limits) return undefined;
  const reasons = terms.flatMap((each) =>
    each
      ? (typeNotAllowed(limits, appid, each.blockType) ?? lengthNotAllowed(limits, each, now) ?? [])
      : [],
  );
  return scopeNotAllowed(limits, scope) ?? reasons[0];
}

export function scopeNotAllowed(limits: Limits | undefined, scope: string): string | undefined {
  const scopes = limits?.scopes;
  if (!scopes || scopes.includes(scope)) return undefined;
  return `Your limits do not allow the scope ${scope}. They allow: ${scopes.join(', ')}.`;
}

function typeNotAllowed({ types }: Limits, appid: string, blockType: number): string | undefined {
  if (!types) return undefined;
  const own = types.filter((each) => each.appid === appid).map((each) => each.block_type);
  if (own.includes(blockType)) return undefined;
  const allowed = own.length === 0 ? 'none of this app' : own.join(', ');
  return `Your limits do not allow the restriction type ${blockType}. They allow: ${allowed}.`;
}

/** From now on, or from a start that is still to come. */
function lengthNotAllowed(
  { longest_days: days }: Limits,
  { startsAt, endsAt }: Terms,
  now: number,
): string | undefined {
  if (days === undefined) return undefined;
  if (endsAt !== null && endsAt - Math.max(startsAt, now) <= days * DAY_MS) return undefined;
  const asked = endsAt === null ? 'permanent ones' : 'longer ones';
  return `Your limits allow restrictions of at most ${days} days, not ${asked}.`;
}

/** An exception from restricted devices is about every type, and for good. */
export function exceptionNotAllowed(limits: Limits | undefined): string | undefined {
  const scope = scopeNotAllowed(limits, LOGIN);
  if (scope !== undefined || (!limits?.types && limits?.longest_days === undefined)) return scope;
  return 'Your limits do not allow exceptions from devices: they are about every type, and for good.';
}

export const forbidden = (detail: string): Rejection => ({ rejected: 'FORBIDDEN', detail });

/** Undefined where nothing is forbidden. */
export const forbiddenIf = (detail: string | undefined): Rejection | undefined =>
  detail === undefined ? undefined : forbidden(detail);

/** The first type or scope that the projects do not have; `projects` null: any. */
export async function unknownLimits(
  { storage: { db } }: OperationContext,
  projects: readonly number[] | null,
  limits: Limits | null | undefined,
): Promise<Rejection | undefined> {
  const { types = [], scopes = [] } = limits ?? {};
  for (const { appid, block_type: blockType } of types) {
    const app = await db
      .selectFrom('app')
      .select('game_index as gameIndex')
      .where('appid', '=', appid)
      .executeTakeFirst();
    const isOwn = app && (projects?.includes(app.gameIndex) ?? true);
    const known = isOwn ? await registeredTypes(db, { ...app, appid }, [blockType]) : undefined;
    if (known?.has(blockType)) continue;
    return invalid('limits.types', `There is no restriction type ${blockType} of ${appid}.`);
  }
  if (scopes.length === 0) return undefined;
  const rows = await db.selectFrom('project').select(['game_index', 'scopes']).execute();
  const own = rows
    .filter(({ game_index }) => projects?.includes(game_index) ?? true)
    .flatMap((row) => JSON.parse(row.scopes) as OwnScope[]);
  const unknown = scopes.find((scope) => !hasScope({ scopes: own }, scope));
  if (unknown === undefined) return undefined;
  return invalid('limits.scopes', `There is no scope ${unknown}.`);
}
