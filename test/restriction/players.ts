// What the tests of restrictions have in common: valid types, valid periods, players nobody else uses.
import assert from 'node:assert/strict';
import type { Gate, TestApp } from '../support/harness.ts';
import { callGeneration2, generation2 } from './generations.ts';

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

/** An instant as the interface writes it, in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

export const POLICY_TYPE = {
  type_status: 'O',
  type_name: '운영 정책 위반',
  type_en_name: 'Policy violation',
  reasons: [
    { language: 'ko', reason: '운영 정책을 위반했습니다.' },
    { language: 'en', reason: 'You broke the rules.' },
  ],
} as const;

export const TEMPORARY_TYPE = {
  type_status: 'N',
  type_name: '조사 중',
  type_en_name: 'Under investigation',
  reasons: [
    { language: 'ko', title: '일시 제한', reason: '조사하고 있습니다.' },
    { language: 'en', title: 'On hold', reason: 'We are looking into it.' },
  ],
} as const;

export async function registerType(
  gate: Gate,
  app: TestApp,
  type: object = POLICY_TYPE,
): Promise<number> {
  const answer = await callGeneration2(gate.service, app, '/game/block/type/set', { ...type });
  assert.equal(answer.body.result_code, 0);
  return answer.body.data.block_type;
}

let players = 7_000_000_000;

/** A player that no other test knows. */
export function newPlayer(): number {
  players += 1;
  return players;
}

/** A valid body for `/game/block/set`: from now on, for a day. */
export function restriction(gate: Gate, player_id: number | bigint, more: object = {}) {
  return {
    player_id,
    status: 'B',
    block_type: 1,
    start_date: dateText(gate.now),
    end_date: dateText(gate.now + DAY),
    ...more,
  };
}

/** What keeps the player out, as `/v2/game/block/get` tells it, or null. */
export async function restrictionOf(gate: Gate, app: TestApp, player_id: number | bigint) {
  const answer = await callGeneration2(gate.service, app, '/game/block/get', { player_id });
  assert.equal(answer.body.result_code, 0);
  return answer.body.data.restriction;
}

/** What happened to the player, oldest first. */
export async function historyOf(gate: Gate, app: TestApp, player_id: number | bigint) {
  const answer = await callGeneration2(gate.service, app, '/game/block/history', {
    player_id,
    size: 100,
  });
  assert.equal(answer.body.result_code, 0);
  return answer.body.data.history.toReversed();
}

export async function actionsOn(
  gate: Gate,
  app: TestApp,
  player_id: number | bigint,
): Promise<string[]> {
  const history = await historyOf(gate, app, player_id);
  return history.map((entry: { action: string }) => entry.action);
}

/** Logs a player in and answers what the game gets: the token, the did, the restriction. */
export async function logIn(gate: Gate, app: TestApp, player_id: number | bigint, more = {}) {
  const answer = await gate.post(
    '/auth/v1/login',
    { appid: app.appid, player_id, ...more },
    { authorization: `Bearer ${await gate.token(app)}` },
  );
  assert.equal(answer.status, 200);
  return answer.body;
}

export async function logOut(gate: Gate, token: string): Promise<void> {
  const answer = await gate.post('/auth/v1/logout', undefined, {
    authorization: `Bearer ${token}`,
  });
  assert.deepEqual(answer.body, { logged_out: true });
}

/** Registers through generation 2 and insists that it worked. */
export async function restrict(gate: Gate, app: TestApp, player_id: number | bigint, more = {}) {
  const fields = restriction(gate, player_id, more);
  const answer = await callGeneration2(gate.service, app, '/game/block/set', fields);
  assert.deepEqual(answer.body, generation2.says(0));
}
