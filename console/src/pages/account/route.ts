// One's own account.
import type { PageRoute } from '../../page-route.ts';

export const accountPage: PageRoute = {
  scope: 'installation',
  path: '/account',
  load: () => import('./page.tsx'),
};
