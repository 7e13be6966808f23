// Reading one restriction is as fast among a million restricted players as among a thousand.
import { DebtList } from '../../src/measures/debts/debts.ts';
import { envelope, tokenValidation } from '../../src/restriction/envelope.ts';
import { answer, BlockGet, blockGetData, requestBody } from '../../src/restriction/schema.ts';
import type { Case } from '../case.ts';
import { endDate, playerId, restrictPlayers, START_DATE } from '../players.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const VARIETY = 50_000;

function among(count: number): Case {
  return {
    name: nameOf(count),
    target: { sqlite: 0.8, postgres: 0.8 },
    ...(count > FEW && { like: { name: nameOf(FEW), target: 0.9 } }),
    echo: {
      body: requestBody(2, BlockGet, {}),
      answer: answer(2, [], blockGetData(DebtList)),
      reply: {
        ...envelope(0),
        token_validation: tokenValidation('SUCCESS'),
        data: {
          restriction: {
            player_id: playerId(0, count),
            status: 'B',
            block_type: 1,
            type_status: 'N',
            title: 'Access restricted',
            reason: 'Use of an illegal program.',
            start_date: START_DATE,
            end_date: endDate(0),
            in_effect: true,
            support_code: '1001-4LDQPEB-1',
          },
          debt: [],
        },
      },
    },
    variety: VARIETY,
    setup: (service, app) => restrictPlayers(service, app, count),
    request: ({ appid, token }, index) => ({
      path: '/v2/game/block/get',
      headers: { 'x-access-token': token, iscrypt: '0' },
      body: JSON.stringify({ appid, player_id: playerId(index, count), language: 'en' }),
    }),
    isExpected: (text) => text.includes('"in_effect":true'),
  };
}

function nameOf(count: number): string {
  return `block-get-${count}`;
}

export const cases: Case[] = [among(FEW), among(MANY)];
