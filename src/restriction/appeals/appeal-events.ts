// Events about appeals, for event receivers that ask for those about restrictions.
import { Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { AppealTable } from '../../storage/schema.ts';
import type { NewEvent } from '../events.ts';

const data = {
  appid: Type.String(),
  appealId: Type.String(),
  playerId: Id64Answer('Player identifier.'),
  scope: Type.String({ description: '`login`, or the feature that is restricted.' }),
  blockType: Type.Integer({ description: 'Number of the restriction type.' }),
  source: Type.Enum(['page', 'app_server'], { description: 'Where the player appealed.' }),
};
const event = { timestamp: Type.String({ format: 'date-time' }) };

/** Never the text of the player. */
export const AppealOpenedEvent = namedObject('AppealOpenedEvent', {
  type: Type.Enum(['appeal.opened']),
  ...event,
  data: Type.Object(data),
});

export const AppealDecidedEvent = namedObject('AppealDecidedEvent', {
  type: Type.Enum(['appeal.decided']),
  ...event,
  data: Type.Object({
    ...data,
    decision: Type.Enum(['released', 'shortened', 'upheld', 'ended'], {
      description: '`ended`: the restriction ended before anyone decided.',
    }),
    answer: orNull(Type.String(), 'The answer to the player.'),
  }),
});

const dataOf = (row: AppealTable) => ({
  appid: row.appid,
  appealId: row.appeal_id,
  playerId: BigInt(row.player_id),
  scope: row.scope,
  blockType: row.block_type,
  source: row.source,
});

export const openedEvent = (row: AppealTable): NewEvent => ({
  gameIndex: row.game_index,
  type: 'appeal.opened',
  data: dataOf(row),
  at: row.created_at,
  numbered(seq) {
    row.opened_event = seq;
  },
});

export const endedEvent = (row: AppealTable): NewEvent => ({
  gameIndex: row.game_index,
  type: 'appeal.decided',
  data: { ...dataOf(row), decision: row.state, answer: row.answer } as NewEvent['data'],
  at: row.decided_at ?? row.created_at,
  numbered(seq) {
    row.decided_event = seq;
  },
});
