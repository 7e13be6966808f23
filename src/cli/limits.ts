// Options for what somebody may restrict: `--limit-types com.example.game:3 --limit-scopes chat --limit-days 7`.
import { Type } from 'typebox';
import type { Limits } from '../audit/limits.ts';

export const LimitOptions = {
  limit_types: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}:[1-9][0-9]{0,8}$' }), {
      minItems: 1,
      description: 'Only these restriction types, each as appid:number.',
    }),
  ),
  limit_scopes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' }), {
      minItems: 1,
      description: 'Only restrictions of these scopes, such as chat.',
    }),
  ),
  limit_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 36_500, description: 'None longer than this many days.' }),
  ),
};

const Given = Type.Object(LimitOptions);

/** Undefined when no option is given. */
export function limitsIn({
  limit_types: types,
  limit_scopes: scopes,
  limit_days: days,
}: Type.Static<typeof Given>): Limits | undefined {
  if (!types && !scopes && days === undefined) return undefined;
  return {
    ...(types && { types: types.map(typeIn) }),
    ...(scopes && { scopes }),
    ...(days !== undefined && { longest_days: days }),
  };
}

function typeIn(text: string) {
  const [appid = '', number] = text.split(':', 2);
  return { appid, block_type: Number(number) };
}
