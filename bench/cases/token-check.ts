// Interface 2.2: what it costs to know that a token is good, on a route that does nothing else.
import { Type } from 'typebox';
import { systemClock } from '../../src/base/clock.ts';
import type { Endpoint } from '../../src/restriction/endpoints.ts';
import { envelope, tokenValidation } from '../../src/restriction/envelope.ts';
import { generation2 } from '../../src/restriction/routes.ts';
import { answer, requestBody } from '../../src/restriction/schema.ts';
import type { Case } from '../case.ts';
import { playerId } from '../players.ts';

const body = Type.Object({ player_id: Type.Integer() });

const nothing: Endpoint = {
  path: '/bench/token-check',
  operation: 'bench.token-check',
  description: '',
  summary: 'Checks the token and does nothing',
  generations: [2],
  body,
  example: {},
  codes: [],
  handle: async () => ({ code: 0 }),
};

export const cases: Case[] = [
  {
    name: 'token-check',
    target: { sqlite: 0.85, postgres: 0.85 },
    echo: {
      body: requestBody(2, body, {}),
      answer: answer(2, []),
      reply: { ...envelope(0), token_validation: tokenValidation('SUCCESS') },
    },
    variety: 1_000,
    routes({ app, ...deps }) {
      app.register(async (scope) => generation2(scope, [nothing], { ...deps, clock: systemClock }));
    },
    request: ({ appid, token }, index) => ({
      path: `/v2${nothing.path}`,
      headers: { 'x-access-token': token, iscrypt: '0' },
      body: JSON.stringify({ appid, player_id: playerId(index, 1_000) }),
    }),
    isExpected: (text) => text.startsWith('{"result_code":0,'),
  },
];
