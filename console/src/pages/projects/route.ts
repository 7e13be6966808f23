// Projects one may see.
import { ProjectsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const projectsPage: PageRoute = {
  scope: 'installation',
  path: '/projects',
  navigation: {
    label: { en: 'Projects', ko: '프로젝트' },
    icon: ProjectsIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};
