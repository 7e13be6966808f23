// Restriction types of an app.
import { TypesIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const typesPage: PageRoute = {
  scope: 'app',
  path: '/types',
  navigation: {
    label: { en: 'Restriction types', ko: '제한 유형' },
    icon: TypesIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};

/** Of one type; `new` is the one to be made. */
export const typePage: PageRoute = {
  scope: 'app',
  path: '/types/:blockType',
  load: () => import('./type-page.tsx'),
};
