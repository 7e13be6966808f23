// What an account may do in a project: each role may do what those before it may.
import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Role } from '../storage/schema.ts';

export type { Role };

const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[];

export const RoleName = named(
  'Role',
  Type.Enum([...ROLES], {
    description:
      '`viewer` reads, `operator` restricts players and replays notifications, `admin` changes apps and their settings, `owner` also members.',
  }),
);

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
