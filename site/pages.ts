// The pages of the site and where its sidebar shows them, as a stranger looks for things.

export interface Group {
  readonly title: string;
  /** Its title in the Korean sidebar. */
  readonly korean?: string;
  /** A file of the repository, and its title in the sidebar. */
  readonly pages: readonly (readonly [file: string, title: string])[];
  readonly collapsed?: boolean;
}

export const ENGLISH: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      ['docs/README.md', 'What Tollgate is'],
      ['docs/sdk.md', 'SDK for app servers'],
      ['examples/README.md', 'Examples'],
      ['docs/emulator.md', 'Market emulator'],
      ['docs/import.md', 'Move from another system'],
    ],
  },
  {
    title: 'Guides: restriction',
    korean: '이용 제한',
    pages: [
      ['docs/restrictions.md', 'Restrict players'],
      ['docs/notifications.md', 'Game server notifications'],
      ['docs/measures.md', 'Measures after refunds'],
      ['docs/consent.md', 'Withdrawn consent'],
      ['docs/migrate-generation-1-to-2.md', 'From generation 1 to 2'],
    ],
  },
  {
    title: 'Guides: purchases',
    korean: '구매',
    pages: [
      ['docs/purchases.md', 'Verify purchases'],
      ['docs/subscriptions.md', 'Subscriptions'],
      ['docs/after-the-sale.md', 'Act after the sale'],
      ['docs/events.md', 'Events'],
      ['docs/history.md', 'Purchase history'],
      ['docs/figures.md', 'Figures'],
    ],
  },
  {
    title: 'Guides: game clients',
    korean: '게임 클라이언트',
    pages: [
      ['docs/clients/README.md', 'Overview'],
      ['docs/clients/unity.md', 'Unity'],
      ['docs/clients/unreal.md', 'Unreal Engine'],
      ['docs/clients/ios.md', 'iOS'],
      ['docs/clients/android.md', 'Android'],
      ['docs/clients/steam.md', 'Steam'],
    ],
  },
  {
    title: 'Markets',
    korean: '마켓',
    pages: [
      ['docs/markets.md', 'All markets compared'],
      ['docs/google.md', 'Google Play'],
      ['docs/steam.md', 'Steam'],
      ['docs/onestore.md', 'ONE store'],
      ['docs/amazon.md', 'Amazon Appstore'],
      ['docs/samsung.md', 'Galaxy Store'],
      ['docs/custom-market.md', 'A market of your own'],
      ['docs/payment-gateways.md', 'Payment gateways'],
      ['docs/disputes.md', 'Disputes'],
      ['docs/external-sales.md', 'External sales'],
      ['docs/store-notifications.md', 'Store notifications'],
    ],
  },
  {
    title: 'Operate',
    korean: '운영',
    pages: [
      ['docs/deploy.md', 'Deploy'],
      ['docs/operations.md', 'Operations'],
      ['docs/platform.md', 'Questions of a platform team'],
      ['docs/configuration-as-code.md', 'Configuration as code'],
      ['docs/performance.md', 'Performance'],
      ['docs/scale.md', 'Scale'],
      ['docs/console.md', 'Console'],
      ['docs/sign-in.md', 'Sign-in by OpenID Connect'],
      ['docs/personal-data.md', 'Personal data'],
      ['docs/versions.md', 'Versions and support'],
      ['SECURITY.md', 'Security'],
      ['CHANGELOG.md', 'Changelog'],
    ],
  },
  {
    title: 'Reference',
    korean: '레퍼런스',
    pages: [
      ['docs/configuration.md', 'Configuration'],
      ['docs/cli.md', 'Command line'],
      ['docs/admin-api.md', 'Admin API'],
      ['docs/access.md', 'Who may call what'],
      ['docs/licences.md', 'Licences'],
    ],
  },
  {
    title: 'Inside',
    korean: '내부 구조',
    collapsed: true,
    pages: [
      ['docs/architecture.md', 'Architecture'],
      ['docs/language.md', 'Words we use'],
      ['docs/adding-a-market.md', 'Adding a market'],
      ['docs/conformance.md', 'Conformance'],
      ['CONTRIBUTING.md', 'Contributing'],
    ],
  },
];

export const KOREAN: readonly Group[] = [
  {
    title: '시작하기',
    pages: [['docs/ko/README.md', 'Tollgate 소개']],
  },
  {
    title: '연동 가이드',
    pages: [
      ['docs/ko/restrictions.md', '이용 제한'],
      ['docs/ko/consent.md', '보호자 동의 철회'],
      ['docs/ko/notifications.md', '게임 서버 알림'],
      ['docs/ko/purchases.md', '구매 검증'],
      ['docs/ko/after-the-sale.md', '판매 후 조치'],
      ['docs/ko/events.md', '이벤트'],
      ['docs/ko/disputes.md', '이의 제기'],
      ['docs/ko/external-sales.md', '외부 판매 보고'],
      ['docs/ko/markets.md', '마켓 비교'],
      ['docs/ko/errors.md', '오류와 결과 코드'],
    ],
  },
];

/** What the sidebar calls a file. */
export const titleOf = (file: string): string | undefined =>
  ENGLISH.flatMap(({ pages }) => pages).find(([each]) => each === file)?.[1];

/** The page at which the site shows a file of the repository; undefined for what is no page. */
export function pageOf(file: string): string | undefined {
  const page = file.startsWith('docs/')
    ? file.slice('docs/'.length)
    : [...ENGLISH, ...KOREAN].some(({ pages }) => pages.some(([each]) => each === file))
      ? file.toLowerCase()
      : undefined;
  return page?.endsWith('.md') ? page.replace(/(^|\/)readme\.md$/i, '$1index.md') : undefined;
}

export const linkOf = (file: string): string =>
  `/${pageOf(file) ?? ''}`.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1');
