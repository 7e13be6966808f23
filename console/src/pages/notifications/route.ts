// Notifications of a project.
import { NotificationsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const notificationsPage: PageRoute = {
  scope: 'project',
  path: '/notifications',
  navigation: {
    label: { en: 'Notifications', ko: '알림 전송' },
    icon: NotificationsIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};
