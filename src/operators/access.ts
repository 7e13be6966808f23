// Authorization: admin tokens can do what their scope allows, accounts what their role in a project allows.
import { Type } from 'typebox';
import type { Limits } from '../audit/limits.ts';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { hashSecret, sameHash } from '../base/vault.ts';
import { readClient, unknownClient } from '../identity/oauth-clients.ts';
import { readApp, unknownApp } from '../tenants/apps.ts';
import { isSecondFactorRequired, unknownProject, type Viewer } from '../tenants/projects.ts';
import { checkAdminToken, type TokenCaller } from './admin-tokens.ts';
import { roleIn, rolesOf } from './members.ts';
import { isAtLeast, type Role, RoleName } from './roles.ts';
import { AREAS, type Area, SCOPES, type Scope } from './scopes.ts';
import type { SignedIn } from './sessions.ts';

/** The caller with this admin token; `configured` is the one from TOLLGATE_ADMIN_TOKEN. */
export async function tokenCaller(
  context: OperationContext,
  token: string,
  configured: string | undefined,
): Promise<TokenCaller | undefined> {
  if (configured !== undefined && sameHash(hashSecret(configured), hashSecret(token))) {
    return { name: 'TOLLGATE_ADMIN_TOKEN', scope: 'full', projects: null };
  }
  return checkAdminToken(context, token);
}

/** Identifies the project of a request, directly or through an app or a client. */
export interface Subject {
  readonly game_index?: string;
  readonly appid?: string;
  readonly client_id?: string;
}

/** What a route asks of its caller. */
export interface Demand {
  readonly role: Role;
  readonly area: Area;
  readonly subject: Subject;
}

export type AccessProblem =
  | Rejection
  | { readonly forbidden: string }
  | { readonly secondFactor: string };

/** What an allowed caller is limited to. */
interface Granted {
  readonly limits: Limits | undefined;
  readonly role: Role;
}

export type Access = AccessProblem | Granted;

export const isGranted = (access: Access): access is Granted => 'limits' in access;

/** Why the token is not allowed, or its limits when it is. */
export async function tokenAccess(
  context: OperationContext,
  { scope, projects, limits }: TokenCaller,
  { role: needed, area, subject }: Demand,
): Promise<Access> {
  if (projects) {
    const project = projectOf(context, subject);
    if (!project) return { forbidden: 'Only admin tokens for every project can do this.' };
    const gameIndex = await project.find();
    if (gameIndex === undefined || !projects.includes(gameIndex)) return project.unknown;
  }
  // With limits, it restricts like an operator: types, scopes and settings are everybody's.
  if (limits && !isAtLeast('operator', needed)) return { forbidden: LIMITED_TOKEN };
  const role = limits ? 'operator' : (SCOPES[scope][area] ?? 'viewer');
  return scopeProblem(scope, area, needed) ?? { limits, role };
}

const LIMITED_TOKEN = 'This admin token has limits. It restricts and releases players only.';

function scopeProblem(
  scope: Scope,
  area: Area,
  needed: Role,
): { readonly forbidden: string } | undefined {
  const role = SCOPES[scope][area];
  if (role && isAtLeast(role, needed)) return undefined;
  return { forbidden: `The scope ${scope} of this admin token does not allow this.` };
}

const ALL: Granted = { limits: undefined, role: 'owner' };

/** Why the account is not allowed, or its limits when it is. */
export async function accessOf(
  context: OperationContext,
  account: SignedIn,
  { role: needed, subject }: Demand,
): Promise<Access> {
  const project = projectOf(context, subject);
  const gameIndex = await project?.find();
  if (account.owner) return (await secondFactorProblem(context, account, gameIndex)) ?? ALL;
  if (!project) return { forbidden: 'Only owners of the installation can do this.' };
  const member =
    gameIndex === undefined ? undefined : await roleIn(context.storage.db, account, gameIndex);
  // Resources of other projects look as if they did not exist.
  if (!member) return project.unknown;
  const problem = await secondFactorProblem(context, account, gameIndex);
  if (problem) return problem;
  const { role, limits } = member;
  if (isAtLeast(role, needed)) return { limits, role };
  return { forbidden: `This requires the role ${needed}; yours is ${role}.` };
}

