// Apps of a project.
import { AppsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const appsPage: PageRoute = {
  scope: 'project',
  path: '/apps',
  navigation: { label: { en: 'Apps', ko: '앱' }, icon: AppsIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
