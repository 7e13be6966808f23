// Alerts of a project.
import { WarningIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const alertsPage: PageRoute = {
  scope: 'project',
  path: '/alerts',
  navigation: {
    label: { en: 'Alerts', ko: '경보' },
    icon: WarningIcon,
    needs: 'viewer',
    badge: ({ alerts }) => alerts,
  },
  load: () => import('./page.tsx'),
};
