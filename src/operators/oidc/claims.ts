// Pure rules about what an issuer says of a person: groups to roles, the second factor, the e-mail address.
import type { Role } from '../../storage/schema.ts';
import { isAtLeast } from '../roles.ts';
import type { Issuer } from './issuers.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What the groups of a person allow. */
export interface Allowed {
  readonly owner: boolean;
  /** The highest role in each project. */
  readonly projects: ReadonlyMap<number, Role>;
}

export function allowedBy(
  issuer: Pick<Issuer, 'groupsClaim' | 'roles' | 'trustsEmail'>,
  claims: Claims,
  environment: 'production' | 'sandbox',
): Allowed {
  const groups = new Set(groupsOf(issuer, claims));
  const rules = issuer.roles.filter(
    (rule) =>
      groups.has(rule.group) &&
      (rule.environment === undefined || rule.environment === environment),
  );
  const projects = new Map<number, Role>();
  for (const rule of rules) {
    if ('owner' in rule) continue;
    const known = projects.get(rule.project);
    if (!known || isAtLeast(rule.role, known)) projects.set(rule.project, rule.role);
  }
  return { owner: rules.some((rule) => 'owner' in rule), projects };
}

export const allowsNothing = ({ owner, projects }: Allowed): boolean =>
  !owner && projects.size === 0;

/** A text is one group. An address that nobody has verified is none. */
function groupsOf(
  { groupsClaim, trustsEmail }: Pick<Issuer, 'groupsClaim' | 'trustsEmail'>,
  claims: Claims,
): string[] {
  if (groupsClaim === 'email') return [verifiedEmail({ trustsEmail }, claims) ?? []].flat();
  const found = [claimAt(claims, groupsClaim)].flat();
  return found.filter((each) => typeof each === 'string');
}

export const hasGroups = ({ groupsClaim }: Pick<Issuer, 'groupsClaim'>, claims: Claims): boolean =>
  claimAt(claims, groupsClaim) !== undefined;

/** By its whole name, which may have dots, else by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isInside ? (value as Claims)[part] : undefined;
  }, claims);
}

/** Null: the issuer is not asked for one. */
export function secondFactorOf(
  { requiredAmr, requiredAcr }: Pick<Issuer, 'requiredAmr' | 'requiredAcr'>,
  claims: Claims,
): 'missing' | 'proved' | null {
  if (requiredAmr.length === 0 && requiredAcr.length === 0) return null;
  const methods = Array.isArray(claims.amr) ? claims.amr : [];
  const hasMethods = requiredAmr.every((method) => methods.includes(method));
  const hasClass =
    requiredAcr.length === 0 ||
    (typeof claims.acr === 'string' && requiredAcr.includes(claims.acr));
  return hasMethods && hasClass ? 'proved' : 'missing';
}

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;
const MAX_EMAIL = 254;

export function verifiedEmail(
  { trustsEmail }: Pick<Issuer, 'trustsEmail'>,
  { email, email_verified: isVerified }: Claims,
): string | undefined {
  if (typeof email !== 'string' || !EMAIL.test(email) || email.length > MAX_EMAIL) return undefined;
  const isTrusted = trustsEmail && isVerified === undefined;
  return isVerified === true || isTrusted ? email.toLowerCase() : undefined;
}

/** What a person without a verified address is called: the id at the issuer, and the issuer's name. */
export function nameOf({ name }: Pick<Issuer, 'name'>, subject: string): string {
  const plain = subject.replace(/[^A-Za-z0-9._|-]/g, '_').slice(0, 200);
  return `${plain}@${name}`.toLowerCase();
}
