// What is wrong with an app at a market: refused credentials, or no answers. Written when the state changes.
import type { Db } from '../../storage/db.ts';
import type { Market, Schema } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';

type Row = Schema['market_setting'];

/** What a check found wrong with the credentials, in the shape of its answer. */
export interface RefusedCredentials {
  readonly code: string;
  readonly details: object;
  readonly text: string;
}

interface MarketKey {
  readonly appid: string;
  readonly market: Market;
  /** Settings that changed since are another story. */
  readonly updatedAt: number;
}

export const readTroubles = statement((db, $: Params<{ appids: readonly string[] }>) =>
  db
    .selectFrom('market_setting')
    .select(['appid', 'market', 'updated_at', 'refused_since', 'refused_at', 'refused_call'])
    .select('failing_since')
    .where('appid', 'in', $.appids),
);

export type Trouble = Awaited<ReturnType<typeof readTroubles>>[number];

/** Keeps since when, unless they were accepted in between. */
export async function keepRefused(
  db: Db,
  { appid, market, updatedAt }: MarketKey,
  {
    refusal,
    call,
    now,
  }: { readonly refusal: RefusedCredentials; readonly call: string; readonly now: number },
): Promise<void> {
  const { code, details, text } = refusal;
  await db
    .updateTable('market_setting')
    .set((eb) => ({
      refused_since: eb.fn.coalesce('refused_since', eb.val(now)),
      refused_at: now,
      refused_call: call,
      refusal: JSON.stringify({ code, details, text }),
    }))
    .where('appid', '=', appid)
    .where('market', '=', market)
    .where('updated_at', '=', updatedAt)
    .execute();
}

export const touchRefused = statement((db, $: Params<MarketKey & { now: number }>) =>
  db
    .updateTable('market_setting')
    .set({ refused_at: $.now })
    .where('appid', '=', $.appid)
    .where('market', '=', $.market)
    .where('updated_at', '=', $.updatedAt)
    .where('refused_since', 'is not', null),
);

export const endRefused = statement((db, $: Params<MarketKey>) =>
  db
    .updateTable('market_setting')
    .set({ refused_since: null, refused_at: null, refused_call: null, refusal: null })
    .where('appid', '=', $.appid)
    .where('market', '=', $.market)
    .where('updated_at', '=', $.updatedAt)
    .where('refused_since', 'is not', null),
);

export const keepFailing = statement((db, $: Params<MarketKey & { since: number }>) =>
  db
    .updateTable('market_setting')
    .set({ failing_since: $.since })
    .where('appid', '=', $.appid)
    .where('market', '=', $.market)
    .where('updated_at', '=', $.updatedAt)
    .where('failing_since', 'is', null),
);

export const endFailing = statement((db, $: Params<MarketKey>) =>
  db
    .updateTable('market_setting')
    .set({ failing_since: null })
    .where('appid', '=', $.appid)
    .where('market', '=', $.market)
    .where('updated_at', '=', $.updatedAt)
    .where('failing_since', 'is not', null),
);

const troubled = (db: Db) =>
  db
    .selectFrom('app as a')
    .innerJoin('market_setting as m', 'm.appid', 'a.appid')
    .select(['a.game_index as gameIndex', 'm.appid', 'm.market'])
    .select(['m.refused_since', 'm.refusal', 'm.failing_since'])
    .where(({ or, eb }) =>
      or([eb('m.refused_since', 'is not', null), eb('m.failing_since', 'is not', null)]),
    )
    .orderBy('m.appid')
    .orderBy('m.market');

/** The markets of a project's apps that refuse the credentials or do not answer. */
export const listTroubled = statement((db, $: Params<{ gameIndex: number }>) =>
  troubled(db).where('a.game_index', '=', $.gameIndex),
);

/** Those of all projects. */
export const listAllTroubled = statement(troubled);

/** Nothing is wrong with settings that nobody has tried yet. */
export const NO_TROUBLE = {
  refused_since: null,
  refused_at: null,
  refused_call: null,
  refusal: null,
  failing_since: null,
} as const satisfies Partial<Record<keyof Row, null>>;
