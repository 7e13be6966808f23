// Whether the payment gateway takes an app's key.
import { type Check, fine, unchecked, wrong } from './credential-check.ts';
import type { Gateway, GatewayName } from './gateway.ts';

interface Known {
  readonly name: string;
  readonly madeUp: string;
  /** What to look at when the gateway refuses the app. */
  readonly hint: string;
}

const KNOWN: Readonly<Record<GatewayName, Known>> = {
  STRIPE: { name: 'Stripe', madeUp: 'cs_tollgate_check', hint: 'correct api_secret' },
  PORTONE: { name: 'PortOne', madeUp: 'tollgate-check', hint: 'correct api_secret or store_id' },
};

export function createGatewayCredentialCheck(
  gateways: Readonly<Record<GatewayName, Gateway>>,
): Check<'PG'> {
  return async (app) => {
    const { gateway } = app.settings;
    const { name, madeUp, hint } = KNOWN[gateway];
    if (app.secrets.api_secret === undefined) {
      return wrong('incomplete', `No api_secret is set for ${name}.`, { missing: ['api_secret'] });
    }
    const answer = await gateways[gateway].read(app, madeUp);
    if ('unavailable' in answer) {
      const reason = answer.unavailable;
      return answer.alarm
        ? wrong('refused', `${name} refuses the app (${reason}): ${hint}.`, { reason })
        : unchecked(reason);
    }
    return app.secrets.webhook_secret === undefined
      ? wrong(
          'no_webhook_secret',
          `${name} takes the key, but without a webhook_secret its notices are refused.`,
        )
      : fine('accepted', `${name} takes the key.`);
  };
}
