// A small bounded cache with expiry, cleared when a signal reports a change.
import type { Clock } from './clock.ts';

export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, lifeMs?: number): void;
  /** For a value that takes time to find: a `set` that does nothing when the cache was cleared meanwhile. */
  begin(): Cache<Key, Value>['set'];
  clear(): void;
}

export function createCache<Key, Value>(
  clock: Clock,
  lifeMs: number,
  maxEntries: number,
): Cache<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly until: number }>();
  let clearings = 0;
  const set: Cache<Key, Value>['set'] = (key, value, life = lifeMs) => {
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as Key);
    entries.set(key, { value, until: clock() + life });
  };
  return {
    set,
    begin() {
      const before = clearings;
      return (...entry) => {
        if (clearings === before) set(...entry);
      };
    },
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > clock()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    clear() {
      clearings += 1;
      entries.clear();
    },
  };
}

export interface CachedReads<Value> {
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/** Callers of the same key share one read; a failed read is not kept. */
export function createCachedReads<Value>(
  clock: Clock,
  lifeMs: number,
  maxEntries: number,
): CachedReads<Value> {
  const cache = createCache<string, Promise<Value>>(clock, lifeMs, maxEntries);
  return {
    clear: cache.clear,
    get(key, read) {
      const cached = cache.get(key);
      if (cached) return cached;
      const reading = read();
      cache.set(key, reading);
      reading.catch(() => cache.set(key, reading, 0));
      return reading;
    },
  };
}
