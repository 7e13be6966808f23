// Notifications of a project.
import { deadLettersIn } from '../../attention.ts';
import { NotificationsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const notificationsPage: PageRoute = {
  scope: 'project',
  path: '/notifications',
  navigation: {
    label: { en: 'Notifications', ko: '알림 전송' },
    icon: NotificationsIcon,
    needs: 'viewer',
    badge: deadLettersIn,
  },
  load: () => import('./page.tsx'),
};
