// News between processes on one database: "the apps changed", "there is something to send".
// News may be lost (a broken connection), never invented: a listener also looks by itself now and then.
export interface Signals {
  /** Tells this process at once and the others as soon as may be. Call it after the commit. */
  emit(topic: string): void;
  on(topic: string, listener: () => void): void;
}

/** Another process has changed something and cannot say what. */
export const ANYTHING = '*';

export interface Bus extends Signals {
  heard(topic: string): void;
}

export function createSignals(tellOthers: (topic: string) => void): Bus {
  const listeners = new Map<string, Set<() => void>>();
  const heard = (topic: string): void => {
    const groups = topic === ANYTHING ? [...listeners.values()] : [listeners.get(topic)];
    for (const group of groups) for (const listener of group ?? []) listener();
  };
  return {
    heard,
    emit(topic) {
      heard(topic);
      tellOthers(topic);
    },
    on(topic, listener) {
      const group = listeners.get(topic) ?? new Set();
      listeners.set(topic, group.add(listener));
    },
  };
}
