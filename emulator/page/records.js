// The list of purchases: one market or all, in pages, found by id, each with the actions its market declares.
import { deliver, settings, showAnswer, showReceipt } from './answer.js';
import { control, element, makeButton, onChange, run } from './control.js';

const tabs = [...document.querySelectorAll('#markets button')];
const marketNames = new Map(tabs.map((tab) => [tab.dataset.market, tab.textContent]));
const isMarket = (name) => marketNames.has(name);

const view = { market: '', page: 1, search: '' };
let drawn = '';
let newestCall = 0;

async function refresh() {
  const call = ++newestCall;
  const { market, page, search } = view;
  const query = new URLSearchParams({
    page,
    ...(market && { market }),
    ...(search && { search }),
  });
  const [clock, list] = await Promise.all([
    control('GET', '/clock'),
    control('GET', `/records?${query}`),
  ]);
  if (call !== newestCall) return;
  element('now').textContent = new Date(clock.now).toLocaleString();
  if (list.records.length === 0 && page > 1) return go({ page: page - 1 });
  // What has not changed stays, with the focus on it.
  const text = JSON.stringify([view, list]);
  if (text !== drawn) draw(list);
  drawn = text;
}

function go(change) {
  Object.assign(view, change);
  return refresh();
}

function draw({ records, actions, page, hasMore }) {
  const focused = document.activeElement?.dataset.key;
  for (const tab of tabs) tab.setAttribute('aria-pressed', tab.dataset.market === view.market);
  element('records').replaceChildren(...records.map(drawRecord));
  element('empty').hidden = records.length > 0;
  element('empty').textContent = view.search
    ? `No purchase has an id with “${view.search}”.`
    : 'Nothing bought yet.';
  element('pager').hidden = page === 1 && !hasMore;
  element('page-number').textContent = `Page ${page}`;
  element('newer').disabled = page === 1;
  element('older').disabled = !hasMore;
  element('market').hidden = actions.length === 0;
  element('market-title').textContent = marketNames.get(view.market);
  const groups = Map.groupBy(actions, ({ group }) => group ?? '');
  element('market-actions').replaceChildren(
    ...[...groups].flatMap(([group, list]) => drawGroup(group, list)),
  );
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function drawRecord(record) {
  const { market, id, at, environment, product, amount, state, tone, until } = record;
  const item = make('li', 'record');
  const facts = make('div', 'facts');
  const name =
    environment === 'sandbox' ? `${marketNames.get(market)} sandbox` : marketNames.get(market);
  const time = make('time', 'soft', new Date(at).toLocaleString());
  time.dateTime = new Date(at).toISOString();
  const identity = make('code', 'id', id);
  identity.title = id;
  facts.append(
    make('span', 'market', name),
    make('strong', 'product', product),
    make('span', 'amount', amount),
    make('span', `badge ${tone}`, state),
    ...(until ? [make('span', 'soft', `until ${new Date(until).toLocaleString()}`)] : []),
    identity,
    time,
  );
  const buttons = make('div', 'buttons');
  if (record.receipt) {
    buttons.append(
      withKey(
        makeButton('Receipt', '', () => showReceipt(record.receipt)),
        id,
        'Receipt',
      ),
    );
    // Test purchases have no consequences.
    if (settings.admin_url && environment === 'production') {
      buttons.append(
        withKey(
          makeButton('Verify and deliver', 'good', () => deliver(record.receipt)),
          id,
          'Verify and deliver',
        ),
      );
    }
  }
  if (record.link) {
    const link = make('a', 'button', record.link.label);
    link.href = record.link.href;
    link.target = '_blank';
    link.rel = 'noreferrer';
    buttons.append(link);
  }
  for (const action of record.actions) {
    const button = makeButton(action.label, action.tone, () => call(action));
    buttons.append(withKey(button, id, action.label));
  }
  item.append(facts, buttons);
  return item;
}

function withKey(button, ...key) {
  button.dataset.key = key.join(' ');
  return button;
}

const call = ({ method, path, body }) => control(method, path, body);

/** What such an action answers is what it is for. */
function drawGroup(group, actions) {
  const buttons = make('div', 'buttons');
  for (const action of actions) {
    const button = makeButton(action.label, action.tone, async () =>
      showAnswer(action.label, await call(action)),
    );
    buttons.append(withKey(button, group, action.label));
  }
  return [make('h3', '', group), buttons];
}

for (const tab of tabs) {
  tab.addEventListener('click', () => {
    const { market } = tab.dataset;
    history.replaceState(null, '', `${location.search}#${market}`);
    run(() => Object.assign(view, { market, page: 1 }));
  });
}
element('newer').addEventListener('click', () =>
  run(() => Object.assign(view, { page: view.page - 1 })),
);
element('older').addEventListener('click', () =>
  run(() => Object.assign(view, { page: view.page + 1 })),
);
element('search').addEventListener('input', ({ target }) =>
  run(() => Object.assign(view, { search: target.value.trim(), page: 1 })),
);

export function startRecords() {
  const wanted = location.hash.slice(1);
  if (isMarket(wanted)) view.market = wanted;
  onChange(refresh);
  setInterval(() => document.hidden || refresh().catch(() => {}), 5000);
  return refresh();
}
