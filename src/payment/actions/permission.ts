// Who may act after the sale: admins and owners, and operators where the project says so. Pure.
import type { Actor } from '../../audit/audit.ts';
import type { Rejection } from '../../audit/operation.ts';
import type { ActionRules } from './limits.ts';

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
