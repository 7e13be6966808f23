// Who is signed in, and what they may do in a project.
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError, call, get, keepCsrf } from './api.ts';
import { endpoint } from './endpoint.ts';
import { changePerson, forgetOthers, SESSION } from './queries.ts';
import type { Role, Session } from './records.ts';

/** Each may do what the ones before it may. */
export const ROLES: readonly Role[] = ['viewer', 'operator', 'admin', 'owner'];

/** Null: nobody is signed in. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: [SESSION, {}],
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    // Somebody may have signed in, or out, in another tab.
    refetchOnWindowFocus: 'always',
  });

async function readSession(signal: AbortSignal): Promise<Session | null> {
  const session = await askSession(signal);
  forgetOthers(session);
  return session;
}

async function askSession(signal: AbortSignal): Promise<Session | null> {
  try {
    const session = await get(SESSION, {}, signal);
    keepCsrf(session.csrf);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  const session = await call('POST', SESSION, credentials);
  keepCsrf(session.csrf);
  changePerson(session);
}

/** Whoever has signed in by an issuer signs out there, too. */
export async function signOut(): Promise<void> {
  const { url } = await call('POST', endpoint('/session/sign-out'));
  if (url === null) changePerson(null);
  else location.assign(url);
}

/** Leaves for the issuer, which sends the browser back. */
export async function signInBy(issuer: string, next: string): Promise<void> {
  const { url } = await call('POST', endpoint('/session/oidc/{issuer}', { issuer }), { next });
  location.assign(url);
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** Where app servers and stores call: here, unless the console has a listener of its own. */
export const useApiUrl = (): string => useSession().api_url ?? location.origin;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This page is for signed-in people.');
  return session;
}

/** The role in a project; owners of the installation own every project. */
export function roleIn(session: Session, gameIndex: number): Role | undefined {
  if (session.owner) return 'owner';
  return session.roles.find((each) => each.game_index === gameIndex)?.role;
}

export function isAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
