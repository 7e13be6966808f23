// Moments of a demo year that follow each other, in one transaction: a commit for each would take most of the time.
import { type LoginRequest, newLogin, writeLogins } from '../identity/logins.ts';
import { applyUpdates, type LedgerUpdate } from '../payment/ledger/ledger.ts';
import type { Db } from '../storage/db.ts';
import type { Procedure } from '../storage/procedure.ts';
import type { AppName } from '../tenants/directory.ts';

export type Update = Omit<LedgerUpdate, 'appid'>;

/** A player logs in, or the ledger hears of something. */
export type Happened = { readonly login: LoginRequest } | { readonly update: Update };

export type Moment = Happened & { readonly at: number };

interface Input {
  readonly app: AppName;
  /** In their order. */
  readonly moments: readonly Moment[];
}

/** @public Found by its name in the thread that holds the database. */
export const writeMoments: Procedure<Input, void> = {
  module: import.meta.url,
  name: 'writeMoments',
  async work(tx: Db, { app, moments }: Input): Promise<void> {
    for (const moment of moments) {
      const { at: now } = moment;
      if ('login' in moment) await writeLogins(tx, [newLogin(app, moment.login, now)]);
      else {
        const updates = [{ ...app, ...moment.update }];
        await applyUpdates.work(tx, { updates, now, claimBy: now });
      }
    }
  },
};
