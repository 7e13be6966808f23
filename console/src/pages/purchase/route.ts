// One purchase.
import type { PageRoute } from '../../pages.ts';

export const purchasePage: PageRoute = {
  scope: 'app',
  path: '/purchases/:serviceId',
  load: () => import('./page.tsx'),
};
