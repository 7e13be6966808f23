// Signing in.
import type { PageRoute } from '../../page-route.ts';

export const signInPage: PageRoute = {
  scope: 'open',
  path: '/sign-in',
  load: () => import('./page.tsx'),
};
