// Checks whether ONE store accepts an app's client and knows the app.
import { type Check, fine, unchecked, wrong } from '../credential-check.ts';
import type { Onestore } from './api.ts';
import type { onestoreShapes } from './settings.ts';

const MADE_UP = { productId: 'tollgate.check', purchaseToken: 'tollgate-check-no-such-token' };

export const createOnestoreCheck =
  (api: Onestore): Check<typeof onestoreShapes> =>
  async (app) => {
    const { client_secret, licence_key } = app.secrets;
    if (client_secret === undefined) {
      return wrong('incomplete', 'Set a client secret for ONE store.', {
        missing: ['client_secret'],
      });
    }
    const answer = await api.purchase(app, MADE_UP);
    if ('unavailable' in answer) {
      const reason = answer.unavailable;
      return answer.alarm
        ? wrong(
            'refused',
            `${reason}. Check client_id and client_secret: developer center, licence management.`,
            { reason },
          )
        : unchecked(reason);
    }
    return licence_key === undefined
      ? fine(
          'no_licence_key',
          'ONE store accepts the client. Set a licence key too; without it, notifications get 503.',
        )
      : fine('accepted', 'ONE store accepts the client.');
  };
