// Figures of an app, with a tab for each subject, and of a project.
import { FiguresIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

const load = () => import('./page.tsx');

export const figuresPage: PageRoute = {
  scope: 'app',
  path: '/figures',
  navigation: { label: { en: 'Figures', ko: '지표' }, icon: FiguresIcon, needs: 'viewer' },
  load,
};

export const figuresTab: PageRoute = { scope: 'app', path: '/figures/:tab', load };

const loadProject = () => import('./project-page.tsx');

export const projectFiguresPage: PageRoute = {
  scope: 'project',
  path: '/figures',
  navigation: {
    label: { en: 'Project figures', ko: '프로젝트 지표' },
    icon: FiguresIcon,
    needs: 'viewer',
  },
  load: loadProject,
};

export const projectFiguresTab: PageRoute = {
  scope: 'project',
  path: '/figures/:tab',
  load: loadProject,
};
