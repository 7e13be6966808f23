// Measures of an app: rules, flags and effects on one page, and a page for each rule.
import { MeasuresIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

const load = () => import('./page.tsx');

export const measuresPage: PageRoute = {
  scope: 'app',
  path: '/measures',
  navigation: {
    label: { en: 'Measures', ko: '자동 조치' },
    icon: MeasuresIcon,
    needs: 'viewer',
  },
  load,
};

/** `flags` or `effects`. */
export const measuresTab: PageRoute = { scope: 'app', path: '/measures/:tab', load };

/** Of one rule; `new` is the one to be made. */
export const rulePage: PageRoute = {
  scope: 'app',
  path: '/measures/rules/:ruleId',
  load: () => import('./rules/rule-page.tsx'),
};
