// Marks on accounts with purchases that were undone or restored, for whoever draws the consequences.
import { timeOrderedId } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { AppName } from '../../tenants/directory.ts';

/** Sent after a commit that has marked accounts. */
export const ACCOUNTS_MARKED = 'accounts-marked';

/** The consequences are drawn later, by whoever follows the marks. */
export const markAccounts = (
  tx: Db,
  { appid, gameIndex }: AppName,
  accounts: readonly string[],
  now: number,
): Promise<void> =>
  insertRows(
    tx,
    'measure_mark',
    [...new Set(accounts)].map((account_uuid) => ({
      game_index: gameIndex,
      appid,
      mark_id: timeOrderedId(now),
      account_uuid,
      player_id: null,
    })),
  );
