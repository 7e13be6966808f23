// The API reference of this environment: loads the OpenAPI document and shows it.
import { onCredentials, startCredentials } from './credentials.js';
import { element, make } from './dom.js';
import { startNavigation } from './navigation.js';
import { operationsOf, sectionsOf, show } from './page.js';
import { use } from './shapes.js';

const THEMES = ['light dark', 'light', 'dark'];
const STORED = 'tollgate-reference-theme';

function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(STORED, theme);
}

function startTheme() {
  chooseTheme(THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? THEMES[0]);
  element('theme').addEventListener('click', () => {
    const isDark =
      getComputedStyle(document.documentElement).colorScheme === 'dark' ||
      (document.documentElement.dataset.theme === THEMES[0] &&
        matchMedia('(prefers-color-scheme: dark)').matches);
    chooseTheme(isDark ? 'light' : 'dark');
  });
}

async function start() {
  startTheme();
  const [response] = await Promise.all([fetch('/docs/json'), startCredentials()]);
  const described = await response.json();
  use(described);
  element('environment').textContent = described.servers[0].description.split(' ')[1];
  const operations = operationsOf(described);
  const sections = sectionsOf(described, operations);
  startNavigation(sections);
  const draw = () => show(described, sections, operations);
  addEventListener('hashchange', draw);
  onCredentials(draw);
  draw();
}

start().catch((error) => {
  const text = `The reference could not be loaded: ${error.message}. Reload the page.`;
  element('content').replaceChildren(make('p', { class: 'bad' }, text));
});
