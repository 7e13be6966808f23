// Subscriptions of an app.
import { SubscriptionsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const subscriptionsPage: PageRoute = {
  scope: 'app',
  path: '/subscriptions',
  navigation: {
    label: { en: 'Subscriptions', ko: '구독' },
    icon: SubscriptionsIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};
