// Players and restriction types of this run: ids that no real player has, and their removal at the end.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { appServerToken, generation1, post } from './client.ts';
import { assertResult } from './contract.ts';
import { settings } from './settings.ts';

const TOP_BIT = 1n << 62n;
const players = new Set<bigint>();
const types = new Set<number>();

/** A 63-bit id by chance, beyond what games count up to. */
export function newPlayer(): bigint {
  const id = TOP_BIT | (randomBytes(8).readBigUInt64BE() >> 2n);
  players.add(id);
  return id;
}

/** Operators who see one know what it was. */
const NAME = `acceptance test ${randomUUID().slice(0, 8)}`;

export const POLICY_TYPE = {
  type_status: 'O',
  type_name: `인수 시험 ${NAME}`,
  type_en_name: NAME,
  reasons: [
    { language: 'ko', reason: '불법 프로그램 사용' },
    { language: 'en', reason: 'Use of an illegal program' },
  ],
} as const;

export const TEMPORARY_TYPE = {
  ...POLICY_TYPE,
  type_status: 'N',
  reasons: [
    { language: 'ko', title: '이용 제한', reason: '조사하고 있습니다.' },
    { language: 'en', title: 'Access restricted', reason: 'We are looking into it.' },
  ],
} as const;

/** Remembers a registered type, to delete it at the end. */
export function made(blockType: number): number {
  types.add(blockType);
  return blockType;
}

export async function registerType(fields: object = POLICY_TYPE): Promise<number> {
  const answer = await generation1.call<{ block_type: number }>('type/set', { ...fields });
  assertResult(answer, 0, generation1);
  return made(answer.body.data.block_type);
}

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD HH:mm:ss`, this many days from now. */
export const day = (offset: number): string =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A period that runs in every time zone. */
export const RUNNING = { status: 'B', start_date: day(-2), end_date: day(2) } as const;

export async function restrict(player: bigint, blockType: number, fields: object = {}) {
  const body = { player_id: player, block_type: blockType, ...RUNNING, ...fields };
  assertResult(await generation1.call('set', body), 0, generation1);
}

export interface Login {
  readonly access_token: string | null;
  readonly token_type: string;
  readonly expires_in: number | null;
  readonly did: number | bigint;
  readonly restriction: Readonly<Record<string, unknown>> | null;
}

/** A login that must succeed, restricted or not. */
export async function logIn(player: bigint, fields: object = {}): Promise<Login> {
  const answer = await post<Login>(
    '/auth/v1/login',
    { appid: settings.appid, player_id: player, ...fields },
    { Authorization: `Bearer ${await appServerToken()}` },
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The user token of a login that must not be restricted. */
export async function userToken(player: bigint, fields: object = {}) {
  const { access_token } = await logIn(player, fields);
  assert.ok(access_token, 'the player is not restricted');
  return access_token;
}

/** Logs out and releases every player, then deletes every type. */
export async function removeAll(): Promise<void> {
  const headers = { Authorization: `Bearer ${await appServerToken()}` };
  await Promise.all(
    [...players].map(async (player_id) => {
      await generation1.call('delete', { player_id });
      await post('/auth/v1/logout', { appid: settings.appid, player_id }, headers);
    }),
  );
  const kept = [...types].map(async (block_type) => {
    const { body } = await generation1.call('type/delete', { block_type });
    return body.result_code;
  });
  const codes = await Promise.all(kept);
  players.clear();
  types.clear();
  assert.deepEqual(
    codes.filter((code) => code !== 0 && code !== 4011),
    [],
    'every type could be deleted',
  );
}
