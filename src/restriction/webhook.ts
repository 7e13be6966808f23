// The game server notification for the API reference (interface 6.1).
import { Type } from 'typebox';
import { Id64Answer } from '../base/id-shapes.ts';
import { namedObject } from '../base/named.ts';
import { describeWebhook } from '../outbox/webhook.ts';

const DateText = Type.String({ description: "`YYYY-MM-DD HH:mm:ss` in the app's time zone." });

const RestrictedPlayer = namedObject('RestrictedPlayer', {
  player_id: Id64Answer('Player identifier.'),
  status: Type.Enum(['P', 'B'], { description: '`P` permanent, `B` for a period.' }),
  start_date: DateText,
  end_date: DateText,
});

export const restrictionWebhook = describeWebhook({
  operationId: 'webhook.restriction',
  summary: 'Game server notification',
  description:
    'Sent to the receiver of the channel `restriction` when restrictions are registered or changed, about up to 100 players. Nothing is sent on a release.',
  body: namedObject('RestrictionNotification', {
    game_index: Type.Integer({ description: 'Number of the project.' }),
    server_url: Type.String({ description: 'The URL it is sent to.' }),
    data: Type.Array(RestrictedPlayer, { maxItems: 100, description: 'Empty in a test message.' }),
  }),
  examples: {
    restricted: {
      game_index: 1001,
      server_url: 'https://game.example/restrictions',
      data: [
        {
          player_id: 10_000_000_123,
          status: 'B',
          start_date: '2026-11-15 00:00:00',
          end_date: '2026-12-15 00:00:00',
        },
      ],
    },
  },
  accepted: Type.Object({
    result_code: Type.Integer({
      description:
        '`0` accepted; anything else refuses, and Tollgate isolates the refused players.',
      default: 0,
    }),
  }),
});
