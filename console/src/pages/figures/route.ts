// Figures of an app: one page with a tab for each subject.
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
