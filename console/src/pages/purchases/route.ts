// Purchases of an app.
import { PurchasesIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const purchasesPage: PageRoute = {
  scope: 'app',
  path: '/purchases',
  navigation: { label: { en: 'Purchases', ko: '구매' }, icon: PurchasesIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
