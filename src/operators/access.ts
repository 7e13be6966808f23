// Authorization: admin tokens can do everything, accounts what their role in a project allows.
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { hashSecret, sameHash } from '../base/vault.ts';
import { readClient, unknownClient } from '../identity/oauth-clients.ts';
import { readApp, unknownApp } from '../tenants/apps.ts';
import { unknownProject } from '../tenants/projects.ts';
import { checkAdminToken } from './admin-tokens.ts';
import { roleIn, rolesOf } from './members.ts';
import { isAtLeast, type Role, RoleName } from './roles.ts';
import { hasSecondFactor } from './second-factor.ts';
import type { SignedIn } from './sessions.ts';

/** The name of the matching admin token; `configured` is the one from TOLLGATE_ADMIN_TOKEN. */
export async function adminTokenName(
  context: OperationContext,
  token: string,
  configured: string | undefined,
): Promise<string | undefined> {
  if (configured !== undefined && sameHash(hashSecret(configured), hashSecret(token))) {
    return 'TOLLGATE_ADMIN_TOKEN';
  }
  return checkAdminToken(context, token);
}

/** Identifies the project of a request, directly or through an app or a client. */
export interface Subject {
  readonly game_index?: string;
  readonly appid?: string;
  readonly client_id?: string;
}

/** Why the account is not allowed, or undefined when it is. */
export async function accessProblem(
  context: OperationContext,
  account: SignedIn,
  needed: Role,
  subject: Subject,
): Promise<Rejection | { readonly forbidden: string } | undefined> {
  if (account.owner) return undefined;
  const project = projectOf(context, subject);
  if (!project) return { forbidden: 'Only owners of the installation can do this.' };
  const gameIndex = await project.find();
  const role =
    gameIndex === undefined
      ? undefined
      : await roleIn(context.storage.db, account.accountId, gameIndex);
  // Resources of other projects look as if they did not exist.
  if (!role) return project.unknown;
  if (isAtLeast(role, needed)) return undefined;
  return { forbidden: `This requires the role ${needed}; yours is ${role}.` };
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
  owner: Type.Boolean({ description: 'Owner of the installation.' }),
  second_factor: Type.Boolean(),
  csrf: Type.String({ description: 'Send it as `x-tollgate-csrf` with every change.' }),
  roles: Type.Array(
    Type.Object({ game_index: Type.Integer(), name: Type.String(), role: RoleName }),
    { description: 'Projects that the account is a member of.' },
  ),
});
export type CurrentAccount = Type.Static<typeof CurrentAccount>;

/** The signed-in account and its roles. */
export async function describeAccount(
  context: OperationContext,
  { accountId, email, owner, csrf }: SignedIn,
): Promise<CurrentAccount> {
  return {
    account_id: accountId,
    email,
    owner,
    second_factor: await hasSecondFactor(context, accountId),
    csrf,
    roles: await rolesOf(context, accountId),
  };
}
