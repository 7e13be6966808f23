// Checks whether the payment gateway accepts an app's key.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import type { Gateway, GatewayName } from './gateway.ts';
import { keyModeProblem, type pgShapes, wrongChannelMode, wrongKeyMode } from './settings.ts';

export function createGatewayCredentialCheck(
  gateways: Readonly<Record<GatewayName, Gateway>>,
): Check<typeof pgShapes> {
  return async (app) => {
    const { gateway } = app.settings;
    const { name, madeUp, needs, hint, signsWebhooks } = gateways[gateway].traits;
    const given: Readonly<Record<string, unknown>> = { ...app.settings, ...app.secrets };
    const missing = needs.filter((each) => given[each] === undefined);
    if (missing.length > 0) {
      return wrong('incomplete', `Set the ${missing.join(' and ')} of ${name}.`, { missing });
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
    return signsWebhooks && app.secrets.webhook_secret === undefined
      ? wrong(
          'no_webhook_secret',
          `${name} accepts the key, but its webhooks are rejected until you set webhook_secret.`,
        )
      : fine('accepted', `${name} accepts the key.`);
  };
}
