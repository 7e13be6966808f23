// Writes the calls of app servers as OpenAPI 3.0, which every generator of clients reads:
//   node plain.mjs openapi.json > tollgate.json
// `--schemas` writes only the shapes of their bodies, as JSON Schema for generators of types.
import { readFileSync } from 'node:fs';

/** For operators, stores, monitoring and browsers. */
const LEFT_OUT = /^(admin|market|health)\.|^(metrics|login\.page)$/;
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const INT32 = 2 ** 31 - 1;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const camel = (text) => text.replace(/[.-]+(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (text) => camel(`.${text}`);

/** JSON Schemas of OpenAPI 3.1 as those of 3.0; `schemas` are the named ones. */
export const plainly = (schemas) =>
  function plain(schema) {
    const { anyOf, type, properties, items, additionalProperties, examples, ...rest } = schema;
    const types = [type ?? []].flat();
    const choices = anyOf?.filter((each) => each.type !== 'null').map(plain);
    const nullable = types.includes('null') || (anyOf && choices.length < anyOf.length);
    const [only = typeWithout(schema)] = types.filter((each) => each !== 'null');
    return {
      ...(choices?.length > 1 && { anyOf: choices }),
      ...(choices?.length === 1 && (nullable ? nullableOf(choices[0], schemas) : choices[0])),
      ...(only && { type: only }),
      ...rest,
      ...(only === 'integer' && { format: rest.format ?? widthOf(rest.maximum) }),
      ...(nullable && { nullable: true }),
      ...(properties && { properties: mapValues(properties, plain) }),
      ...(items && { items: plain(items) }),
      ...(additionalProperties !== undefined && {
        additionalProperties: isObject(additionalProperties)
          ? plain(additionalProperties)
          : additionalProperties,
      }),
      ...(examples && rest.example === undefined && { example: examples[0] }),
    };
  };

/** Beside a reference nothing else counts in 3.0, and `nullable` needs a type. */
function nullableOf(choice, schemas) {
  const named = choice.$ref && schemas[choice.$ref.split('/').at(-1)];
  return named ? { type: named.type ?? typeWithout(named), allOf: [choice] } : choice;
}

/** Generators take a plain integer for one of 32 bits; times and ids do not fit. */
const widthOf = (maximum) => (maximum !== undefined && maximum <= INT32 ? 'int32' : 'int64');

function typeWithout({ enum: values, type }) {
  if (type === 'null') return 'object';
  return values && (values.every(Number.isInteger) ? 'integer' : 'string');
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** Each operation that an app server calls, with a name that is one in every language. */
export function plainPaths(paths) {
  const calls = mapValues(paths, (path) =>
    Object.fromEntries(
      Object.entries(path)
        .filter(([method, call]) => METHODS.includes(method) && !LEFT_OUT.test(call.operationId))
        .map(([method, { 'x-codeSamples': _, ...call }]) => [
          method,
          { ...call, operationId: camel(call.operationId) },
        ]),
    ),
  );
  return Object.fromEntries(
    Object.entries(calls).filter(([, path]) => Object.keys(path).length > 0),
  );
}

/** Bodies without a name get that of their operation, so that their types have good names. */
function nameBodies(paths, schemas) {
  const name = (schema, wanted) => {
    if (!schema?.properties) return schema;
    schemas[wanted] = schema;
    return { $ref: `#/components/schemas/${wanted}` };
  };
  return mapValues(paths, (path) =>
    mapValues(path, ({ requestBody, responses, ...call }) => ({
      ...call,
      ...(requestBody && {
        requestBody: withSchemas(requestBody, (schema) =>
          name(schema, `${pascal(call.operationId)}Request`),
        ),
      }),
      responses: mapValues(responses, (response, status) =>
        withSchemas(response, (schema) =>
          name(schema, `${pascal(call.operationId)}Answer${status === '200' ? '' : status}`),
        ),
      ),
    })),
  );
}

const withSchemas = (holder, change) =>
  holder.content
    ? {
        ...holder,
        content: mapValues(holder.content, ({ schema, ...media }) => ({
          ...(schema && { schema: change(schema) }),
          ...media,
        })),
      }
    : holder;

/** Everything that a value refers to, and what that refers to. */
function reached(from, components) {
  const found = new Set();
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const [, , kind, name] = value.$ref?.split('/') ?? [];
    if (name && !found.has(`${kind}/${name}`)) {
      found.add(`${kind}/${name}`);
      visit(components[kind][name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(from);
  return found;
}

export function plainDocument({ info, servers, paths, components }) {
  const schemas = { ...components.schemas };
  const named = nameBodies(plainPaths(paths), schemas);
  const found = reached(named, { ...components, schemas });
  const used = (kind, parts) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => found.has(`${kind}/${name}`)));
  const plain = plainly(schemas);
  const plainPart = ({ schema, headers, ...rest }) =>
    withSchemas(
      {
        ...rest,
        ...(headers && { headers: mapValues(headers, plainHeader) }),
        ...(schema && { schema: plain(schema) }),
      },
      plain,
    );
  /** A header of a response has a schema, never a type of its own. */
  const plainHeader = ({ type, schema, ...rest }) => ({
    ...rest,
    schema: plain(schema ?? { type }),
  });
  const { title, version, description, license } = info;
  return {
    openapi: '3.0.3',
    info: { title, version, description, ...(license && { license: { name: license.name } }) },
    servers,
    paths: mapValues(named, (path) =>
      mapValues(path, ({ parameters, requestBody, responses, ...call }) => ({
        ...call,
        ...(parameters && { parameters: parameters.map(plainPart) }),
        ...(requestBody && { requestBody: plainPart(requestBody) }),
        responses: mapValues(responses, plainPart),
      })),
    ),
    components: {
      securitySchemes: components.securitySchemes,
      parameters: mapValues(used('parameters', components.parameters), plainPart),
      responses: mapValues(used('responses', components.responses), plainPart),
      schemas: mapValues(used('schemas', schemas), plain),
    },
  };
}

/** The shapes alone, with definitions that generators of types understand. */
export function plainShapes(document) {
  const { paths, components } = document;
  const schemas = { ...components.schemas };
  const named = nameBodies(plainPaths(paths), schemas);
  const found = reached(named, { ...components, schemas });
  const shapes = Object.entries(schemas).filter(([name]) => found.has(`schemas/${name}`));
  const mayBeNull = new Set(shapes.flatMap(([name, { type }]) => (isNullable(type) ? [name] : [])));
  return {
    definitions: mapValues(Object.fromEntries(shapes), (shape) => shapeOf(shape, mayBeNull)),
  };
}

const isNullable = (type) => Array.isArray(type) && type.includes('null');

/** Generators want null where a type is used, not in the type itself. */
function shapeOf({ type, ...schema }, mayBeNull) {
  const use = (value) => {
    if (Array.isArray(value)) return value.map(use);
    if (!isObject(value)) return value;
    if (!value.$ref) return mapValues(value, use);
    const name = value.$ref.split('/').at(-1);
    const $ref = `#/definitions/${name}`;
    return mayBeNull.has(name) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref };
  };
  const only = isNullable(type) ? type.find((each) => each !== 'null') : type;
  return use({ ...(only && { type: only }), ...schema });
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const written = process.argv.includes('--schemas') ? plainShapes : plainDocument;
  process.stdout.write(`${JSON.stringify(written(document), null, 2)}\n`);
}
