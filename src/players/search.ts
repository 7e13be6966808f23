// Finds players by their id, a support code, an account or a device.
import type { OperationContext } from '../audit/operation.ts';
import { toId64 } from '../base/ids.ts';
import {
  appsWithLogin,
  type PlayerName,
  playersOfAccount,
  playersOnDevice,
} from '../identity/player-search.ts';
import {
  appsWithHistory,
  appsWithRestriction,
  type LiveType,
  liveTypes,
} from '../restriction/player-search.ts';
import { readSupportCode } from '../restriction/support-code.ts';
import { type AppsOfProject, byProject } from '../tenants/apps-by-project.ts';
import type { VisibleApp } from '../tenants/visible-apps.ts';

export const FOUND_BY = ['player_id', 'support_code', 'account', 'device'] as const;
type FoundBy = (typeof FOUND_BY)[number];

interface FoundPlayer {
  readonly appid: string;
  readonly player_id: bigint;
  readonly found_by: FoundBy;
  readonly restriction: LiveType | null;
}

/** Other records of a player, by app. */
type AlsoIn = (
  context: OperationContext,
  apps: AppsOfProject,
  playerId: bigint,
) => Promise<readonly { readonly appid: string }[]>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** At most `limit`, in the order of the apps. */
export async function findPlayers(
  context: OperationContext,
  apps: readonly VisibleApp[],
  text: string,
  { limit, alsoIn }: { readonly limit: number; readonly alsoIn: AlsoIn },
): Promise<FoundPlayer[]> {
  const { db } = context.storage;
  const groups = byProject(apps);
  const each = async <T>(find: (some: AppsOfProject) => Promise<T[]>): Promise<T[]> =>
    (await Promise.all(groups.map(find))).flat();
  const known = (some: AppsOfProject, playerId: bigint) =>
    knownPlayers(context, some, playerId, alsoIn);
  const id = /^\d{1,19}$/.test(text) ? toId64(BigInt(text)) : undefined;
  const code = readSupportCode(text);
  const coded = groups.filter(({ gameIndex }) => gameIndex === code?.gameIndex);
  const [named, called, linked, onDevice] = await Promise.all([
    id === undefined ? [] : each((some) => known(some, id)),
    code && coded[0] ? known(coded[0], code.playerId) : [],
    UUID.test(text) ? each((some) => playersOfAccount(db, some, text.toLowerCase())) : [],
    id === undefined ? [] : each((some) => playersOnDevice(db, some, id, limit)),
  ]);
  const found: readonly [FoundBy, readonly PlayerName[]][] = [
    ['support_code', called],
    ['player_id', named],
    ['account', linked],
    ['device', onDevice],
  ];
  const place = new Map(apps.map(({ appid }, index) => [appid, index]));
  const placeOf = ({ appid }: PlayerName): number => place.get(appid) ?? apps.length;
  const players = found.flatMap(([found_by, names]) =>
    names
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((name) => ({ ...name, found_by })),
  );
  const shown = players.slice(0, limit);
  const typeOf = await liveTypes(db, shown, context.clock());
  const views = shown.map((player) => ({
    appid: player.appid,
    player_id: player.playerId,
    found_by: player.found_by,
    restriction: typeOf(player) ?? null,
  }));
  if (!code) return views;
  // A code names the type too, so the app whose restriction it is comes first.
  const isNamed = ({ restriction }: FoundPlayer): boolean =>
    restriction?.block_type === code.blockType;
  return [...views.filter(isNamed), ...views.filter((view) => !isNamed(view))];
}

/** In the apps that have a record of the player; every number is a player id, most of nobody. */
async function knownPlayers(
  context: OperationContext,
  apps: AppsOfProject,
  playerId: bigint,
  alsoIn: AlsoIn,
): Promise<PlayerName[]> {
  const { db } = context.storage;
  const player = { ...apps, playerId };
  const found = await Promise.all([
    appsWithLogin(db, player),
    appsWithHistory(db, player),
    appsWithRestriction(db, player),
    alsoIn(context, apps, playerId),
  ]);
  const { gameIndex } = apps;
  const appids = new Set(found.flat().map(({ appid }) => appid));
  return [...appids].map((appid) => ({ gameIndex, appid, playerId }));
}
