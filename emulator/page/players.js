// Players who got something on this page, and what a measure did about them after a refund.
import { control, element, onChange } from './control.js';

async function refresh() {
  const { players } = await control('GET', '/demo/players');
  element('players-card').hidden = players.length === 0;
  element('players').replaceChildren(...players.map(drawPlayer));
}

function drawPlayer({ player_id, product, page, measure }) {
  const item = document.createElement('li');
  const text = document.createElement('span');
  text.textContent = `Player ${player_id} got ${product}. ${describe(measure)} `;
  const link = document.createElement('a');
  link.href = page;
  link.target = '_blank';
  link.rel = 'noreferrer';
  link.textContent = 'Open player in the console';
  item.append(text, link);
  return item;
}

function describe(measure) {
  if (!measure) return 'Refund the purchase to see what a measure does.';
  const by = `the measure “${measure.rule}”`;
  if (measure.status === 'active') {
    return `Restricted by ${by}, until ${new Date(measure.until).toLocaleString()}.`;
  }
  return measure.status === 'flagged' ? `Flagged by ${by}.` : `The restriction by ${by} has ended.`;
}

export function startPlayers() {
  onChange(() => refresh().catch(() => {}));
  setInterval(() => document.hidden || refresh().catch(() => {}), 2000);
  return refresh().catch(() => {});
}
