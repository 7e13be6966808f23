// Looks up apps and their keys through a cache.
import { APPS_CHANGED } from '../audit/operation.ts';
import { createCachedReads } from '../base/cache.ts';
import type { Clock } from '../base/clock.ts';
import { hashSecret, sameHash } from '../base/vault.ts';
import type { Storage } from '../storage/storage.ts';

/** After a change that nobody announced, such as one by hand in the database. */
export const CACHE_LIFE_MS = 60_000;
const CACHED_APPS = 10_000;

/** The format of app ids; anything else is unknown without a query. */
const APPID = /^[A-Za-z0-9._-]{1,100}$/;

export const isAppId = (text: string): boolean => APPID.test(text);

export interface App {
  readonly appid: string;
  readonly gameIndex: number;
  readonly timeZone: string;
  readonly accountNamespace: string;
  readonly createdAt: number;
  readonly keys: readonly AppKey[];
  /** Scopes of restrictions that the project has added. */
  readonly scopes: readonly OwnScope[];
  readonly appeals: AppealRules;
  /** Whether withdrawn consent restricts players. */
  readonly restrictsForConsent: boolean;
}

/** How the project treats appeals. */
export interface AppealRules {
  /** Who restricted a player must not decide the player's appeal. */
  readonly second_person?: boolean;
  /** Days after a decision until the player may appeal again; never without it. */
  readonly again_after_days?: number;
}

export interface OwnScope {
  readonly scope: string;
  /** By language. */
  readonly names: Readonly<Record<string, string>>;
}

/** What names the rows of an app: on a cluster, the project says on which node they are. */
export type AppName = Pick<App, 'appid' | 'gameIndex'>;

export const nameOf = ({ appid, gameIndex }: AppName): AppName => ({ appid, gameIndex });

interface AppKey {
  readonly keyId: string;
  readonly hash: string;
  readonly expiresAt: number | null;
}

export interface Directory {
  app(appid: string): Promise<App | undefined>;
}

export function createDirectory(storage: Storage, clock: Clock): Directory {
  const apps = createCachedReads<App | undefined>(clock, CACHE_LIFE_MS, CACHED_APPS);
  storage.signals.on(APPS_CHANGED, apps.clear);
  return {
    async app(appid) {
      return isAppId(appid) ? apps.get(appid, () => readApp(storage, appid)) : undefined;
    },
  };
}

async function readApp({ db }: Storage, appid: string): Promise<App | undefined> {
  const [app, keys] = await Promise.all([
    db
      .selectFrom('app as a')
      .innerJoin('project as p', 'p.game_index', 'a.game_index')
      .selectAll('a')
      .select(['p.scopes', 'p.appeals'])
      .where('a.appid', '=', appid)
      .executeTakeFirst(),
    db.selectFrom('certification_key').selectAll().where('appid', '=', appid).execute(),
  ]);
  return (
    app && {
      appid,
      gameIndex: app.game_index,
      timeZone: app.time_zone,
      accountNamespace: app.account_namespace,
      createdAt: app.created_at,
      keys: keys.map((key) => ({ keyId: key.key_id, hash: key.hash, expiresAt: key.expires_at })),
      scopes: JSON.parse(app.scopes) as OwnScope[],
      appeals: JSON.parse(app.appeals) as AppealRules,
      restrictsForConsent: app.consent_type !== null,
    }
  );
}

/** The id of the valid key that matches the secret, or undefined. */
export function matchingKey(app: App, secret: string, now: number): string | undefined {
  const hash = hashSecret(secret);
  return app.keys.find(
    (key) => (key.expiresAt === null || key.expiresAt > now) && sameHash(key.hash, hash),
  )?.keyId;
}
