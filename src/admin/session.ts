// Admin routes of the own session: sign-in, sign-out, password, second factor.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { listOf } from '../base/paging.ts';
import { CurrentAccount, describeAccount } from '../operators/access.ts';
import { Email } from '../operators/accounts.ts';
import { completeReset, Reset, ResetRequest, requestReset } from '../operators/password-reset.ts';
import { Password } from '../operators/passwords.ts';
import {
  Code,
  confirmSecondFactor,
  Enrolment,
  enrolSecondFactor,
  RecoveryCodes,
  removeSecondFactor,
} from '../operators/second-factor.ts';
import {
  endSession,
  findSession,
  listSessions,
  SessionRecord,
  type SignedIn,
} from '../operators/sessions.ts';
import {
  changePassword,
  PasswordChange,
  SignIn,
  type SignInOutcome,
  signIn,
} from '../operators/sign-in.ts';
import { deviceCookie, readCookie, writeCookie, writeDeviceCookie } from './edge/cookie.ts';
import { sendProblem } from './edge/problem.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { SENT } from './edge/sent.ts';

const EnvironmentName = Type.Enum(['production', 'sandbox']);

const Surroundings = namedObject('Environment', {
  environment: EnvironmentName,
  other: Type.Union(
    [Type.Object({ environment: EnvironmentName, url: Type.String() }), Type.Null()],
    { description: 'Console of the other environment.' },
  ),
  api_url: Type.Optional(
    Type.String({
      description:
        'Base URL for app servers and stores. Present if the admin API has a listener of its own.',
    }),
  ),
  password_reset: Type.Optional(
    Type.Boolean({ description: 'True if a new password can be requested by e-mail.' }),
  ),
  issuers: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), label: Type.String(), url: Type.String() }), {
      description: 'Issuers to sign in by (OpenID Connect). Absent if there are none.',
    }),
  ),
  password_sign_in: Type.Optional(
    Type.Enum(['owners', 'off'], {
      description:
        'Who can sign in with a password: only owners of the installation, or nobody. Absent if everybody can.',
    }),
  ),
});

const { roles, ...account } = CurrentAccount.properties;
const Session = namedObject('Session', { ...account, ...Surroundings.properties, roles });

const NO_MAIL = notFound(
  'This installation sends no e-mails. An administrator can reset the password with tollgate account reset-password.',
);

export const NO_PASSWORDS = notFound('Passwords are switched off here. Sign in by an issuer.');

const Proof = Type.Object({ password: Password }, { additionalProperties: false });
const Removal = Type.Object({ password: Password, code: Code }, { additionalProperties: false });
const Confirmation = Type.Object({ code: Code }, { additionalProperties: false });

