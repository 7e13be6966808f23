// Project roles; each includes the ones before it.
import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Role } from '../storage/schema.ts';

export type { Role };

const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[];

export const RoleName = named(
  'Role',
  Type.Enum([...ROLES], {
    description:
      '`viewer` reads, `operator` restricts players and replays notifications, `admin` changes apps and their settings, `owner` also manages members.',
  }),
);

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
