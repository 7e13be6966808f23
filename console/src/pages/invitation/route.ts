// Accepting an invitation.
import type { PageRoute } from '../../pages.ts';

export const invitationPage: PageRoute = {
  scope: 'open',
  path: '/invitation',
  load: () => import('./page.tsx'),
};
