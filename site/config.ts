// VitePress: the sidebar, the search, and no inline script, so that the pages keep the service's content security policy.
import type { DefaultTheme, UserConfig } from 'vitepress';
import { ENGLISH, type Group, KOREAN, linkOf } from './pages.ts';
import { slugOf } from './slug.ts';

const sidebar = (groups: readonly Group[]): DefaultTheme.SidebarItem[] =>
  groups.map(({ title, pages, collapsed }) => ({
    text: title,
    ...(collapsed !== undefined && { collapsed }),
    items: pages.map(([file, text]) => ({ text, link: linkOf(file) })),
  }));

const inEnglish = (group: Group): Group => ({
  ...group,
  title: `${group.korean ?? group.title} (영어)`,
  collapsed: true,
});

const otherPage = (text: string, href: string): DefaultTheme.NavItemComponent => ({
  component: 'OtherPage',
  props: { text, href },
});

/** VitePress's inline scripts; `public/early.js` does their work. */
const INLINE = /<script id="check-[\w-]+">.*?<\/script>/gs;

export const config: UserConfig<DefaultTheme.Config> = {
  title: 'Tollgate',
  description: "Bans and purchase verification for games' app servers.",
  base: '/docs/',
  cleanUrls: true,
  metaChunk: true,
  router: { prefetchLinks: false },
  lang: 'en',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['meta', { name: 'robots', content: 'noindex' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    headers: { slugify: slugOf },
    toc: { slugify: slugOf },
  },
  transformHtml: (html) =>
    html.replace(INLINE, '').replace('</title>', '</title><script src="/docs/early.js"></script>'),
  vite: {
    logLevel: 'error',
    build: { target: 'es2022', chunkSizeWarningLimit: 2_000, assetsInlineLimit: 0 },
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    outline: [2, 3],
    i18nRouting: false,
    externalLinkIcon: false,
    search: {
      provider: 'local',
      options: {
        locales: {
          ko: {
            translations: {
              button: { buttonText: '검색', buttonAriaLabel: '검색' },
              modal: {
                displayDetails: '자세히 보기',
                resetButtonTitle: '지우기',
                backButtonTitle: '닫기',
                noResultsText: '결과가 없습니다:',
                footer: { selectText: '선택', navigateText: '이동', closeText: '닫기' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        sidebar: sidebar(ENGLISH),
        nav: [otherPage('API reference', '/docs/api'), otherPage('Console', '/console')],
      },
    },
    ko: {
      label: '한국어',
      lang: 'ko',
      link: '/ko/',
      description: '게임 앱 서버를 위한 이용 제한과 구매 검증.',
      themeConfig: {
        sidebar: [...sidebar(KOREAN), ...sidebar(ENGLISH.slice(1).map(inEnglish))],
        nav: [otherPage('API 레퍼런스', '/docs/api'), otherPage('콘솔', '/console')],
        outline: { level: [2, 3], label: '이 페이지의 내용' },
        docFooter: { prev: '이전', next: '다음' },
        darkModeSwitchLabel: '화면 모드',
        lightModeSwitchTitle: '밝게',
        darkModeSwitchTitle: '어둡게',
        sidebarMenuLabel: '메뉴',
        returnToTopLabel: '맨 위로',
        langMenuLabel: '언어',
        skipToContentLabel: '본문으로',
      },
    },
  },
};
