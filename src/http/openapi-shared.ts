// Moves what has a name to the `components` of the OpenAPI document, and refers to it.
import { NAME_KEYWORD } from '../base/named.ts';

type Json = Record<string, unknown>;
type Kind = 'schemas' | 'parameters' | 'responses';

interface Response {
  readonly content?: Record<string, Json>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Json;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Record<string, Response>;
}

interface Shareable {
  readonly components?: object;
  readonly paths?: object;
  readonly webhooks?: object;
}

/** Named schemas, parameters with a named schema, and answers with a name. */
export function shareShapes<D extends Shareable>(document: D): D {
  const shared: Record<Kind, Json> = { schemas: {}, parameters: {}, responses: {} };

  function refer(kind: Kind, name: string, shape: unknown): Json {
    const known = shared[kind][name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`Two different ${kind} are named ${name}.`);
    }
    shared[kind][name] = shape;
    return { $ref: `#/components/${kind}/${name}` };
  }

  function share(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(share);
    if (!isObject(value)) return value;
    const { [NAME_KEYWORD]: name, ...rest } = value;
    const shape = mapValues(rest, share);
    return typeof name === 'string' ? refer('schemas', name, shape) : shape;
  }

  function shareParameter(parameter: Parameter): unknown {
    const { [NAME_KEYWORD]: isNamed, ...schema } = parameter.schema;
    const shape = share({ ...parameter, schema });
    return isNamed ? refer('parameters', `${parameter.in}.${parameter.name}`, shape) : shape;
  }

  /** The name is that of the first content; an answer with two kinds of content joins their names. */
  function shareResponse({ content: bodies = {}, ...response }: Response): unknown {
    const media = Object.entries(bodies);
    const names = media.map(([, each]) => each[NAME_KEYWORD]);
    const content = media.map(([type, { [NAME_KEYWORD]: _, ...each }]) => [type, share(each)]);
    const shape = {
      ...mapValues(response as Json, share),
      ...(media.length > 0 && { content: Object.fromEntries(content) }),
    };
    return names.length > 0 && names.every((name) => typeof name === 'string')
      ? refer('responses', names.join('Or'), shape)
      : shape;
  }

  const shareAll = (paths: object | undefined) =>
    mapValues((paths ?? {}) as Record<string, Record<string, Operation>>, (path) =>
      mapValues(path, ({ parameters, responses, ...operation }) => ({
        ...mapValues(operation, share),
        ...(parameters && { parameters: parameters.map(shareParameter) }),
        responses: mapValues(responses, shareResponse),
      })),
    );

  const paths = shareAll(document.paths);
  const webhooks = shareAll(document.webhooks);
  const components = { ...document.components, ...mapValues(shared, sorted) };
  return { ...document, components, paths, webhooks };
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
