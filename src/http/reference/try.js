// Try it: a form for the request, which it sends to this environment, and the answer.
import { authorize, isMissing } from './authorize.js';
import { bodies, credentials, openCredentials } from './credentials.js';
import { codeBlock, make } from './dom.js';
import { parse, pretty, print } from './json.js';
import { resolve } from './shapes.js';

/** Values that belong to the reader's app. */
const OWN = ['appid', 'service_certification_key', 'client_id', 'client_secret'];

/** `onChange` gets the request whenever the form changes. */
export function tryOut(operation, onChange) {
  const inputs = (operation.parameters ?? []).map(resolve).map(inputFor);
  const body = bodyInput(operation);
  const answer = make('div', { class: 'answer-area', 'aria-live': 'polite' });
  const button = make('button', { type: 'submit', class: 'main' }, 'Send');
  const form = make(
    'form',
    { submit: send, input: () => onChange(read()) },
    inputs.filter(({ required }) => required).map(({ label }) => label),
    optionalOf(inputs),
    body && make('label', {}, 'Body', body),
    make('div', { class: 'buttons' }, button),
  );
  function read() {
    return requestOf(operation, inputs, body?.value);
  }
  async function send(event) {
    event.preventDefault();
    button.disabled = true;
    answer.replaceChildren();
    try {
      answer.replaceChildren(...(await exchange(operation, read())));
    } catch (error) {
      answer.replaceChildren(make('p', { class: 'bad' }, error.message));
      if (isMissing(error)) openCredentials();
    }
    button.disabled = false;
  }
  onChange(read());
  const open = make('details', { class: 'try' }, make('summary', {}, 'Try it'), form, answer);
  return open;
}

function inputFor({ name, in: place, required, schema, example }) {
  const own = { 'X-App-Id': credentials.appid, appid: credentials.appid, ISCRYPT: '0' };
  const shown = required ? (own[name] ?? example ?? '') : '';
  const values = resolve(schema).enum;
  const input = values
    ? make(
        'select',
        { name },
        [...(required ? [] : ['']), ...values].map((value) => make('option', { value }, value)),
      )
    : make('input', { name, value: shown, autocomplete: 'off', required: required && '' });
  return {
    name,
    place,
    input,
    required,
    label: make('label', {}, name, input),
  };
}

/** Folded: most calls need none of them. */
function optionalOf(inputs) {
  const optional = inputs.filter(({ required }) => !required);
  return (
    optional.length > 0 &&
    make(
      'details',
      { class: 'optional' },
      make('summary', {}, 'Optional'),
      optional.map(({ label }) => label),
    )
  );
}

function bodyInput({ requestBody, operationId }) {
  if (!requestBody) return undefined;
  const [media] = Object.values(requestBody.content);
  const given = media.example ?? Object.values(media.examples ?? {})[0]?.value ?? {};
  const value = typeof given === 'string' ? given : print(withOwn(given, bodies[operationId]));
  const rows = Math.min(value.split('\n').length + 1, 18);
  const area = make('textarea', { name: 'body', rows, spellcheck: 'false', autocomplete: 'off' });
  area.value = value;
  return area;
}

/** The example with the reader's own app and keys, or what works in the demo. */
function withOwn(example, working) {
  const own = OWN.filter((name) => name in example && credentials[name]);
  const identity = Object.fromEntries(own.map((name) => [name, credentials[name]]));
  return working ? { ...identity, ...working } : { ...example, ...identity };
}

function requestOf({ path, requestBody }, inputs, body) {
  const filled = (place) =>
    inputs
      .filter((each) => each.place === place && each.input.value !== '')
      .map(({ name, input }) => [name, input.value]);
  const route = inputs
    .filter(({ place }) => place === 'path')
    .reduce(
      (text, { name, input }) => text.replace(`{${name}}`, encodeURIComponent(input.value)),
      path,
    );
  const query = new URLSearchParams(filled('query')).toString();
  const headers = Object.fromEntries(filled('header'));
  const contentType = Object.keys(requestBody?.content ?? {})[0];
  return { url: query ? `${route}?${query}` : route, headers, body, contentType };
}

async function exchange(operation, { url, headers, body, contentType }) {
  if (body !== undefined && contentType === 'application/json') {
    try {
      parse(body);
    } catch (error) {
      throw new Error(`The body is not JSON: ${error.message}`);
    }
  }
  const proof = await authorize(operation);
  const began = performance.now();
  const response = await fetch(url, {
    method: operation.method.toUpperCase(),
    headers: { ...headers, ...proof, ...(body !== undefined && { 'Content-Type': contentType }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  const { status } = response;
  return [
    make(
      'p',
      { class: 'outcome' },
      make('span', { class: `status s${String(status)[0]}` }, String(status)),
      ` in ${took} ms`,
    ),
    ...(text ? [codeBlock(pretty(text), 'Answer')] : []),
  ];
}
