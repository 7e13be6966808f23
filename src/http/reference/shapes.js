// Shows schemas: one row per field, with what it means and which values it takes.
import { inline, make } from './dom.js';

let components = {};

export const use = (document) => {
  components = document.components;
};

/** Follows a reference of any kind. */
export function resolve(value) {
  if (!value?.$ref) return value;
  const [, , kind, name] = value.$ref.split('/');
  return resolve(components[kind]?.[name]);
}

/** What is inside of a list or of an alternative to null. */
function core(given) {
  const schema = resolve(given) ?? {};
  const others = (schema.anyOf ?? []).filter((each) => resolve(each).type !== 'null');
  if (schema.anyOf && others.length === 1) {
    return { ...core(others[0]), nullable: true, note: schema.description };
  }
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((each) => each !== 'null');
    return { schema: { ...schema, type }, nullable: schema.type.includes('null') };
  }
  return { schema, nullable: false };
}

function typeName(given) {
  const { schema, nullable } = core(given);
  const name = schema.anyOf
    ? 'one of several'
    : schema.type === 'array'
      ? `list of ${typeName(schema.items ?? {})}`
      : (schema.type ??
        (schema.enum || 'const' in schema ? typeof (schema.enum?.[0] ?? schema.const) : 'any'));
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return `${name}${format}${nullable ? ' or null' : ''}`;
}

function limits(schema) {
  const parts = [
    schema.enum && `One of ${schema.enum.map((each) => `\`${each}\``).join(', ')}.`,
    'const' in schema && `Always \`${schema.const}\`.`,
    schema.default !== undefined && `Default \`${schema.default}\`.`,
    schema.maxLength !== undefined && `At most ${schema.maxLength} characters.`,
    schema.maxItems !== undefined && `At most ${schema.maxItems} entries.`,
    schema.minimum !== undefined &&
      schema.maximum !== undefined &&
      Math.abs(schema.maximum) < 1e15 &&
      `From ${schema.minimum} to ${schema.maximum}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Fields of an object, of the entries of a list, or of each alternative. */
function childrenOf(given, depth) {
  const { schema } = core(given);
  if (schema.type === 'array') return childrenOf(schema.items ?? {}, depth);
  if (schema.properties && Object.keys(schema.properties).length > 0)
    return [fields(schema, depth)];
  return (schema.anyOf ?? []).map((each) => {
    const title = each.$ref?.split('/').at(-1) ?? typeName(each);
    return make('details', {}, make('summary', {}, title), childrenOf(each, depth));
  });
}

function fields(given, depth = 0) {
  const { schema } = core(given);
  const required = schema.required ?? [];
  return make(
    'dl',
    { class: 'fields' },
    Object.entries(schema.properties ?? {}).map(([name, value]) =>
      field({ name, value, isRequired: required.includes(name), depth }),
    ),
  );
}

export function field({ name, value, isRequired, depth = 0, description }) {
  const { schema, note } = core(value);
  const text = [description ?? note ?? schema.description, limits(schema)]
    .filter(Boolean)
    .join(' ');
  const inner = depth > 5 ? [] : childrenOf(value, depth + 1);
  return make(
    'div',
    {},
    make(
      'dt',
      {},
      make('code', {}, name),
      ' ',
      make('span', { class: 'type' }, typeName(value)),
      isRequired && make('span', { class: 'required' }, 'required'),
    ),
    make(
      'dd',
      {},
      inline(text),
      inner.length > 0 &&
        make('details', { open: depth === 0 && 'open' }, make('summary', {}, 'Fields'), inner),
    ),
  );
}

/** The body as a table, whatever its type. */
export function shape(given) {
  const inner = childrenOf(given, 0);
  return inner.length > 0 ? inner : [make('p', { class: 'soft' }, typeName(given))];
}
