// What was read is kept by path; a change refreshes the paths it touches, and an ended session shows everywhere.
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, get, type Query } from './api.ts';
import type { Page, Session } from './records.ts';

export const SESSION_PATH = '/session';
const PAGE_SIZE = 50;
const GREATEST_PAGE = 500;
const FRESH_MS = 5_000;

function noteEnd(error: Error): void {
  if (error instanceof ApiError && error.code === 'unauthorized') changePerson(null);
}

/** Refusals stay refusals; only a service that is away or broken is asked again. */
const mayRecover = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEnd }),
  mutationCache: new MutationCache({ onError: noteEnd }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < 2 && mayRecover(error),
    },
  },
});

/** Who is signed in now; what the person before them saw is forgotten. */
export function changePerson(session: Session | null): void {
  queries.setQueryData([SESSION_PATH, {}], session);
  queries.removeQueries({ predicate: ({ queryKey: [path] }) => path !== SESSION_PATH });
}

/** Reads one path; `refetchInterval` for what changes while one looks at it. */
export function useGet<T>(
  path: string,
  query: Query = {},
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
) {
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => get<T>(path, query, signal),
    ...options,
  });
}

/** Everything of a short list, such as the projects one may see. */
export function useAll<T>(path: string, options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: [path, 'all'],
    queryFn: async ({ signal }) => {
      const items: T[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await get<Page<T>>(path, { after, limit: GREATEST_PAGE }, signal);
        items.push(...page.items);
        after = page.next;
      }
      return items;
    },
    ...options,
  });
}

/** One page of a long list, with the way forward and back. */
export interface Keyset<T> {
  readonly items: readonly T[];
  readonly isPending: boolean;
  /** The next page is on its way; the one before is still shown. */
  readonly isTurning: boolean;
  readonly error: Error | null;
  readonly number: number;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly retry: () => void;
}

/** Walks a list by key: each page costs the same, the first and the ten thousandth. */
export function useKeyset<T>(
  path: string,
  query: Query = {},
  options: { refetchInterval?: number } = {},
): Keyset<T> {
  const about = JSON.stringify([path, query]);
  const [walk, setWalk] = useState<{ about: string; cursors: string[] }>({ about, cursors: [] });
  // Another filter is another list, which begins at its first page.
  const cursors = walk.about === about ? walk.cursors : [];
  const asked = { limit: PAGE_SIZE, ...query, after: cursors.at(-1) };
  const found = useQuery({
    queryKey: [path, asked],
    queryFn: ({ signal }) => get<Page<T>>(path, asked, signal),
    placeholderData: keepPreviousData,
    ...options,
  });
  const next = found.data?.next;
  const turnTo = (to: string[]) => () => setWalk({ about, cursors: to });
  return {
    items: found.data?.items ?? [],
    isPending: found.isPending,
    isTurning: found.isPlaceholderData,
    error: found.error,
    number: cursors.length + 1,
    next: next != null && !found.isPlaceholderData ? turnTo([...cursors, next]) : undefined,
    previous: cursors.length > 0 ? turnTo(cursors.slice(0, -1)) : undefined,
    retry: () => void found.refetch(),
  };
}

/** Reads again what is shown of these paths and of what lies below them. */
export async function refresh(...paths: readonly string[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [read] }) =>
      paths.some((path) => read === path || String(read).startsWith(`${path}/`)),
  });
}
