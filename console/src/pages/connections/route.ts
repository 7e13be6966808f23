// Where a project's notifications and events go.
import { ConnectionsIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const connectionsPage: PageRoute = {
  scope: 'project',
  path: '/connections',
  navigation: { label: { en: 'Connections', ko: '연동' }, icon: ConnectionsIcon, needs: 'viewer' },
  load: () => import('./page.tsx'),
};
