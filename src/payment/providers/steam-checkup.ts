// Whether Steam takes an app's publisher key.
import { type Check, fine, unchecked, wrong } from './checkup.ts';
import { isVague, type Steam } from './steam.ts';

const MADE_UP_ORDER = '1';

export function createSteamCheckup(steam: Steam): Check<'STEAM'> {
  return async (app) => {
    if (app.secrets.publisher_key === undefined) return wrong('No publisher key is set for Steam.');
    const answer = await steam.query(app, MADE_UP_ORDER);
    if ('unavailable' in answer) {
      return answer.alarm
        ? wrong(
            `Steam refuses the key (${answer.unavailable}): it must be a publisher Web API key, not a personal one, with rights to app ${app.settings.steam_app_id}.`,
          )
        : unchecked(answer.unavailable);
    }
    return 'failure' in answer && isVague(answer)
      ? unchecked(answer.description)
      : fine('Steam takes the publisher key.');
  };
}
