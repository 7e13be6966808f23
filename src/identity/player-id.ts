// Player identifiers in paths and queries, where they are text.
import { Type } from 'typebox';
import { invalid, type Rejection } from '../audit/operation.ts';
import { toId64 } from '../base/ids.ts';
import { named } from '../base/named.ts';

export const PlayerId = named(
  'PlayerId',
  Type.String({
    pattern: '^[1-9]\\d{0,18}$',
    description: 'Player identifier.',
  }),
);

/** Nineteen digits can be more than 64 bits hold. */
export function playerIdOf(text: string): bigint | Rejection {
  return toId64(BigInt(text)) ?? invalid('player_id', 'Must be at most 9223372036854775807.');
}
