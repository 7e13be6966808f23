// Every page: where it lies, what the navigation calls it, and where its code is.
import type { ComponentType } from 'react';
import type { Icon } from './components/icons.tsx';
import type { Label } from './i18n/words.ts';
import { accessPage } from './pages/access/route.ts';
import { accountPage } from './pages/account/route.ts';
import { appSettingsPage, appSettingsTab } from './pages/app-settings/route.ts';
import { appsPage } from './pages/apps/route.ts';
import { auditPage, installationAuditPage } from './pages/audit/route.ts';
import { bulkJobPage, bulkPage } from './pages/bulk/route.ts';
import { connectionsPage } from './pages/connections/route.ts';
import { homePage } from './pages/home/route.ts';
import { invitationPage } from './pages/invitation/route.ts';
import { membersPage } from './pages/members/route.ts';
import { noticesPage } from './pages/notices/route.ts';
import { notificationsPage } from './pages/notifications/route.ts';
import { overviewPage } from './pages/overview/route.ts';
import { playerPage, playersPage } from './pages/players/route.ts';
import { projectSettingsPage } from './pages/project-settings/route.ts';
import { projectsPage } from './pages/projects/route.ts';
import { purchasePage } from './pages/purchase/route.ts';
import { purchasesPage } from './pages/purchases/route.ts';
import { refundsPage } from './pages/refunds/route.ts';
import { signInPage } from './pages/sign-in/route.ts';
import { subscriptionPage } from './pages/subscription/route.ts';
import { subscriptionsPage } from './pages/subscriptions/route.ts';
import { typePage, typesPage } from './pages/types/route.ts';
import type { Role } from './records.ts';

/** What the address of a page begins with. */
export const PREFIXES = {
  /** For everybody, without the frame of navigation. */
  open: '',
  /** For signed-in people. */
  installation: '',
  project: '/p/:gameIndex',
  app: '/a/:appid',
} as const;

export interface PageRoute {
  readonly scope: keyof typeof PREFIXES;
  /** Below the prefix of the scope; may hold parameters, such as `/players/:playerId`. */
  readonly path: string;
  /** Absent where another page leads to it. */
  readonly navigation?: {
    readonly label: Label;
    readonly icon: Icon;
    /** Who has the page in the navigation. */
    readonly needs: Role;
  };
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** In the order of the navigation. */
export const PAGES: readonly PageRoute[] = [
  signInPage,
  invitationPage,
  homePage,
  overviewPage,
  typesPage,
  typePage,
  playersPage,
  playerPage,
  bulkPage,
  bulkJobPage,
  purchasesPage,
  purchasePage,
  subscriptionsPage,
  subscriptionPage,
  refundsPage,
  noticesPage,
  appSettingsPage,
  appSettingsTab,
  appsPage,
  notificationsPage,
  connectionsPage,
  membersPage,
  auditPage,
  projectSettingsPage,
  projectsPage,
  accessPage,
  installationAuditPage,
  accountPage,
];
