// Who may act after the sale.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../audit/audit.ts';
import { NO_RULES } from './limits.ts';
import { permissionProblem } from './permission.ts';

const TOKEN: Actor = { kind: 'admin', name: 'support tool' };
const member = (role: NonNullable<Actor['role']>): Actor => ({
  kind: 'console',
  name: 'kim',
  role,
});
const LIMITS: NonNullable<Actor['limits']> = { longest_days: 7 };

const ONLY_ADMINS = 'In this project, only admins and owners act after the sale.';
const ONLY_RESTRICTIONS = 'Your limits are about restrictions. They do not allow this.';

/** What the project says, and what operators may do then. */
const CASES: readonly [string, Actor, without: string | undefined, withOperators?: string][] = [
  ['an owner', member('owner'), undefined],
  ['an admin', member('admin'), undefined],
  ['an operator', member('operator'), ONLY_ADMINS],
  ['a viewer', member('viewer'), ONLY_ADMINS, ONLY_ADMINS],
  ['an admin token', TOKEN, undefined],
  [
    'an admin token with limits',
    { ...TOKEN, limits: LIMITS },
    ONLY_RESTRICTIONS,
    ONLY_RESTRICTIONS,
  ],
  [
    'an operator with limits',
    { ...member('operator'), limits: LIMITS },
    ONLY_RESTRICTIONS,
    ONLY_RESTRICTIONS,
  ],
];

for (const [name, actor, without, withOperators] of CASES) {
  for (const [operators, detail] of [
    [false, without],
    [true, withOperators],
  ] as const) {
    test(`${name}, where operators ${operators ? 'may' : 'may not'}`, () => {
      const expected = detail === undefined ? undefined : { rejected: 'FORBIDDEN', detail };
      assert.deepEqual(permissionProblem(actor, { ...NO_RULES, operators }), expected);
    });
  }
}
