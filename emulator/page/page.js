// The emulator's page: buy, take each purchase through what can happen to it, break the markets, move the clock.
import './buy.js';
import { control, element, run } from './control.js';
import { startFaults } from './faults.js';
import { startPlayers } from './players.js';
import { startRecords } from './records.js';

for (const button of document.querySelectorAll('[data-advance-ms]')) {
  const advanceMs = Number(button.dataset.advanceMs);
  button.addEventListener('click', () => run(() => control('POST', '/clock', { advanceMs })));
}
element('real-time').addEventListener('click', () =>
  run(() => control('POST', '/clock', { now: Date.now() })),
);
element('reset').addEventListener('click', () => {
  const question = 'Delete every purchase and fault? Keys and registered addresses stay.';
  if (confirm(question)) run(() => control('POST', '/reset'));
});

// Beside the list there is room for the forms; above it they would push it down.
const isWide = matchMedia('(min-width: 64rem)').matches;
for (const id of ['buying', 'failing']) element(id).open = isWide;

await Promise.all([startFaults(), startRecords(), startPlayers()]);
