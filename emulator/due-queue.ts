// Entries by when they are due: a binary heap, so that a million of them cost nothing until then.

export interface DueQueue<Item> {
  add(at: number, item: Item): void;
  /** Removes and returns the earliest entry that is due. */
  takeDue(now: number): { at: number; item: Item } | undefined;
  clear(): void;
}

export function createDueQueue<Item>(): DueQueue<Item> {
  const heap: { at: number; item: Item }[] = [];
  const at = (place: number) => heap[place]?.at ?? Infinity;

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  }

  return {
    add(time, item) {
      let place = heap.push({ at: time, item }) - 1;
      for (
        let parent = (place - 1) >> 1;
        place > 0 && at(parent) > time;
        parent = (place - 1) >> 1
      ) {
        swap(place, parent);
        place = parent;
      }
    },
    takeDue(now) {
      if (at(0) > now) return undefined;
      swap(0, heap.length - 1);
      const earliest = heap.pop();
      for (let place = 0; ; ) {
        const left = 2 * place + 1;
        const child = at(left + 1) < at(left) ? left + 1 : left;
        if (at(child) >= at(place)) return earliest;
        swap(place, child);
        place = child;
      }
    },
    clear() {
      heap.length = 0;
    },
  };
}
