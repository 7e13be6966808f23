// Checks whether the studio's address answers a signed call with a signed answer.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import { readPurchase } from './answers.ts';
import type { AskStudio } from './api.ts';
import type { customShapes } from './settings.ts';

const MADE_UP = 'tollgate-check-no-such-receipt';

export const createCustomCheck =
  (ask: AskStudio): Check<typeof customShapes> =>
  async (app) => {
    if (app.secrets.key === undefined) {
      return wrong('incomplete', 'Set the key that signs calls and answers.', { missing: ['key'] });
    }
    const answer = await ask(app, 'verify', { receipt: MADE_UP });
    if ('unavailable' in answer) {
      const reason = answer.unavailable;
      return answer.alarm
        ? wrong('refused', `${reason}. Set the same key here and at the studio's server.`, {
            reason,
          })
        : unchecked(reason);
    }
    const verdict = readPurchase(app, answer.found);
    return 'rejected' in verdict
      ? fine('accepted', 'The address answers, and its answers are signed.')
      : unchecked('the address must answer {"purchase": null} about a receipt that does not exist');
  };
