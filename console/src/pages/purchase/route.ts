// One purchase.
import type { PageRoute } from '../../page-route.ts';

export const purchasePage: PageRoute = {
  scope: 'app',
  path: '/purchases/:serviceId',
  load: () => import('./page.tsx'),
};
