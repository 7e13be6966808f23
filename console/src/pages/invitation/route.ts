// Accepting an invitation.
import type { PageRoute } from '../../page-route.ts';

export const invitationPage: PageRoute = {
  scope: 'open',
  path: '/invitation',
  load: () => import('./page.tsx'),
};
