// Checks whether the payment gateway accepts an app's key.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import type { Gateway, GatewayName } from './gateway.ts';
import { keyModeProblem, type pgShapes, wrongChannelMode, wrongKeyMode } from './settings.ts';

interface Known {
  readonly name: string;
  readonly madeUp: string;
  /** What to check when the gateway rejects the key. */
  readonly hint: string;
}

const KNOWN: Readonly<Record<GatewayName, Known>> = {
  STRIPE: { name: 'Stripe', madeUp: 'cs_tollgate_check', hint: 'check api_secret' },
  PORTONE: { name: 'PortOne', madeUp: 'tollgate-check', hint: 'check api_secret and store_id' },
};

export function createGatewayCredentialCheck(
  gateways: Readonly<Record<GatewayName, Gateway>>,
): Check<typeof pgShapes> {
  return async (app) => {
    const { gateway } = app.settings;
    const { name, madeUp, hint } = KNOWN[gateway];
    if (app.secrets.api_secret === undefined) {
      return wrong('incomplete', `Set the api_secret of ${name}.`, { missing: ['api_secret'] });
    }
    const mode = wrongKeyMode(app.environment, gateway, app.secrets.api_secret);
    if (mode !== undefined) {
      return wrong('wrong_mode', `api_secret ${keyModeProblem(app.environment, mode)}`, { mode });
    }
    const channel = wrongChannelMode(app.environment, app.settings);
    if (channel) return wrong('wrong_mode', channel.problem, { mode: channel.mode });
    const answer = await gateways[gateway].read(app, madeUp);
    if ('unavailable' in answer) {
      const reason = answer.unavailable;
      return answer.alarm
        ? wrong('refused', `${name} rejects the credentials (${reason}): ${hint}.`, { reason })
        : unchecked(reason);
    }
    return app.secrets.webhook_secret === undefined
      ? wrong(
          'no_webhook_secret',
          `${name} accepts the key, but its webhooks are rejected until you set webhook_secret.`,
        )
      : fine('accepted', `${name} accepts the key.`);
  };
}
