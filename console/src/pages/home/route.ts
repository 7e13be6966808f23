// The start: leads to the app that was looked at last.
import type { PageRoute } from '../../page-route.ts';

export const homePage: PageRoute = {
  scope: 'installation',
  path: '/',
  load: () => import('./page.tsx'),
};
