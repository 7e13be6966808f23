// Checks whether Steam accepts an app's publisher key.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import type { steamShapes } from './settings.ts';
import { isVague, type Steam } from './steam.ts';

const MADE_UP_ORDER = '1';

export function createSteamCredentialCheck(steam: Steam): Check<typeof steamShapes> {
  return async (app) => {
    if (app.secrets.publisher_key === undefined) {
      return wrong('incomplete', 'Set a publisher key for Steam.', {
        missing: ['publisher_key'],
      });
    }
    const answer = await steam.query(app, MADE_UP_ORDER);
    if ('unavailable' in answer) {
      const reason = answer.unavailable;
      const id = String(app.settings.steam_app_id);
      return answer.alarm
        ? wrong(
            'refused',
            `Steam rejects the key (${reason}). Use a publisher Web API key, not a personal one, with access to app ${id}. If the key is bound to server addresses, add the outgoing address of this server to it at Steamworks.`,
            { reason, app: id },
          )
        : unchecked(reason);
    }
    return 'failure' in answer && isVague(answer)
      ? unchecked(answer.description)
      : fine('accepted', 'Steam accepts the publisher key.');
  };
}
