// Checks whether an app's service account has all permissions that verification needs.
import { type Check, type CredentialCheck, fine, unchecked, wrong } from '../credential-check.ts';
import type { GoogleAccess } from './access.ts';
import type { GoogleReports } from './external-transactions.ts';
import type { GooglePlay } from './play.ts';
import { serviceAccountProblem } from './secrets.ts';
import type { GoogleApp, googleShapes } from './settings.ts';

const MADE_UP = { productId: 'tollgate.check', purchaseToken: 'tollgate-check-no-such-token' };
const MADE_UP_ORDER = 'GPA.0000-0000-0000-00000';

/** Names in the Play Console. */
const RIGHTS = {
  view_orders: 'View financial data, orders, and cancellation survey responses',
  manage_orders: 'Manage orders and subscriptions',
} as const;

export interface GoogleCredentialCheckDeps {
  readonly access: GoogleAccess;
  readonly play: GooglePlay;
  readonly external: Pick<GoogleReports, 'probe'>;
}

export function createGoogleCredentialCheck({
  access,
  play,
  external,
}: GoogleCredentialCheckDeps): Check<typeof googleShapes> {
  /** In this order, so that a missing permission to read purchases is reported first. */
  const checks = [
    {
      name: 'read purchases',
      right: 'view_orders',
      ask: (app: GoogleApp) => play.purchase(app, MADE_UP),
    },
    {
      name: 'read orders',
      right: 'view_orders',
      ask: (app: GoogleApp) => play.order(app, MADE_UP_ORDER, MADE_UP.productId),
    },
    {
      name: 'acknowledge purchases',
      right: 'manage_orders',
      ask: (app: GoogleApp) => play.grant(app, 'acknowledge', MADE_UP),
    },
    {
      name: 'report external transactions',
      right: 'manage_orders',
      // Nobody else needs it.
      ask: async (app: GoogleApp) => app.settings.report_external_sales && external.probe(app),
    },
  ] as const;

  async function signIn({ appid, secrets }: GoogleApp): Promise<CredentialCheck | undefined> {
    const account = secrets.service_account;
    if (account === undefined) {
      return wrong('incomplete', 'Set a service account for Google Play.', {
        missing: ['service_account'],
      });
    }
    const problem = serviceAccountProblem(account);
    if (problem !== undefined) {
      const secret = 'service_account';
      return wrong('unreadable_secret', `The ${secret} ${problem}`, { secret });
    }
    const token = await access.tokenOf(appid, account);
    if (!('unavailable' in token)) return undefined;
    const reason = token.unavailable;
    return token.alarm ? wrong('refused', reason, { reason }) : unchecked(reason);
  }

  return async (app) => {
    const { package_name } = app.settings;
    const problem = await signIn(app);
    if (problem) return problem;
    for (const { name, right, ask } of checks) {
      const answer = await ask(app);
      // Other errors concern the made-up purchase.
      if (!(typeof answer === 'object' && 'unavailable' in answer)) continue;
      const reason = answer.unavailable;
      return answer.alarm
        ? wrong(
            'missing_right',
            `The service account may not ${name} of ${package_name} (${reason}). Grant it “${RIGHTS[right]}” in the Play Console, or correct the package name.`,
            { right, reason, app: package_name },
          )
        : unchecked(reason);
    }
    return app.secrets.licence_key === undefined
      ? fine(
          'no_licence_key',
          'Google Play accepts the service account. Set a licence key to verify signed receipts too; without it, only purchase tokens work.',
        )
      : fine('accepted', 'Google Play accepts the service account.');
  };
}
