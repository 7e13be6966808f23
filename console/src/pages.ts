// Every page, in the order of the navigation.
import type { PageRoute } from './page-route.ts';
import { accessPage } from './pages/access/route.ts';
import { accountPage } from './pages/account/route.ts';
import { alertsPage } from './pages/alerts/route.ts';
import { appSettingsPage, appSettingsTab } from './pages/app-settings/route.ts';
import { appsPage } from './pages/apps/route.ts';
import { auditPage, installationAuditPage } from './pages/audit/route.ts';
import { bulkJobPage, bulkPage } from './pages/bulk/route.ts';
import { connectionsPage } from './pages/connections/route.ts';
import {
  figuresPage,
  figuresTab,
  projectFiguresPage,
  projectFiguresTab,
} from './pages/figures/route.ts';
import { homePage } from './pages/home/route.ts';
import { invitationPage } from './pages/invitation/route.ts';
import { measuresPage, measuresTab, rulePage } from './pages/measures/route.ts';
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
import { refusedPage } from './pages/refused/route.ts';
import { signInPage } from './pages/sign-in/route.ts';
import { subscriptionPage } from './pages/subscription/route.ts';
import { subscriptionsPage } from './pages/subscriptions/route.ts';
import { typePage, typesPage } from './pages/types/route.ts';

/** In the order of the navigation. */
export const PAGES: readonly PageRoute[] = [
  signInPage,
  invitationPage,
  homePage,
  overviewPage,
  figuresPage,
  figuresTab,
  typesPage,
  typePage,
  playersPage,
  playerPage,
  measuresPage,
  measuresTab,
  rulePage,
  bulkPage,
  bulkJobPage,
  purchasesPage,
  purchasePage,
  subscriptionsPage,
  subscriptionPage,
  refundsPage,
  refusedPage,
  noticesPage,
  appSettingsPage,
  appSettingsTab,
  appsPage,
  projectFiguresPage,
  projectFiguresTab,
  alertsPage,
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
