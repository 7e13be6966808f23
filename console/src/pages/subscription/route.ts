// One subscription.
import type { PageRoute } from '../../page-route.ts';

export const subscriptionPage: PageRoute = {
  scope: 'app',
  path: '/subscriptions/:provider/:subscriptionId',
  load: () => import('./page.tsx'),
};
