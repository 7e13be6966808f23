// Completes the OpenAPI document: a description for every answer, an example for every body.
import { sample } from './sample.ts';

type Json = Record<string, unknown>;

interface Media {
  readonly schema?: Json;
  readonly example?: unknown;
  readonly examples?: object;
}

interface Operation {
  readonly parameters?: readonly (Media & { readonly name: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, Media> }>
  >;
}

/** What @fastify/swagger writes where a route says nothing. */
const UNSAID = 'Default Response';
const MEANINGS: Readonly<Record<string, string>> = { 200: 'Success.', 201: 'Created.' };

export function complete<D extends { readonly paths?: object; readonly webhooks?: object }>(
  document: D,
): D {
  return {
    ...document,
    paths: completeAll(document.paths),
    webhooks: completeAll(document.webhooks),
  };
}

const completeAll = (paths: object | undefined) =>
  mapValues((paths ?? {}) as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, completeOperation),
  );

const completeOperation = ({ parameters, requestBody, responses, ...rest }: Operation) => ({
  ...rest,
  ...(parameters && { parameters: parameters.map((each) => withExample(each, each.name)) }),
  ...(requestBody && {
    requestBody: {
      ...requestBody,
      content: mapValues(requestBody.content, (media) => withExample(media)),
    },
  }),
  responses: mapValues(responses, ({ description, content, ...response }, status) => ({
    description: description === UNSAID ? MEANINGS[status] : description,
    ...response,
    ...(content && { content: mapValues(content, (media) => withExample(media)) }),
  })),
});

function withExample<M extends Media>(media: M, name = ''): M {
  if (media.example !== undefined || media.examples || !media.schema) return media;
  const { examples, ...schema } = media.schema;
  const given = (examples as readonly unknown[] | undefined)?.[0];
  const example = given ?? sample(schema, name);
  // Nothing is better than a value that the pattern refuses.
  return example === '' ? media : { ...media, schema, example };
}

const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
