// Signals between processes on one database, such as "the apps changed".
import type { Db } from './db.ts';

export interface Signals {
  /**
   * Signals this process immediately and the others as soon as possible. Call it after the commit. The signal to the
   * others is lost when this process ends in between, so listeners also look by themselves.
   */
  emit(topic: string): void;
  /** Signals the other processes with the commit of the transaction, which must be of this database: for what they cache. */
  announce(tx: Db, topic: string): Promise<void>;
  /** Signals this process alone. Enough for work that any process can do, and cheaper. */
  deliver(topic: string): void;
  on(topic: string, listener: () => void): void;
}

/** Another process changed something unspecified. */
export const ANYTHING = '*';

export function createSignals(
  tellOthers: (topic: string) => void,
  announce: Signals['announce'] = async () => {},
): Signals {
  const listeners = new Map<string, Set<() => void>>();
  const deliver = (topic: string): void => {
    const groups = topic === ANYTHING ? [...listeners.values()] : [listeners.get(topic)];
    for (const group of groups) for (const listener of group ?? []) listener();
  };
  return {
    deliver,
    announce,
    emit(topic) {
      deliver(topic);
      tellOthers(topic);
    },
    on(topic, listener) {
      const group = listeners.get(topic) ?? new Set();
      listeners.set(topic, group.add(listener));
    },
  };
}
