// Players and restriction types of this run: ids that no real player has, and their removal at the end.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Login, type LoginInput, unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';

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

type WireType = typeof POLICY_TYPE | typeof TEMPORARY_TYPE;

/** A type as the SDK takes it. */
export const typeInput = ({ type_status, type_name, type_en_name, reasons }: WireType) => ({
  typeStatus: type_status,
  typeName: type_name,
  typeEnName: type_en_name,
  reasons,
});

export async function registerType(type: WireType = POLICY_TYPE): Promise<number> {
  return made(unwrap(await tollgate.restrictions.types.set(typeInput(type))).blockType);
}

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD HH:mm:ss`, this many days from now. */
export const day = (offset: number): string =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A period that runs in every time zone. */
export const RUNNING = { status: 'B', start_date: day(-2), end_date: day(2) } as const;

interface Period {
  readonly status: 'B' | 'P';
  readonly start_date: string;
  readonly end_date: string;
}

export async function restrict(
  playerId: bigint,
  blockType: number,
  fields: Partial<Period> = {},
): Promise<void> {
  const { status, start_date: startDate, end_date: endDate } = { ...RUNNING, ...fields };
  unwrap(await tollgate.restrictions.set({ playerId, blockType, status, startDate, endDate }));
}

type LoginFields = Omit<LoginInput, 'playerId'>;

/** A login that must succeed, restricted or not. */
export const logIn = async (playerId: bigint, fields: LoginFields = {}): Promise<Login> =>
  unwrap(await tollgate.players.login({ playerId, ...fields }));

/** The user token of a login that must not be restricted. */
export async function userToken(player: bigint, fields: LoginFields = {}): Promise<string> {
  const { accessToken } = await logIn(player, fields);
  assert.ok(accessToken, 'the player is not restricted');
  return accessToken;
}

/** Logs out and releases every player, then deletes every type. */
export async function removeAll(): Promise<void> {
  const { restrictions } = tollgate;
  await Promise.all(
    [...players].map(async (playerId) => {
      await restrictions.delete({ playerId });
      await tollgate.players.logout({ playerId });
    }),
  );
  const deletions = await Promise.all(
    [...types].map((blockType) => restrictions.types.delete({ blockType })),
  );
  players.clear();
  types.clear();
  assert.deepEqual(
    deletions.flatMap((each) => (each.ok || each.error.code === 'UNREGISTERED_TYPE' ? [] : each)),
    [],
    'every type could be deleted',
  );
}
