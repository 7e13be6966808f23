// Members of a project and invitations to it.
import { MembersIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const membersPage: PageRoute = {
  scope: 'project',
  path: '/members',
  navigation: { label: { en: 'Members', ko: '멤버' }, icon: MembersIcon, needs: 'owner' },
  load: () => import('./page.tsx'),
};
