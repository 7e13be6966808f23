// Answers are cached by endpoint; a change refreshes the endpoints it touches, and an ended session signs out every page.
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, get, getPage } from './api.ts';
import {
  type Endpoint,
  endpoint,
  type Item,
  type PagedPath,
  type PathWith,
  type Query,
  type Schema,
} from './endpoint.ts';

export const SESSION = endpoint('/session');
const PAGE_SIZE = 50;
const GREATEST_PAGE = 500;
const FRESH_MS = 5_000;

let hasEnded = false;

/** Whether nobody is signed in because the session came to its end. */
export const hasSessionEnded = (): boolean => hasEnded;

function noteEnd(error: Error): void {
  if (!(error instanceof ApiError) || error.code !== 'unauthorized') return;
  const wasSignedIn = queries.getQueryData([SESSION, {}]) != null;
  changePerson(null, wasSignedIn || hasEnded);
}

const MOST_RETRIES = 2;
/** Whoever waits for longer should read why. */
const LONGEST_WAIT_S = 15;

/** A rejection is final, unless it says when to ask again; an unreachable or failing service is asked again, too. */
function mayRecover(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, retryAfter = Number.POSITIVE_INFINITY } = error;
  return status === 0 || status >= 500 || (status === 429 && retryAfter <= LONGEST_WAIT_S);
}

/** Spread, so that the cards of a page do not all come back at once. */
function delayOf(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return 1_000 * (asked === undefined ? 2 ** failures : asked + Math.random());
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEnd }),
  mutationCache: new MutationCache({ onError: noteEnd }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MOST_RETRIES && mayRecover(error),
      retryDelay: delayOf,
    },
  },
});

/** Who is signed in now; what the person before them saw is forgotten. */
export function changePerson(session: Schema<'Session'> | null, isEnd = false): void {
  hasEnded = isEnd;
  queries.setQueryData([SESSION, {}], session);
  forgetAll();
}

/** When it turns out that somebody else, or nobody, is signed in: another tab has the same session. */
export function forgetOthers(session: Schema<'Session'> | null): void {
  const before = queries.getQueryData<Schema<'Session'> | null>([SESSION, {}]);
  if (before && before.account_id !== session?.account_id) forgetAll();
}

function forgetAll(): void {
  queries.removeQueries({ predicate: ({ queryKey: [path] }) => path !== SESSION });
}

/** Reads one path; `refetchInterval` for what changes while one looks at it, `staleTime` 0 for what is never kept. */
export function useGet<P extends PathWith<'GET'>>(
  at: Endpoint<P>,
  query?: Query<P>,
  options: { enabled?: boolean; refetchInterval?: number | false; staleTime?: number } = {},
) {
  return useQuery({
    queryKey: [at, query ?? {}],
    queryFn: ({ signal }) => get(at, query, signal),
    ...options,
  });
}

/** Everything of a short list, such as the projects one may see. */
export function useAll<P extends PagedPath>(at: Endpoint<P>, options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: [at, 'all'],
    queryFn: async ({ signal }) => {
      const items: Item<P>[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await getPage(at, { after, limit: GREATEST_PAGE }, signal);
        items.push(...page.items);
        after = page.next;
      }
      return items;
    },
    ...options,
  });
}

/** One page of a long list, with next and previous. */
export interface Keyset<T> {
  /** Which list and which page of it this is. */
  readonly about: string;
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
export function useKeyset<P extends PagedPath>(
  at: Endpoint<P>,
  query?: Query<P>,
  options: { refetchInterval?: number } = {},
): Keyset<Item<P>> {
  const about = JSON.stringify([at, query]);
  const [walk, setWalk] = useState<{ about: string; cursors: string[] }>({ about, cursors: [] });
  // Another filter is another list, which begins at its first page.
  const cursors = walk.about === about ? walk.cursors : [];
  const asked = { limit: PAGE_SIZE, ...query, after: cursors.at(-1) };
  const found = useQuery({
    queryKey: [at, asked],
    queryFn: ({ signal }) => getPage(at, asked, signal),
    placeholderData: keepPreviousData,
    ...options,
  });
  const next = found.data?.next;
  const turnTo = (to: string[]) => () => setWalk({ about, cursors: to });
  return {
    about: JSON.stringify([at, asked]),
    items: found.data?.items ?? [],
    isPending: found.isPending,
    isTurning: found.isPlaceholderData,
    // What was read stays, also when it cannot be read again.
    error: found.data ? null : found.error,
    number: cursors.length + 1,
    next: next != null && !found.isPlaceholderData ? turnTo([...cursors, next]) : undefined,
    previous: cursors.length > 0 ? turnTo(cursors.slice(0, -1)) : undefined,
    retry: () => void found.refetch(),
  };
}

/** Reads again what is shown of these endpoints and of what lies below them. */
export async function refresh(...endpoints: readonly Endpoint[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [read] }) =>
      endpoints.some((each) => read === each || String(read).startsWith(`${each}/`)),
  });
}
