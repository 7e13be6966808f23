// One subscription.
import type { PageRoute } from '../../pages.ts';

export const subscriptionPage: PageRoute = {
  scope: 'app',
  path: '/subscriptions/:provider/:subscriptionId',
  load: () => import('./page.tsx'),
};
