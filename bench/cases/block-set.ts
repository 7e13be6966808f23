// Interface 4.2, the whole way: key check, rules, durable write, history and outbox row.
import { envelope } from '../../src/restriction/envelope.ts';
import { answer, BlockSet, requestBody } from '../../src/restriction/schema.ts';
import type { Case } from '../case.ts';
import { endDate, playerId, restrictPlayers, START_DATE } from '../players.ts';

const PLAYERS = 200_000;
/** Some are restricted already, as in any service that has run for a while. */
const RESTRICTED = 20_000;

export const cases: Case[] = [
  {
    name: 'block-set',
    target: { sqlite: 0.85, postgres: 0.65 },
    cost: { sqlite: 1.7, postgres: 2.2 },
    echo: { body: requestBody(1, BlockSet, {}), answer: answer(1, []), reply: envelope(0) },
    variety: PLAYERS,
    setup: (service, app) => restrictPlayers(service, app, RESTRICTED),
    request: ({ appid, key, blockType }, index) => ({
      path: '/game/block/set',
      headers: { iscrypt: '0' },
      body: JSON.stringify({
        appid,
        service_certification_key: key,
        player_id: playerId(index, PLAYERS),
        status: 'B',
        block_type: blockType,
        start_date: START_DATE,
        end_date: endDate(index),
      }),
    }),
    isExpected: (text) => text.startsWith('{"result_code":0,'),
  },
];
