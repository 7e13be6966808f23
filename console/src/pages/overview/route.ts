// Overview of an app.
import { OverviewIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const overviewPage: PageRoute = {
  scope: 'app',
  path: '/overview',
  navigation: { label: { en: 'Overview', ko: '개요' }, icon: OverviewIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
