// Faults: which are active, and the form that adds one.
import { control, element, onChange, run } from './control.js';

async function refresh() {
  const { faults } = await control('GET', '/faults');
  element('faults').replaceChildren(
    ...faults.map((fault) => {
      const item = document.createElement('li');
      item.textContent = describe(fault);
      return item;
    }),
  );
  element('fault-count').hidden = faults.length === 0;
  element('fault-count').textContent = faults.length;
  element('clear-faults').hidden = faults.length === 0;
}

function describe({ market, kind, count, rate, path }) {
  const often = rate === undefined ? `next ${count}` : `${Math.round(rate * 100)} %`;
  return `${market}: ${kind}, ${often}${path ? `, only ${path}` : ''}`;
}

element('fault').addEventListener('submit', (event) => {
  event.preventDefault();
  const { market, kind, unit, number, path } = Object.fromEntries(new FormData(event.target));
  const often = unit === 'rate' ? { rate: Number(number) / 100 } : { count: Number(number) };
  run(() => control('POST', '/faults', { market, kind, ...often, ...(path && { path }) }));
});
element('clear-faults').addEventListener('click', () => run(() => control('DELETE', '/faults')));

export function startFaults() {
  onChange(refresh);
  setInterval(() => document.hidden || refresh().catch(() => {}), 5000);
  return refresh();
}
