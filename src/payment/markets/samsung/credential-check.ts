// Checks whether Samsung answers, and whether notifications can be verified: receipts need no credentials.
import { type Check, fine, unchecked } from '../credential-check.ts';
import type { ReadSamsung } from './api.ts';
import type { samsungShapes } from './settings.ts';

const MADE_UP = 'tollgate-check-no-such-purchase';

export const createSamsungCheck =
  (read: ReadSamsung): Check<typeof samsungShapes> =>
  async (app) => {
    const answer = await read(app, MADE_UP);
    if ('unavailable' in answer) return unchecked(answer.unavailable);
    return app.secrets.public_key === undefined
      ? fine(
          'no_webhook_secret',
          'Samsung answers. Set a public key too; without it, notifications get 503.',
        )
      : fine('accepted', 'Samsung answers; receipts need no credentials.');
  };
