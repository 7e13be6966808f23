// The list of operations by section, and the search.
import { element, make, method } from './dom.js';

export function startNavigation(sections) {
  const groups = sections.map(({ name, tags }) =>
    make(
      'section',
      {},
      make('h2', {}, name),
      tags.map(({ name: tag, operations }) =>
        make(
          'details',
          { 'data-tag': tag },
          make('summary', {}, tag),
          make(
            'ul',
            {},
            operations.map((operation) =>
              make(
                'li',
                { 'data-text': textOf(operation) },
                make(
                  'a',
                  { href: `#${operation.operationId}`, title: operation.path },
                  method(operation.method),
                  make('span', {}, operation.summary),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  element('operations').replaceChildren(...groups);
  element('search').addEventListener('input', search);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    toggleMenu(true);
    element('search').focus();
  });
  element('menu').addEventListener('click', () =>
    toggleMenu(element('menu').getAttribute('aria-expanded') !== 'true'),
  );
}

export function toggleMenu(isOpen) {
  element('menu').setAttribute('aria-expanded', isOpen);
  document.body.classList.toggle('menu-open', isOpen);
}

const textOf = ({ operationId, path, summary, tags }) =>
  [operationId, path, summary, tags].join(' ').toLowerCase();

function search() {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of element('operations').children) {
    for (const tag of section.querySelectorAll('details')) {
      const items = [...tag.querySelectorAll('li')];
      for (const item of items) {
        item.hidden = !words.every((word) => item.dataset.text.includes(word));
      }
      tag.hidden = items.every((item) => item.hidden);
      if (words.length > 0) tag.open = !tag.hidden;
    }
    section.hidden = [...section.querySelectorAll('details')].every((tag) => tag.hidden);
  }
}

/** Marks an operation, and opens its section. */
export function markCurrent(operationId) {
  for (const link of element('operations').querySelectorAll('a')) {
    const isCurrent = link.getAttribute('href') === `#${operationId}`;
    if (isCurrent) {
      link.setAttribute('aria-current', 'page');
      link.closest('details').open = true;
      link.scrollIntoView({ block: 'nearest' });
    } else link.removeAttribute('aria-current');
  }
}
