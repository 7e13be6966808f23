// What the page shows for an address: an operation, or the overview.
import { codeBlock, element, inline, make, method, paragraphs } from './dom.js';
import { markCurrent, toggleMenu } from './navigation.js';
import { showOperation } from './operation.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every call, and every request that Tollgate sends. */
export function operationsOf({ paths, webhooks = {} }) {
  const listed = (items, isWebhook) =>
    Object.entries(items).flatMap(([path, item]) =>
      METHODS.filter((each) => item[each]).map((each) => ({
        ...item[each],
        method: each,
        path: isWebhook ? 'to your server' : path,
        isWebhook,
        answersJson: JSON.stringify(item[each].responses).includes('json'),
      })),
    );
  return [...listed(paths, false), ...listed(webhooks, true)];
}

/** Groups of sections with their operations, in the order of the document. */
export const sectionsOf = (document, operations) =>
  document['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      name: tag,
      description: document.tags.find((each) => each.name === tag)?.description,
      operations: operations.filter((each) => each.tags.includes(tag)),
    })),
  }));

export function show(document, sections, operations) {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === 'content') return;
  const operation = operations.find((each) => each.operationId === id);
  const title = operation ? operation.summary : 'Overview';
  globalThis.document.title = `${title} · Tollgate API`;
  element('content').replaceChildren(
    operation ? showOperation(operation) : overview(document, sections),
  );
  markCurrent(id);
  toggleMenu(false);
  scrollTo(0, 0);
}

const FIRST_CALL = `TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  ORIGIN/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ORIGIN/v2/game/block/type/get \\
  -H "X-Access-Token: $TOKEN" -H 'ISCRYPT: 0' \\
  -H 'Content-Type: application/json' -d '{"appid":"com.tollgate.demo"}'`;

const overview = (document, sections) =>
  make(
    'article',
    { class: 'overview' },
    make(
      'div',
      { class: 'text' },
      make('h1', {}, document.info.title),
      paragraphs(document.info.description),
      make('h2', {}, 'A first call'),
      codeBlock(FIRST_CALL.replaceAll('ORIGIN', location.origin), 'A first call'),
      sections.map(({ name, tags }) => [
        make('h2', {}, name),
        make('div', { class: 'cards' }, tags.map(card)),
      ]),
    ),
  );

const card = ({ name, description, operations }) =>
  make(
    'section',
    { class: 'card' },
    make('h3', {}, name),
    make('p', { class: 'soft' }, inline(description)),
    make(
      'ul',
      {},
      operations.map((operation) =>
        make(
          'li',
          {},
          make(
            'a',
            { href: `#${operation.operationId}` },
            method(operation.method),
            operation.summary,
          ),
        ),
      ),
    ),
  );
