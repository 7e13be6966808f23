// Every page, by what it is of, in the order of the navigation.
import { deadLettersIn } from './attention.ts';
import {
  AppealsIcon,
  AppsIcon,
  AuditIcon,
  BulkIcon,
  ConnectionsIcon,
  DisputesIcon,
  FiguresIcon,
  MeasuresIcon,
  MembersIcon,
  NoticesIcon,
  NotificationsIcon,
  OverviewIcon,
  PlayersIcon,
  ProjectsIcon,
  PurchasesIcon,
  RefundsIcon,
  RefusedIcon,
  ReportsIcon,
  SettingsIcon,
  SubscriptionsIcon,
  TokensIcon,
  TypesIcon,
  WarningIcon,
} from './components/icons.tsx';
import type { PageRoute } from './page-route.ts';

type Scope = PageRoute['scope'];

const PAGES_OF: Readonly<Record<Scope, readonly Omit<PageRoute, 'scope'>[]>> = {
  open: [
    { path: '/sign-in', load: () => import('./pages/sign-in/page.tsx') },
    { path: '/invitation', load: () => import('./pages/invitation/page.tsx') },
    { path: '/password-reset', load: () => import('./pages/password-reset/page.tsx') },
  ],
  app: [
    {
      path: '/overview',
      navigation: { group: 'insight', label: { en: 'Overview', ko: '개요' }, icon: OverviewIcon },
      load: () => import('./pages/overview/page.tsx'),
    },
    {
      path: '/figures',
      hasTabs: true,
      navigation: { group: 'insight', label: { en: 'Figures', ko: '지표' }, icon: FiguresIcon },
      load: () => import('./pages/figures/page.tsx'),
    },
    {
      path: '/players',
      navigation: { group: 'players', label: { en: 'Players', ko: '플레이어' }, icon: PlayersIcon },
      load: () => import('./pages/players/page.tsx'),
    },
    {
      path: '/players/:playerId',
      load: () => import('./pages/players/player-page.tsx'),
    },
    {
      path: '/appeals',
      hasTabs: true,
      navigation: {
        group: 'players',
        label: { en: 'Appeals', ko: '이의 신청' },
        icon: AppealsIcon,
        badge: ({ appeals }, appid) => appeals.find((each) => each.appid === appid)?.count ?? 0,
      },
      load: () => import('./pages/appeals/page.tsx'),
    },
    { path: '/appeals/queue/:appealId', load: () => import('./pages/appeals/appeal-page.tsx') },
    {
      path: '/measures',
      hasTabs: true,
      navigation: {
        group: 'players',
        label: { en: 'Measures', ko: '자동 조치' },
        icon: MeasuresIcon,
      },
      load: () => import('./pages/measures/page.tsx'),
    },
    {
      path: '/measures/rules/:ruleId',
      load: () => import('./pages/measures/rules/rule-page.tsx'),
    },
    {
      path: '/bulk',
      navigation: { group: 'players', label: { en: 'Bulk', ko: '일괄 처리' }, icon: BulkIcon },
      load: () => import('./pages/bulk/page.tsx'),
    },
    { path: '/bulk/:jobId', load: () => import('./pages/bulk/job-page.tsx') },
    {
      path: '/types',
      navigation: {
        group: 'players',
        label: { en: 'Restriction types', ko: '제한 유형' },
        icon: TypesIcon,
      },
      load: () => import('./pages/types/page.tsx'),
    },
    // Here and at the rules, `new` is the one to be made.
    { path: '/types/:blockType', load: () => import('./pages/types/type-page.tsx') },
    {
      path: '/purchases',
      navigation: { group: 'sales', label: { en: 'Purchases', ko: '구매' }, icon: PurchasesIcon },
      load: () => import('./pages/purchases/page.tsx'),
    },
    { path: '/purchases/:serviceId', load: () => import('./pages/purchase/page.tsx') },
    {
      path: '/subscriptions',
      navigation: {
        group: 'sales',
        label: { en: 'Subscriptions', ko: '구독' },
        icon: SubscriptionsIcon,
      },
      load: () => import('./pages/subscriptions/page.tsx'),
    },
    {
      path: '/subscriptions/:provider/:subscriptionId',
      load: () => import('./pages/subscription/page.tsx'),
    },
    {
      path: '/refunds',
      navigation: {
        group: 'sales',
        label: { en: 'Refunds', ko: '환불' },
        icon: RefundsIcon,
        badge: ({ actions }, appid) => actions.find((each) => each.appid === appid)?.count ?? 0,
      },
      load: () => import('./pages/refunds/page.tsx'),
    },
    {
      path: '/disputes',
      hasTabs: true,
      navigation: {
        group: 'sales',
        label: { en: 'Disputes', ko: '이의 제기' },
        icon: DisputesIcon,
      },
      load: () => import('./pages/disputes/page.tsx'),
    },
    { path: '/disputes/list/:disputeId', load: () => import('./pages/disputes/dispute-page.tsx') },
    {
      path: '/refused',
      navigation: {
        group: 'sales',
        label: { en: 'Refused', ko: '거부된 검증' },
        icon: RefusedIcon,
      },
      load: () => import('./pages/refused/page.tsx'),
    },
    {
      path: '/reports',
      navigation: {
        group: 'sales',
        label: { en: 'Reports', ko: '외부 판매 보고' },
        icon: ReportsIcon,
      },
      load: () => import('./pages/reports/page.tsx'),
    },
    {
      path: '/notices',
      navigation: {
        group: 'sales',
        label: { en: 'Store notifications', ko: '마켓 알림' },
        icon: NoticesIcon,
      },
      load: () => import('./pages/notices/page.tsx'),
    },
    {
      path: '/settings',
      hasTabs: true,
      navigation: {
        group: 'setup',
        label: { en: 'App settings', ko: '앱 설정' },
        icon: SettingsIcon,
        badge: ({ markets }, appid) => markets.filter((each) => each.appid === appid).length,
      },
      load: () => import('./pages/app-settings/page.tsx'),
    },
  ],
  project: [
    {
      path: '/apps',
      navigation: { group: 'setup', label: { en: 'Apps', ko: '앱' }, icon: AppsIcon },
      load: () => import('./pages/apps/page.tsx'),
    },
    {
      path: '/figures',
      hasTabs: true,
      navigation: {
        group: 'insight',
        label: { en: 'Project figures', ko: '프로젝트 지표' },
        icon: FiguresIcon,
      },
      load: () => import('./pages/figures/project-page.tsx'),
    },
    {
      path: '/alerts',
      navigation: {
        group: 'insight',
        label: { en: 'Alerts', ko: '경보' },
        icon: WarningIcon,
        badge: ({ alerts }) => alerts,
      },
      load: () => import('./pages/alerts/page.tsx'),
    },
    {
      path: '/notifications',
      navigation: {
        group: 'players',
        label: { en: 'Notifications', ko: '알림 전송' },
        icon: NotificationsIcon,
        badge: deadLettersIn,
      },
      load: () => import('./pages/notifications/page.tsx'),
    },
    {
      path: '/connections',
      navigation: {
        group: 'setup',
        label: { en: 'Connections', ko: '연동' },
        icon: ConnectionsIcon,
      },
      load: () => import('./pages/connections/page.tsx'),
    },
    {
      path: '/members',
      navigation: {
        group: 'setup',
        label: { en: 'Members', ko: '멤버' },
        icon: MembersIcon,
        needs: 'owner',
      },
      load: () => import('./pages/members/page.tsx'),
    },
    {
      path: '/audit',
      navigation: {
        group: 'insight',
        label: { en: 'Audit log', ko: '감사 로그' },
        icon: AuditIcon,
      },
      load: async () => ({ Page: (await import('./pages/audit/page.tsx')).ProjectAudit }),
    },
    {
      path: '/settings',
      navigation: {
        group: 'setup',
        label: { en: 'Project settings', ko: '프로젝트 설정' },
        icon: SettingsIcon,
        needs: 'admin',
      },
      load: () => import('./pages/project-settings/page.tsx'),
    },
  ],
  installation: [
    { path: '/', load: () => import('./pages/home/page.tsx') },
    {
      path: '/projects',
      navigation: {
        group: 'installation',
        label: { en: 'Projects', ko: '프로젝트' },
        icon: ProjectsIcon,
      },
      load: () => import('./pages/projects/page.tsx'),
    },
    {
      path: '/access',
      navigation: {
        group: 'installation',
        label: { en: 'Access', ko: '접근 권한' },
        icon: TokensIcon,
        needs: 'owner',
      },
      load: () => import('./pages/access/page.tsx'),
    },
    {
      path: '/audit',
      navigation: {
        group: 'installation',
        label: { en: 'Full audit log', ko: '전체 감사 로그' },
        icon: AuditIcon,
        needs: 'owner',
      },
      load: async () => ({ Page: (await import('./pages/audit/page.tsx')).InstallationAudit }),
    },
    { path: '/account', load: () => import('./pages/account/page.tsx') },
  ],
};

export const PAGES: readonly PageRoute[] = Object.entries(PAGES_OF).flatMap(([scope, pages]) =>
  pages.map((page) => ({ scope: scope as Scope, ...page })),
);
