// The session cookie: HttpOnly and SameSite=Strict.
import type { FastifyRequest } from 'fastify';
import { SESSION_LIFE_MS } from '../../operators/sessions.ts';

/** Each environment has its own name, because cookies do not distinguish ports. */
export const cookieName = (environment: string): string => `tollgate_${environment}`;

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** An empty value removes the cookie. */
export function writeCookie(name: string, value: string, publicUrl: string): string {
  const life = value === '' ? 0 : SESSION_LIFE_MS / 1_000;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${secure}`;
}
