// The cookies of the session, of the device and of a sign-in that has begun: HttpOnly, and sent to no other site.
import type { FastifyRequest } from 'fastify';
import { DEVICE_LIFE_MS } from '../../operators/devices.ts';
import { FLOW_LIFE_MS } from '../../operators/oidc/flows.ts';
import { SESSION_LIFE_MS } from '../../operators/sessions.ts';

/** Each environment has its own name, because cookies do not distinguish ports. */
export const cookieName = (environment: string): string => `tollgate_${environment}`;

/** Outlives the session: a device that has signed in before is not locked out by strangers. */
export const deviceCookie = (sessionCookie: string): string => `${sessionCookie}_device`;

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** An empty value removes the cookie. */
export function writeCookie(name: string, value: string, publicUrl: string): string {
  const life = value === '' ? 0 : SESSION_LIFE_MS;
  return printCookie(name, value, { path: '/', life, publicUrl });
}

export function writeDeviceCookie(sessionCookie: string, value: string, publicUrl: string): string {
  const kept = { path: '/admin/v1', life: DEVICE_LIFE_MS, publicUrl };
  return printCookie(deviceCookie(sessionCookie), value, kept);
}

/** Of a sign-in by an issuer, from its begin to its end. */
export const flowCookie = (sessionCookie: string): string => `${sessionCookie}_oidc`;

/** Lax: the issuer sends the browser back. An empty value removes it. */
export function writeFlowCookie(sessionCookie: string, value: string, publicUrl: string): string {
  const life = value === '' ? 0 : FLOW_LIFE_MS;
  const kept = { path: '/admin/v1/session/oidc', life, publicUrl, sameSite: 'Lax' } as const;
  return printCookie(flowCookie(sessionCookie), value, kept);
}

interface Kept {
  readonly path: string;
  readonly life: number;
  readonly publicUrl: string;
  readonly sameSite?: 'Strict' | 'Lax';
}

function printCookie(
  name: string,
  value: string,
  { path, life, publicUrl, sameSite = 'Strict' }: Kept,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${life / 1_000}; HttpOnly; SameSite=${sameSite}${secure}`;
}
