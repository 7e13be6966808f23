// Who may act after the sale: admins and owners, and operators where the project says so.
import type { Actor } from '../../audit/audit.ts';
import type { Rejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import type { ActionRules, Spent } from './limits.ts';
import { actionsOfActor } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;

const forbidden = (detail: string): Rejection => ({ rejected: 'FORBIDDEN', detail });

export function permissionProblem(
  { limits, role }: Actor,
  { operators }: ActionRules,
): Rejection | undefined {
  if (limits) return forbidden('Your limits are about restrictions. They do not allow this.');
  if (role === undefined || role === 'admin' || role === 'owner') return undefined;
  return operators && role === 'operator'
    ? undefined
    : forbidden('In this project, only admins and owners act after the sale.');
}

export async function spentBy(
  db: Db,
  gameIndex: number,
  { kind, name }: Actor,
  now: number,
): Promise<Spent> {
  const rows = await actionsOfActor(db, { gameIndex, kind, name, since: now - DAY_MS });
  const amounts = rows.flatMap(({ amount, currency }) =>
    amount === null || currency === null ? [] : [{ amount, currency }],
  );
  return { actions: rows.length, amounts };
}
