// Name and end of a project.
import { SettingsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const projectSettingsPage: PageRoute = {
  scope: 'project',
  path: '/settings',
  navigation: {
    label: { en: 'Project settings', ko: '프로젝트 설정' },
    icon: SettingsIcon,
    needs: 'admin',
  },
  load: () => import('./page.tsx'),
};
