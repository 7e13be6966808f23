// Bulk work on players of an app.
import { BulkIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const bulkPage: PageRoute = {
  scope: 'app',
  path: '/bulk',
  navigation: { label: { en: 'Bulk', ko: '일괄 처리' }, icon: BulkIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};

/** Of one list of players. */
export const bulkJobPage: PageRoute = {
  scope: 'app',
  path: '/bulk/:jobId',
  load: () => import('./job-page.tsx'),
};
