// Admin routes of owners, of a project's members, and of invitations.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PageQuery, pageOf } from '../base/paging.ts';
import { Account, Email, listOwners } from '../operators/accounts.ts';
import {
  Acceptance,
  acceptInvitation,
  Invitation,
  InvitationLanguage,
  InvitationToken,
  invite,
  listInvitations,
  NewInvitation,
  OpenInvitation,
  openInvitation,
  withdrawInvitation,
} from '../operators/invitations.ts';
import { LimitsOrNull } from '../operators/limits.ts';
import {
  changeMember,
  listMembers,
  Member,
  MemberChange,
  removeMember,
} from '../operators/members.ts';
import { RoleName } from '../operators/roles.ts';
import { unknownLimits } from '../restriction/limits.ts';
import { deviceCookie, readCookie } from './edge/cookie.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { NO_PASSWORDS } from './session.ts';

const ToProject = Type.Object(
  {
    email: Email,
    role: RoleName,
    limits: Type.Optional(LimitsOrNull),
    language: InvitationLanguage,
  },
  { additionalProperties: false },
);
const ToInstallation = Type.Object(
  { email: Email, language: InvitationLanguage },
  { additionalProperties: false },
);
const Token = Type.Object({ token: InvitationToken }, { additionalProperties: false });

export function memberRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context, alerts, cookieName, oidc } = deps;
  const issuers = oidc.clients.map(({ issuer }) => issuer.url);
  const inviting = { consoleUrl: alerts.consoleUrl, byMail: alerts.mailer !== undefined };
  adminRoute(scope, 'GET', '/projects/:game_index/members', {
    operation: 'member.list',
    summary: 'Lists the members of a project and their roles.',
    needs: 'owner',
    query: PageQuery,
    answer: pageOf(Member),
    run: ({ params, query }) => listMembers(context, { ...query, ...params }),
  });
  adminRoute(scope, 'PATCH', '/projects/:game_index/members/:account_id', {
    operation: 'member.change',
    summary: 'Changes the role of a member, or the restrictions that an operator may make.',
    needs: 'owner',
    body: MemberChange,
    answer: Member,
    run: async ({ params, body, actor }) =>
      (await unknownLimits(context, [params.game_index], body.limits)) ??
      changeMember(context, actor, { ...params, ...body }),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/members/:account_id', {
    operation: 'member.remove',
    summary: 'Removes a member from the project.',
    needs: 'owner',
    run: ({ params, actor }) => removeMember(context, actor, params, issuers),
  });
  adminRoute(scope, 'GET', '/projects/:game_index/invitations', {
    operation: 'member.invitations',
    summary: 'Lists the open invitations to a project.',
    needs: 'owner',
    query: PageQuery,
    answer: pageOf(Invitation),
    run: ({ params, query }) => listInvitations(context, params.game_index, query),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/invitations', {
    operation: 'member.invite',
    summary:
      'Creates an invitation link for a new member, and sends it by e-mail where SMTP is set. It is returned once and valid for seven days.',
    needs: 'owner',
    body: ToProject,
    answer: NewInvitation,
    status: 201,
    run: async ({ params, body, actor }) =>
      (await unknownLimits(context, [params.game_index], body.limits)) ??
      invite(context, actor, { ...body, gameIndex: params.game_index }, inviting),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/invitations/:invitation_id', {
    operation: 'member.invitation.withdraw',
    summary: 'Withdraws an invitation.',
    needs: 'owner',
    run: ({ params, actor }) =>
      withdrawInvitation(context, actor, params.game_index, params.invitation_id),
  });
  adminRoute(scope, 'GET', '/owners', {
    operation: 'owner.list',
    summary: 'Lists the owners of the installation, who have every role in every project.',
    needs: 'owner',
    query: PageQuery,
    answer: pageOf(Account),
    run: ({ query }) => listOwners(context, query),
  });
  adminRoute(scope, 'GET', '/invitations', {
    operation: 'invitation.list',
    summary: 'Lists the open invitations for owners of the installation.',
    needs: 'owner',
    query: PageQuery,
    answer: pageOf(Invitation),
    run: ({ query }) => listInvitations(context, null, query),
  });
  adminRoute(scope, 'POST', '/invitations', {
    operation: 'invitation.create',
    summary: 'Creates an invitation link for a new owner of the installation.',
    needs: 'owner',
    body: ToInstallation,
    answer: NewInvitation,
    status: 201,
    run: ({ body, actor }) =>
      invite(context, actor, { ...body, role: 'owner', gameIndex: null }, inviting),
  });
  adminRoute(scope, 'DELETE', '/invitations/:invitation_id', {
    operation: 'invitation.withdraw',
    summary: 'Withdraws the invitation of an owner.',
    needs: 'owner',
    run: ({ params, actor }) => withdrawInvitation(context, actor, null, params.invitation_id),
  });
  adminRoute(scope, 'POST', '/invitations/open', {
    operation: 'invitation.open',
    summary: 'Returns what an invitation is for.',
    needs: 'nothing',
    body: Token,
    answer: OpenInvitation,
    run: ({ body }) => openInvitation(context, body.token),
  });
  adminRoute(scope, 'POST', '/invitations/accept', {
    operation: 'invitation.accept',
    summary:
      'Accepts an invitation with a new password, or with that of the existing account. Sign in afterwards.',
    needs: 'nothing',
    body: Acceptance,
    answer: Type.Object({ email: Email }),
    async run({ body, request }) {
      if (deps.passwordSignIn === 'off') return NO_PASSWORDS;
      return acceptInvitation(context, body, {
        address: request.ip,
        device: readCookie(request, deviceCookie(cookieName)),
      });
    },
  });
}
