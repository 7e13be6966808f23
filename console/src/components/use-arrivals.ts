// Rows that arrive while somebody reads a list: they are marked, and what is being read stays where it is.
import { useLayoutEffect, useRef, useState } from 'react';

type Key = string | number;

/** Height of the header, which lies over the page. */
const HEADER = 58;

export function useArrivals(keys: readonly Key[], page: string | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<{ page: string | undefined; keys: readonly Key[] }>({ page, keys });
  const [first, setFirst] = useState({ page, keys });
  // Another page, filter or order has nothing new at first; nor has a list that is still on its way.
  const isOther = page !== undefined && (first.page !== page || first.keys.length === 0);
  if (isOther && (first.page !== page || keys.length > 0)) setFirst({ page, keys });
  const known = new Set(first.keys);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { page, keys };
    if (!body.current || before.page !== page || before.keys.length === 0) return;
    const old = new Set(before.keys);
    const arrived = keys.findIndex((key) => old.has(key));
    // While the beginning of the list is in sight, new rows are what one wants to see.
    if (arrived <= 0 || body.current.getBoundingClientRect().top >= HEADER) return;
    const rows = [...body.current.rows].slice(0, arrived);
    window.scrollBy(
      0,
      rows.reduce((height, row) => height + row.offsetHeight, 0),
    );
  });

  return {
    body,
    isNew: (key: Key): boolean => first.page === page && page !== undefined && !known.has(key),
  };
}
