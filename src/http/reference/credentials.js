// The credentials of this tab: typed in, or those of the demo while it runs. Nothing is stored.
import { element } from './dom.js';

export const credentials = {};
/** Bodies that work in the demo, by operation. */
export const bodies = {};

const listeners = [];
export const onCredentials = (listener) => listeners.push(listener);

export const openCredentials = () => element('credentials').showModal();

export async function startCredentials() {
  const response = await fetch('/docs/api/try-out');
  const isDemo = response.status === 200;
  if (isDemo) {
    const { bodies: working, ...keys } = await response.json();
    Object.assign(credentials, keys);
    Object.assign(bodies, working);
  }
  element('credentials-hint').textContent = isDemo
    ? 'The keys of the demo are filled in.'
    : 'Try it sends real requests to this environment. Prefer the sandbox.';
  const form = element('credentials').querySelector('form');
  for (const input of form.elements) {
    if (input.name) input.value = credentials[input.name] ?? '';
  }
  form.addEventListener('submit', () => {
    Object.assign(credentials, Object.fromEntries(new FormData(form)));
    for (const listener of listeners) listener();
  });
  element('open-credentials').addEventListener('click', openCredentials);
}
