// The start: leads to the app that was looked at last.
import type { PageRoute } from '../../pages.ts';

export const homePage: PageRoute = {
  scope: 'installation',
  path: '/',
  load: () => import('./page.tsx'),
};
