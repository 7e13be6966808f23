// Restricted players of an app.
import { PlayersIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const playersPage: PageRoute = {
  scope: 'app',
  path: '/players',
  navigation: {
    label: { en: 'Restricted players', ko: '제한된 플레이어' },
    icon: PlayersIcon,
    needs: 'viewer',
  },
  load: () => import('./page.tsx'),
};

/** Of one player, restricted or not. */
export const playerPage: PageRoute = {
  scope: 'app',
  path: '/players/:playerId',
  load: () => import('./player-page.tsx'),
};
