// Settings of an app: one page with a tab for each noun.
import { SettingsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

const load = () => import('./page.tsx');

export const appSettingsPage: PageRoute = {
  scope: 'app',
  path: '/settings',
  navigation: {
    label: { en: 'App settings', ko: '앱 설정' },
    icon: SettingsIcon,
    needs: 'viewer',
    badge: ({ markets }, appid) => markets.filter((each) => each.appid === appid).length,
  },
  load,
};

export const appSettingsTab: PageRoute = { scope: 'app', path: '/settings/:tab', load };
