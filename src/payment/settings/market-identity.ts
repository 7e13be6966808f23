// One purchase, one grant: an app at a market belongs to one app here, or its receipts would pass in several.
import { invalid, type Rejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import type { Market } from '../../storage/schema.ts';
import { marketOf } from '../markets/markets.ts';

interface Place {
  readonly appid: string;
  readonly market: Market;
}

/** Names are compared exactly, so what stands around one by mistake is dropped, and nothing may stand inside. */
export function withExactName<S extends object>(market: Market, settings: S): S | Rejection {
  const { identity: name } = marketOf(market);
  const value = name && (settings as Readonly<Record<string, unknown>>)[name];
  if (!name || typeof value !== 'string') return settings;
  const exact = value.trim();
  if (exact === '' || INVISIBLE.test(exact)) {
    return invalid(
      `settings.${name}`,
      `${name} contains white space or invisible characters. Copy it exactly as the store shows it; upper and lower case count.`,
    );
  }
  return { ...settings, [name]: exact };
}

/** White space, control characters, and characters without width. */
const INVISIBLE = /[\s\p{C}]/u;

/** The name of the app at the market; null where it does not matter. */
export function identityOf(market: Market, settings: object): string | null {
  const { identity: name } = marketOf(market);
  const value = name && (settings as Readonly<Record<string, unknown>>)[name];
  return value === null || value === undefined ? null : String(value);
}

/** Why an app may not take the identity; undefined when no other app has it. */
export async function identityProblem(
  db: Db,
  { appid, market }: Place,
  identity: string | null,
): Promise<Rejection | undefined> {
  if (identity === null) return undefined;
  const others = await db
    .selectFrom('market_setting as m')
    .innerJoin('app as other', 'other.appid', 'm.appid')
    .innerJoin('app as own', (join) => join.on('own.appid', '=', appid))
    .select(['m.appid', 'other.game_index', 'own.game_index as own_index'])
    .where('m.market', '=', market)
    .where('m.identity', '=', identity)
    .where('m.appid', '<>', appid)
    .orderBy('m.appid')
    .execute();
  if (others.length === 0) return undefined;
  // Other projects are none of the caller's business.
  const own = others.find((each) => each.game_index === each.own_index);
  return taken(market, identity, own ? `the app ${own.appid}` : 'an app of another project');
}

const taken = (market: Market, identity: string, holder: string): Rejection => {
  const { identity: name } = marketOf(market);
  return invalid(
    `settings.${name}`,
    `${name} ${identity} is already used by ${holder}, and a purchase may be granted in one app only. Use another ${name}, or remove it there first.`,
  );
};

/** Groups of apps with the same identity, saved before that was refused. */
export async function findTwins(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('market_setting')
    .select(['appid', 'market', 'identity'])
    .where('identity', 'is not', null)
    .orderBy('appid')
    .execute();
  // Markets may call it the same, and a package may be the same at several of them.
  const groups = Map.groupBy(rows, ({ market, identity }) => `${market} ${identity}`);
  const twins = [...groups.values()].filter((group) => group.length > 1);
  return twins.map((group) => {
    const apps = group.map(({ appid }) => appid).join(', ');
    const [first] = group;
    const name = first && `${marketOf(first.market).identity} ${first.identity}`;
    return `The apps ${apps} have the same ${name}, so a purchase passes in each of them. Remove the market from all but one.`;
  });
}
