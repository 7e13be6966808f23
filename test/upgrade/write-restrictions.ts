// Writes restriction types and restricted players: every kind of change, by every kind of caller.
import { until } from '../support/process.ts';
import { accessToken, bearer, type Gate } from './gate.ts';
import { expectStatus, id, type Json, send } from './wire.ts';
import type { People, Player } from './world.ts';
import { type Apps, CHESS, KR, RACERS, US } from './write-apps.ts';
import { session } from './write-people.ts';

const FOREVER = { start_date: '2026-11-01 00:00:00', end_date: '2099-12-31 23:59:59' };
/** Ends between the two visits of the writer. */
const SHORT = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-05 12:30:00' };
const LATER = { start_date: '2098-01-01 00:00:00', end_date: '2099-01-01 00:00:00' };

const POPUP = {
  type_status: 'N',
  type_name: '불법 프로그램',
  type_en_name: 'Illegal program',
  reasons: [
    { language: 'ko', title: '이용 제한', reason: '불법 프로그램 사용이 확인되었습니다.' },
    { language: 'en', title: 'Access restricted', reason: 'An illegal program was found.' },
    { language: 'ja', title: '利用制限', reason: '不正なプログラムが見つかりました。' },
    { language: 'ar', title: 'تقييد', reason: 'تم العثور على برنامج غير قانوني.' },
  ],
};
const PLAIN = {
  type_status: 'O',
  type_name: '욕설',
  type_en_name: 'Abusive language',
  reasons: [
    { language: 'ko', reason: '욕설이 확인되었습니다.' },
    { language: 'en', reason: 'Abusive language.\n"Quoted", 100 %, 😀' },
    { language: 'zh-hant', reason: '辱罵' },
  ],
};

export async function writeRestrictions(gate: Gate, apps: Apps): Promise<Player[]> {
  const players: Player[] = [];
  const meet = (appid: string, ...ids: string[]): void => {
    players.push(...ids.map((player_id) => ({ appid, player_id })));
  };
  await writeTypes(gate, apps);
  await writePlayers(gate, apps);
  meet(KR, '9007199254740993', '9007199254740992', '9223372036854775807', '1');
  meet(KR, '1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', '1010', '1011');
  const token = await gate.token(apps.client(KR));
  const us = { appid: US, block_type: 1 };
  await gate.restrict('set', {}, by(apps, US, { player_id: 1, status: 'B', ...us, ...SHORT }));
  await gate.restrict('set', accessToken(token), { player_id: 2, status: 'B', ...us, ...FOREVER });
  meet(US, '1', '2');
  for (const appid of [RACERS, CHESS]) {
    for (const player_id of [1, 2]) await ban(gate, apps, appid, player_id);
    meet(appid, '1', '2', '3');
  }
  return players;
}

/** Generation 1: the key is in the body. */
const by = (apps: Apps, appid: string, body: object): object => ({
  appid,
  service_certification_key: apps.key(appid),
  ...body,
});

function ban(gate: Gate, apps: Apps, appid: string, player_id: number): Promise<Json> {
  const restriction = { player_id, status: 'P', block_type: 1, ...FOREVER };
  return gate.restrict('set', {}, by(apps, appid, restriction));
}

/** Numbers 1 and 2 stay, 3 is deleted, 4 is changed afterwards. */
async function writeTypes(gate: Gate, apps: Apps): Promise<void> {
  for (const appid of [KR, US, RACERS, CHESS]) {
    await gate.restrict('type/set', {}, by(apps, appid, POPUP));
    const caller = accessToken(await gate.token(apps.client(appid)));
    await gate.restrict('type/set', caller, { appid, ...PLAIN });
    await gate.restrict('type/set', caller, { appid, ...PLAIN });
    await gate.restrict('type/delete', caller, { appid, block_type: 3 });
    const { block_type } = await gate.admin('POST', `/apps/${appid}/types`, POPUP);
    const changed = { ...POPUP, type_en_name: 'Cheating', reasons: POPUP.reasons.slice(0, 3) };
    await gate.admin('PUT', `/apps/${appid}/types/${block_type}`, changed);
  }
}

