// One operation: what it does, what it takes, what it answers, and beside it samples and Try it.
import { codeBlock, inline, make, method, paragraphs, tabs } from './dom.js';
import { print } from './json.js';
import { csharp, curl, go, java, javascript, python } from './samples.js';
import { field, resolve, shape } from './shapes.js';
import { tryOut } from './try.js';

const AUTHENTICATION = {
  appServerToken: 'App-server token',
  userToken: 'User token',
  debtToken: 'Debt token',
  accessToken: 'App-server token in X-Access-Token',
  client: 'Client id and secret',
  adminToken: 'Admin token',
  session: 'Console session',
  metricsToken: 'METRICS_TOKEN',
  receiverKey: 'Key of the receiver',
};

export function showOperation(operation) {
  const { parameters = [], requestBody, responses } = operation;
  const resolved = parameters.map(resolve);
  return make(
    'article',
    {},
    make(
      'div',
      { class: 'intro' },
      make('p', { class: 'crumb' }, operation.tags[0]),
      make('h1', {}, operation.summary),
      make('p', { class: 'path' }, method(operation.method), make('code', {}, operation.path)),
      operation.deprecated && make('p', { class: 'note' }, 'An older path; it keeps working.'),
      paragraphs(operation.description),
      make('p', { class: 'who' }, make('b', {}, 'Authentication: '), who(operation)),
    ),
    make('div', { class: 'side' }, sideOf(operation)),
    make(
      'div',
      { class: 'details' },
      ['path', 'query', 'header'].map((place) => parametersOf(resolved, place)),
      requestBody && make('section', {}, make('h2', {}, 'Body'), bodyOf(requestBody)),
      make('section', {}, make('h2', {}, 'Answers'), answers(responses)),
    ),
  );
}

function who({ security = [], operationId }) {
  if (/^block\./.test(operationId)) return 'Certification key in the body';
  const names = security.map((each) =>
    Object.keys(each)
      .map((key) => AUTHENTICATION[key])
      .join(' and '),
  );
  return names.map((name) => name || 'none').join(', or ') || 'none';
}

const TITLES = { path: 'Path', query: 'Query', header: 'Headers' };

function parametersOf(parameters, place) {
  const chosen = parameters.filter((each) => each.in === place);
  if (chosen.length === 0) return undefined;
  return make(
    'section',
    {},
    make('h2', {}, TITLES[place]),
    make(
      'dl',
      { class: 'fields' },
      chosen.map(({ name, schema, required, description }) =>
        field({ name, value: schema, isRequired: required, description }),
      ),
    ),
  );
}

const bodyOf = ({ content }) => {
  const [media] = Object.values(content);
  const types = Object.keys(content).join(', ');
  return [make('p', { class: 'soft' }, types), shape(media.schema)];
};

const answers = (responses) =>
  Object.entries(responses).map(([status, given]) => {
    const { description, content = {} } = resolve(given);
    return make(
      'details',
      { class: 'answer', open: /^2/.test(status) && 'open' },
      make(
        'summary',
        {},
        make('span', { class: `status s${status[0]}` }, status),
        ' ',
        inline(description),
      ),
      Object.entries(content).map(([type, media]) => [
        make('p', { class: 'soft' }, type),
        examplesOf(media),
        media.schema && shape(media.schema),
      ]),
    );
  });

const text = (value) => (typeof value === 'string' ? value : print(value));

function examplesOf({ example, examples }) {
  const all = examples
    ? Object.entries(examples).map(([name, { value }]) => [name, value])
    : example === undefined
      ? []
      : [['Example', example]];
  if (all.length <= 1) return all.map(([name, value]) => codeBlock(text(value), name));
  return tabs('examples', all, (value) => codeBlock(text(value), 'Example'));
}

function sideOf(operation) {
  if (operation.isWebhook) {
    const [media] = Object.values(operation.requestBody.content);
    return make('section', {}, make('h2', {}, 'Example'), examplesOf(media));
  }
  const sample = make('div');
  const draw = (request) => {
    const sdk = operation['x-codeSamples']?.[0];
    sample.replaceChildren(
      tabs(
        'language',
        [
          ['curl', () => curl(operation, request)],
          ...(sdk ? [['SDK', () => sdk.source]] : []),
          ['JavaScript', () => javascript(operation, request)],
          ['Python', () => python(operation, request)],
          ['Go', () => go(operation, request)],
          ['Java', () => java(operation, request)],
          ['C#', () => csharp(operation, request)],
        ],
        (write) => codeBlock(write(), 'Request'),
      ),
    );
  };
  const form = tryOut(operation, draw);
  return [make('section', {}, make('h2', {}, 'Request'), sample), form];
}
