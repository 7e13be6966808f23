// Who and what may administer the whole installation.
import { TokensIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const accessPage: PageRoute = {
  scope: 'installation',
  path: '/access',
  navigation: { label: { en: 'Access', ko: '접근 권한' }, icon: TokensIcon, needs: 'owner' },
  load: () => import('./page.tsx'),
};
