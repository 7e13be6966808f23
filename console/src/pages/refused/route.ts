// Refused verifications of an app.
import { RefusedIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const refusedPage: PageRoute = {
  scope: 'app',
  path: '/refused',
  navigation: { label: { en: 'Refused', ko: '거부된 검증' }, icon: RefusedIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
