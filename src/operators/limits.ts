// Limits of operators and admin tokens: which restrictions of players they may set, change and release.
import { Type } from 'typebox';
import type { Limits } from '../audit/limits.ts';
import { invalid, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { Appid } from '../tenants/apps.ts';
import type { Role } from './roles.ts';

export const RestrictionLimits = namedObject(
  'RestrictionLimits',
  {
    types: Type.Optional(
      Type.Array(
        Type.Object(
          { appid: Appid, block_type: Type.Integer({ minimum: 1 }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 500, description: 'Restriction types. Omit it for every type.' },
      ),
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Scopes, such as `chat`. Omit it for every scope.',
      }),
    ),
    longest_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'Days that a restriction may last. Omit it for permanent ones, too.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Restrictions that may be set, changed and released.',
    minProperties: 1,
  },
);

/** In answers; missing without any. */
export const GivenLimits = Type.Optional(RestrictionLimits);

export const LimitsOrNull = Type.Union([RestrictionLimits, Type.Null()], {
  description: 'Restrictions that may be set, changed and released. Null: all.',
});

/** Viewers change nothing, and who creates keys and rules can get around every limit. */
const ONLY_OPERATORS =
  'Only operators can be limited: viewers restrict nobody, and admins and owners create the keys and rules that restrict anybody.';

export function limitsOfRole(
  role: Role,
  limits: Limits | null | undefined,
): { readonly limits?: Limits } | Rejection {
  if (limits && role !== 'operator') return invalid('limits', ONLY_OPERATORS);
  return limits ? { limits } : {};
}
