// Checks whether Amazon accepts the shared secret.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import type { ReadAmazon } from './api.ts';
import type { amazonShapes } from './settings.ts';

const MADE_UP = {
  userId: 'tollgate-check-no-such-user',
  receiptId: 'tollgate-check-no-such-receipt',
};

export const createAmazonCheck =
  (read: ReadAmazon): Check<typeof amazonShapes> =>
  async (app) => {
    if (app.secrets.shared_secret === undefined) {
      return wrong('incomplete', 'Set a shared secret for Amazon.', { missing: ['shared_secret'] });
    }
    const answer = await read(app, MADE_UP);
    if (!('unavailable' in answer)) return fine('accepted', 'Amazon accepts the shared secret.');
    const reason = answer.unavailable;
    return answer.alarm
      ? wrong(
          'refused',
          `${reason}. Copy the shared secret again: Developer Console, Settings, Identity.`,
          { reason },
        )
      : unchecked(reason);
  };
