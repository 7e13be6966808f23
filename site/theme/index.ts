// VitePress's own look without its web fonts, in the colours of the console, with links to the other pages of the service.
import type { Theme } from 'vitepress';
import defaultTheme from 'vitepress/theme-without-fonts';
import { type FunctionalComponent, h } from 'vue';
import './style.css';

/** The reference and the console are no pages of the site: the browser opens them, not the site's router. */
const OtherPage: FunctionalComponent<{ text: string; href: string }> = ({ text, href }) =>
  h('a', { class: 'other-page', href, target: '_self' }, text);
OtherPage.props = ['text', 'href'];

export const theme: Theme = {
  extends: defaultTheme,
  enhanceApp: ({ app }) => {
    app.component('OtherPage', OtherPage);
  },
};
