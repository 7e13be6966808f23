// Refunds of an app.
import { RefundsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const refundsPage: PageRoute = {
  scope: 'app',
  path: '/refunds',
  navigation: { label: { en: 'Refunds', ko: '환불' }, icon: RefundsIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