/** What concerns every project asks for a second factor as soon as one project does. */
async function secondFactorProblem(
  { storage }: OperationContext,
  account: SignedIn,
  gameIndex: number | undefined,
): Promise<AccessProblem | undefined> {
  if (account.secondFactor) return undefined;
  if (!(await isSecondFactorRequired(storage.db, gameIndex))) return undefined;
  const what = gameIndex === undefined ? 'A project of this installation' : `Project ${gameIndex}`;
  const remedy = account.issued
    ? `${account.issued.issuer} has not proved one: ask an administrator to set required_amr or required_acr for it.`
    : 'Set one up under Account, then try again.';
  return { secondFactor: `${what} requires a second factor. ${remedy}` };
}

/** Either of the two reads. */
export interface Reader {
  readonly account: SignedIn | undefined;
  readonly adminToken: TokenCaller | undefined;
}

/** Whether the caller may see who the members of the project are. */
export async function seesMembers(
  { storage }: OperationContext,
  { account, adminToken }: Reader,
  gameIndex: number | undefined,
): Promise<boolean> {
  if (adminToken) return scopeProblem(adminToken.scope, AREAS.member, 'owner') === undefined;
  if (!account || account.owner) return account !== undefined;
  if (gameIndex === undefined) return false;
  return (await roleIn(storage.db, account, gameIndex))?.role === 'owner';
}

/** The projects that the caller sees in lists. */
export const viewerOf = ({ account, adminToken }: Reader): Viewer => ({
  projects: adminToken?.projects ?? undefined,
  member: account?.owner ? undefined : account,
  withoutSecondFactor: account?.secondFactor === false,
});

/** Whether the caller may read this area in the projects that it sees. */
export function readsArea(adminToken: TokenCaller | undefined, area: Area): boolean {
  return !adminToken || scopeProblem(adminToken.scope, area, 'viewer') === undefined;
}

interface ProjectLookup {
  readonly unknown: Rejection;
  find(): Promise<number | undefined>;
}

function projectOf(
  context: OperationContext,
  { appid, client_id: clientId, game_index: number }: Subject,
): ProjectLookup | undefined {
  if (appid !== undefined) {
    return {
      unknown: unknownApp(appid),
      find: async () => numberIn(await readApp(context, appid)),
    };
  }
  if (clientId !== undefined) {
    const find = async () => numberIn(await readClient(context, clientId));
    return { unknown: unknownClient(clientId), find };
  }
  if (number === undefined) return undefined;
  const gameIndex = Number(number);
  const find = async () => (Number.isSafeInteger(gameIndex) ? gameIndex : undefined);
  return { unknown: unknownProject(gameIndex), find };
}

const numberIn = (found: { readonly game_index: number } | Rejection): number | undefined =>
  isRejection(found) ? undefined : found.game_index;

export const CurrentAccount = Type.Object({
  account_id: Type.String(),
  email: Type.String(),
  owner: Type.Boolean({ description: 'Owner of the installation in this session.' }),
  second_factor: Type.Boolean(),
  second_factor_required: Type.Boolean({
    description: 'Whether projects are hidden until the account has a second factor.',
  }),
  issuer: Type.Optional(
    Type.String({
      description: 'Issuer that the account has signed in by. Absent with a password.',
    }),
  ),
  csrf: Type.String({ description: 'Send it as `x-tollgate-csrf` with every change.' }),
  roles: Type.Array(
    Type.Object({ game_index: Type.Integer(), name: Type.String(), role: RoleName }),
    {
      description:
        "The account's roles that count in this session: those that people gave, and those from the groups of its issuer.",
    },
  ),
});
export type CurrentAccount = Type.Static<typeof CurrentAccount>;

/** The signed-in account and its roles; projects that require a second factor are hidden without one. */
export async function describeAccount(
  context: OperationContext,
  account: SignedIn,
): Promise<CurrentAccount> {
  const { accountId, email, owner, secondFactor, csrf, issued } = account;
  const { visible, hidden } = await rolesOf(context, account);
  const ownerNeeds = owner && (await isSecondFactorRequired(context.storage.db, undefined));
  return {
    account_id: accountId,
    email,
    owner,
    second_factor: secondFactor,
    second_factor_required: !secondFactor && (hidden > 0 || ownerNeeds),
    ...(issued && { issuer: issued.issuer }),
    csrf,
    roles: visible,
  };
}
