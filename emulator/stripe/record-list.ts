// Records in the order they came: found by id at once, listed newest first by pages.

interface Listed {
  id: string;
  livemode: boolean;
}

export interface RecordList<T extends Listed> {
  readonly size: number;
  get(id: string): T | undefined;
  add(record: T): T;
  /** Newest first, starting after that record. */
  olderThan(id: string | undefined): Generator<T>;
  /** Oldest first, starting after that record. */
  newerThan(id: string): Generator<T>;
  all(): T[];
  load(records: T[]): void;
}

/** A list of these records alone, for queries about one object. */
export function pick<T extends Listed>(list: RecordList<T>, ids: readonly string[]): RecordList<T> {
  const picked = createRecordList<T>();
  picked.load(ids.map((id) => list.get(id)).filter((record) => record !== undefined));
  return picked;
}

export function createRecordList<T extends Listed>(): RecordList<T> {
  let records: T[] = [];
  let places = new Map<string, number>();

  function add(record: T): T {
    places.set(record.id, records.push(record) - 1);
    return record;
  }

  return {
    get size() {
      return records.length;
    },
    get(id) {
      const place = places.get(id);
      return place === undefined ? undefined : records[place];
    },
    add,
    *olderThan(id) {
      const start = id === undefined ? records.length : (places.get(id) ?? 0);
      for (let place = start - 1; place >= 0; place--) yield records[place] as T;
    },
    *newerThan(id) {
      const start = places.get(id) ?? records.length;
      for (let place = start + 1; place < records.length; place++) yield records[place] as T;
    },
    all: () => [...records],
    load(loaded) {
      records = [];
      places = new Map();
      for (const record of loaded) add(record);
    },
  };
}
