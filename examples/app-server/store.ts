// What the app server remembers: each purchase once, and how many gems an account has.
import { DatabaseSync } from 'node:sqlite';

export interface Sale {
  readonly id: string;
  readonly account: string;
  readonly gems: number;
}

/** `blocked`: cancelled before it was delivered. `taken`: delivered, then cancelled. */
type State = 'delivered' | 'blocked' | 'taken';

export function openStore(path: string) {
  const db = new DatabaseSync(path);
  db.exec(`
    create table if not exists account (id text primary key, gems integer not null) strict;
    create table if not exists purchase
      (id text primary key, account text not null, gems integer not null, state text not null) strict;
  `);
  const find = db.prepare('select id, account, gems, state from purchase where id = ?');
  const save = db.prepare(
    'insert or replace into purchase (id, account, gems, state) values (?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from purchase where id = ?');
  const add = db.prepare(`
    insert into account (id, gems) values (?, ?)
    on conflict (id) do update set gems = gems + excluded.gems`);
  const read = db.prepare('select gems from account where id = ?');

  const recall = (id: string) => find.get(id) as (Sale & { readonly state: State }) | undefined;
  const become = (state: State, { id, account, gems }: Sale): void => {
    save.run(id, account, gems, state);
    if (state === 'delivered') add.run(account, gems);
    if (state === 'taken') add.run(account, -gems);
  };

  /** Purchase and gems change together or not at all. */
  function atomically(change: () => boolean): boolean {
    db.exec('begin immediate');
    try {
      const changed = change();
      db.exec('commit');
      return changed;
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  }

  return {
    /** True once per purchase, however often it is verified; never for what was cancelled before. */
    deliver: (sale: Sale): boolean =>
      atomically(() => {
        if (recall(sale.id)) return false;
        become('delivered', sale);
        return true;
      }),
    /** True when goods were taken back. */
    cancel: (id: string): boolean =>
      atomically(() => {
        const sale = recall(id);
        if (!sale) become('blocked', { id, account: '', gems: 0 });
        if (sale?.state !== 'delivered') return false;
        become('taken', sale);
        return true;
      }),
    /** The refund was reversed, or the dispute won. */
    reinstate: (id: string): boolean =>
      atomically(() => {
        const sale = recall(id);
        // Its next verification delivers it.
        if (sale?.state === 'blocked') remove.run(id);
        if (sale?.state !== 'taken') return false;
        become('delivered', sale);
        return true;
      }),
    gemsOf: (account: string): number => Number(read.get(account)?.gems ?? 0),
  };
}