async function writePlayers(gate: Gate, apps: Apps): Promise<void> {
  const token = await gate.token(apps.client(KR));
  const first = (path: string, body: object, code?: number) =>
    gate.restrict(path, {}, by(apps, KR, body), code);
  const second = (path: string, body: object, code?: number) =>
    gate.restrict(path, accessToken(token), { appid: KR, ...body }, code);
  const P = { status: 'P', block_type: 1, ...FOREVER };
  const B = { status: 'B', block_type: 2, ...FOREVER };
  await first('set', { player_id: id('9007199254740993'), ...P });
  await second('set', { player_id: id('9007199254740992'), ...B });
  await second('set', { player_id: id('9223372036854775807'), ...B, ...LATER });
  await first('set', { player_id: 1001, ...B, ...SHORT });
  await first('set', { player_id: 1002, ...B });
  await second('set', { player_id: 1002, ...P });
  await second('set', { player_id: 1002, ...B, block_type: 4 });
  await first('set', { player_id: 1003, ...P });
  await second('delete', { player_id: 1003 });
  await second('delete', { player_id: 1003 }, 2002);
  await first('set', { player_id: 1004, ...P });
  await first('set', { player_id: 1004, ...B, skip_blocked: true });
  const { did } = await login(gate, token, 1005);
  await second('set', { player_id: 1005, ...B, did });
  await second('set', { player_id: 1006, ...B });
  await first('delete', { player_id: 1006 });
  await second('set', { player_id: 1006, ...P });
  const users = [1008, 1009, 1010].map((player_id) => ({ player_id, ...B }));
  await second('bulk/set', { users: [...users, { player_id: 1011, ...B, block_type: 99 }] });
  await second('bulk/delete', { users: [{ player_id: 1010 }, { player_id: 1011 }] });
}

async function login(gate: Gate, token: string, player_id: number): Promise<Json> {
  const body = { appid: KR, player_id };
  return expectStatus(200, send('POST', `${gate.url}/auth/v1/login`, body, bearer(token)));
}

/** Five days later: what ended is written down as ended, people act, bulk jobs run. */
export async function writeRestrictionsLate(
  gate: Gate,
  apps: Apps,
  { owner }: People,
): Promise<Player[]> {
  for (const [appid, player] of [
    [KR, 1001],
    [US, 1],
  ] as const) {
    await until(async () => {
      const { items } = await gate.admin('GET', `/apps/${appid}/players/${player}/history`);
      return items[0].action === 'expired';
    });
  }
  const inBrowser = async (method: string, path: string, body: object): Promise<void> => {
    const url = `${gate.url}/admin/v1/apps/${KR}/players/${path}`;
    await expectStatus(200, send(method, url, body, session(owner)));
  };
  const restriction = { status: 'B', block_type: 1, ...FOREVER };
  await inBrowser('PUT', '1007/restriction', { ...restriction, comment: 'Reported by many' });
  await gate.admin('PUT', `/apps/${KR}/players/1009/restriction`, restriction);
  await inBrowser('POST', '1009/release', { comment: 'A mistake' });
  await writeBulk(gate);
  // Those wait: one line is paused, the other is refused.
  for (const appid of [RACERS, CHESS]) await ban(gate, apps, appid, 3);
  return ['2001', '2002', '2003', '2004'].map((player_id) => ({ appid: KR, player_id }));
}

async function writeBulk(gate: Gate): Promise<void> {
  const defaults = new URLSearchParams({
    action: 'restrict',
    comment: 'From a file, "quoted"',
    status: 'B',
    block_type: '2',
    ...FOREVER,
  });
  const path = `/apps/${KR}/bulk`;
  const upload = (query: URLSearchParams | string, text: string): Promise<Json> =>
    gate.admin('POST', `${path}?${query}`, text);
  const rows = ['player_id,status', '2001,P', '2002,', '1004,B', 'nobody,', '2003,B', '2004,X'];
  const jobs = [
    await upload(defaults, `${rows.join('\n')}\n`),
    await upload('action=release', '2003\n2999\n'),
  ];
  for (const { job_id } of jobs) {
    await gate.admin('POST', `${path}/${job_id}/apply`, undefined, 200);
    await until(async () => (await gate.admin('GET', `${path}/${job_id}`)).state === 'done');
  }
  // Looked at, not applied.
  await upload(defaults, '2001\n2002\n2003\n');
}
