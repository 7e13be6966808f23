// Notifications from the stores.
import { NoticesIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const noticesPage: PageRoute = {
  scope: 'app',
  path: '/notices',
  navigation: {
    label: { en: 'Store notifications', ko: '마켓 알림' },
    icon: NoticesIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};
