// Checks whether the App Store Server API accepts an app's key.
import { type Check, type CredentialCheck, fine, unchecked, wrong } from '../credential-check.ts';
import type { AppleAnswer, AppleApi, AppleEnvironment } from './api.ts';
import { type AppleApp, type appleShapes, privateKeyProblem } from './settings.ts';

const MADE_UP = '/inApps/v1/transactions/1';
const APP_NOT_FOUND = 4_040_003;

export function createAppleCredentialCheck(api: AppleApi): Check<typeof appleShapes> {
  const ask = (app: AppleApp, environment: AppleEnvironment) =>
    api.get(app, environment, 'check', MADE_UP);

  return async (app) => {
    const { issuer_id, key_id } = app.settings;
    const { private_key } = app.secrets;
    const parts = Object.entries({ issuer_id, key_id, private_key });
    const missing = parts.filter(([, value]) => !value).map(([name]) => name);
    if (missing.length === parts.length) return NO_KEY;
    if (missing.length > 0) {
      return wrong(
        'incomplete',
        `The App Store Server API key is incomplete. Set ${missing.join(' and ')}.`,
        {
          missing,
        },
      );
    }
    const problem = privateKeyProblem(private_key ?? '');
    if (problem !== undefined) {
      return wrong('unreadable_secret', `The private_key ${problem}`, { secret: 'private_key' });
    }
    if (app.environment === 'sandbox') return judge(app, await ask(app, 'Sandbox'));
    const answer = await ask(app, 'Production');
    // The production App Store rejects every call for an app that was never released.
    const isUnreleased = isUnauthorized(answer) && judge(app, await ask(app, 'Sandbox')).ok;
    return isUnreleased ? UNRELEASED : judge(app, answer);
  };
}

const NO_KEY = fine(
  'no_api_key',
  'No App Store Server API key is set. Receipts are verified by their signature only.',
);
const UNRELEASED = fine(
  'sandbox_only',
  'The App Store accepts the API key in the sandbox only, which is normal before the first release of an app.',
);

const isUnauthorized = (answer: AppleAnswer): boolean =>
  'status' in answer && answer.status === 401;

function judge({ settings: { bundle_id } }: AppleApp, answer: AppleAnswer): CredentialCheck {
  if ('unavailable' in answer) return unchecked(answer.unavailable);
  if (isUnauthorized(answer)) {
    return wrong(
      'refused',
      'The App Store rejects the API key. Check issuer_id, key_id, private_key and bundle_id, and that the key is not revoked.',
    );
  }
  return 'errorCode' in answer && answer.errorCode === APP_NOT_FOUND
    ? wrong('unknown_app', `The App Store has no app ${bundle_id}. Check bundle_id.`, {
        app: bundle_id,
      })
    : fine('accepted', 'The App Store accepts the API key.');
}
