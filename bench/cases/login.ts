// A player who is not restricted logs in: restrictions and debts are looked for, and the login is written.
import { generateKeyPairSync, sign } from 'node:crypto';
import { Type } from 'typebox';
import type { Case } from '../case.ts';
import { playerId } from '../players.ts';

const PLAYERS = 200_000;
const DEVICES = 1_000;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** A token for the player needs a signature; nobody can do without. */
const signOnce = (): void => void sign('sha256', Buffer.alloc(400, 'a'), privateKey);

export const cases: Case[] = [
  {
    name: 'login',
    target: { sqlite: 0.6, postgres: 0.5 },
    echo: {
      work: signOnce,
      body: Type.Object({
        appid: Type.String(),
        player_id: Type.Integer(),
        did: Type.Integer(),
        language: Type.String(),
      }),
      answer: Type.Object({
        access_token: Type.String(),
        token_type: Type.String(),
        expires_in: Type.Integer(),
        did: Type.Integer(),
        restriction: Type.Null(),
        debt: Type.Array(Type.Object({})),
      }),
      reply: {
        access_token: 'x'.repeat(500),
        token_type: 'Bearer',
        expires_in: 86_400,
        did: 1,
        restriction: null,
        debt: [],
      },
    },
    variety: PLAYERS,
    request: ({ appid, token }, index) => ({
      path: '/auth/v1/login',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        appid,
        player_id: playerId(index, PLAYERS),
        did: 1 + (index % DEVICES),
        language: 'en',
      }),
    }),
    isExpected: (text) => text.startsWith('{"access_token":"'),
  },
];