export function sessionRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context, cookieName, publicUrl } = deps;
  const surroundings = {
    environment: deps.environment,
    other: deps.otherConsole ?? null,
    ...(deps.apiUrl !== undefined && { api_url: deps.apiUrl }),
    ...(deps.alerts.mailer && deps.passwordSignIn !== 'off' && { password_reset: true }),
    ...(deps.oidc.clients.length > 0 && {
      issuers: deps.oidc.clients.map(({ issuer: { name, label, url } }) => ({ name, label, url })),
    }),
    ...(deps.passwordSignIn !== 'on' && { password_sign_in: deps.passwordSignIn }),
  };
  const setCookie = (reply: FastifyReply, value: string): void =>
    void reply.header('set-cookie', writeCookie(cookieName, value, publicUrl));

  async function describe(signedIn: SignedIn) {
    const { roles, ...account } = await describeAccount(context, signedIn);
    return { ...account, ...surroundings, roles };
  }

  adminRoute(scope, 'GET', '/environment', {
    operation: 'environment.read',
    summary: 'Returns the environment; needs no sign-in.',
    needs: 'nothing',
    answer: Surroundings,
    run: async () => surroundings,
  });
  adminRoute(scope, 'POST', '/session', {
    operation: 'session.open',
    summary: 'Signs in and sets the session cookie.',
    needs: 'nothing',
    body: SignIn,
    answer: Session,
    status: 201,
    async run({ body, request, reply }) {
      const origin = {
        address: request.ip,
        userAgent: String(request.headers['user-agent'] ?? ''),
        device: readCookie(request, deviceCookie(cookieName)),
      };
      const outcome = await signIn(context, body, origin, deps.passwordSignIn);
      if (!('cookie' in outcome)) {
        sendFailure(request, reply, outcome, context.clock());
        return SENT;
      }
      setCookie(reply, outcome.cookie);
      reply.header('set-cookie', writeDeviceCookie(cookieName, outcome.device, publicUrl));
      return describe((await findSession(context, outcome.cookie)) as SignedIn);
    },
  });
  adminRoute(scope, 'POST', '/password-resets', {
    operation: 'session.password.request',
    summary:
      'Sends a link to a new password by e-mail, if there is such an account. The answer does not say whether there is.',
    needs: 'nothing',
    body: ResetRequest,
    async run({ body, request, reply }) {
      if (!deps.alerts.mailer) return NO_MAIL;
      if (deps.passwordSignIn === 'off') return NO_PASSWORDS;
      const outcome = await requestReset(context, body, request.ip);
      if (!('lockedUntil' in outcome)) return {};
      sendFailure(request, reply, outcome, context.clock());
      return SENT;
    },
  });
  adminRoute(scope, 'POST', '/password-resets/complete', {
    operation: 'session.password.reset',
    summary:
      'Sets a new password with the link of the e-mail and ends all sessions of the account. Sign in afterwards.',
    needs: 'nothing',
    body: Reset,
    answer: Type.Object({ email: Email }),
    run: ({ body }) => completeReset(context, body),
  });
  adminRoute(scope, 'GET', '/session', {
    operation: 'session.read',
    summary: 'Returns the signed-in account and its roles.',
    needs: 'session',
    answer: Session,
    run: ({ account }) => describe(account as SignedIn),
  });
  adminRoute(scope, 'DELETE', '/session', {
    operation: 'session.close',
    summary: 'Signs out.',
    needs: 'session',
    run({ account, actor, reply }) {
      const { accountId, sessionId } = account as SignedIn;
      setCookie(reply, '');
      return endSession(context, actor, accountId, sessionId);
    },
  });
  adminRoute(scope, 'GET', '/session/list', {
    operation: 'session.list',
    summary: 'Lists your sessions, newest first.',
    needs: 'session',
    answer: listOf(SessionRecord),
    run: ({ account }) => listSessions(context, account as SignedIn),
  });
  adminRoute(scope, 'DELETE', '/session/list/:session_id', {
    operation: 'session.end',
    summary: 'Ends one of your sessions.',
    needs: 'session',
    run: ({ account, actor, params }) =>
      endSession(context, actor, (account as SignedIn).accountId, params.session_id),
  });
  adminRoute(scope, 'PUT', '/session/password', {
    operation: 'session.password',
    summary: 'Changes your password and ends your other sessions.',
    needs: 'session',
    body: PasswordChange,
    run: ({ account, actor, body, request }) =>
      changePassword(context, actor, account as SignedIn, body, request.ip),
  });
  adminRoute(scope, 'POST', '/session/totp', {
    operation: 'session.totp.enrol',
    summary:
      'Starts the enrolment of a second factor and returns its secret. Confirm it to turn it on.',
    needs: 'session',
    body: Proof,
    answer: Enrolment,
    status: 201,
    run: ({ account, actor, body, request }) =>
      enrolSecondFactor(context, actor, claimOf(account, body.password, request)),
  });
  adminRoute(scope, 'POST', '/session/totp/confirm', {
    operation: 'session.totp.confirm',
    summary: 'Confirms the second factor with its first code and returns the recovery codes once.',
    needs: 'session',
    body: Confirmation,
    answer: RecoveryCodes,
    run: ({ account, actor, body }) =>
      confirmSecondFactor(context, actor, (account as SignedIn).accountId, body.code),
  });
  adminRoute(scope, 'POST', '/session/totp/remove', {
    operation: 'session.totp.remove',
    summary: 'Removes the second factor and its recovery codes. Takes a code or a recovery code.',
    needs: 'session',
    body: Removal,
    run: ({ account, actor, body, request }) =>
      removeSecondFactor(context, actor, claimOf(account, body.password, request), body.code),
  });
}

/** A session has its own count of failures, so that strangers cannot keep its owner from a change. */
export const claimOf = (
  account: SignedIn | undefined,
  password: string,
  request: FastifyRequest,
) => ({
  email: (account as SignedIn).email,
  password,
  address: request.ip,
  device: (account as SignedIn).sessionId,
});

/** Unknown address, wrong password and disabled account get the same answer. */
function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Exclude<SignInOutcome, { cookie: string }>,
  now: number,
): FastifyReply {
  if ('lockedUntil' in outcome) return sendLocked(request, reply, outcome.lockedUntil, now);
  switch (outcome.failed) {
    case 'CREDENTIALS':
      return sendProblem(request, reply, 'sign_in_failed', 'E-mail address or password is wrong.');
    case 'SWITCHED_OFF':
      return sendProblem(
        request,
        reply,
        'sign_in_failed',
        'Your account cannot sign in with a password here. Sign in by an issuer.',
      );
    case 'CODE_NEEDED':
      return sendProblem(request, reply, 'code_needed', 'Also send the code of the second factor.');
    case 'CODE_WRONG':
      return sendProblem(request, reply, 'code_wrong', 'The code is wrong or was already used.');
  }
}

export function sendLocked(
  request: FastifyRequest,
  reply: FastifyReply,
  lockedUntil: number,
  now: number,
): FastifyReply {
  const wait = Math.ceil((lockedUntil - now) / 1_000);
  reply.header('retry-after', wait);
  const detail = `Too many failed attempts. Try again in ${wait} s.`;
  return sendProblem(request, reply, 'too_many_attempts', detail);
}
