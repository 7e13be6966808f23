// What routes declare for the API reference only: answers with examples, and what Fastify must not check.
import { type TSchema, Type } from 'typebox';
import { NAME_KEYWORD, namedObject } from './named.ts';

/** Parts of a schema that only the reference shows, because hooks check them, or nobody does. */
export const REFERENCE_KEYWORD = 'x-reference';
/** Examples of a schema by name; under `examples` they would have numbers. */
export const EXAMPLES_KEYWORD = 'x-examples';
/** The description of an answer whose schema is not in `content`. */
export const DESCRIPTION_KEYWORD = 'x-response-description';

export type Examples = Readonly<Record<string, { readonly value: unknown }>>;

export interface DocumentedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly content: Readonly<
    Record<string, { readonly schema: TSchema; readonly examples: Examples }>
  >;
}

/** An answer that several operations share under `name`; `examples` are bodies by name. */
export const documented = (
  name: string,
  description: string,
  schema: TSchema,
  examples: Readonly<Record<string, unknown>>,
  type = 'application/json',
): DocumentedAnswer => ({
  description,
  content: { [type]: { [NAME_KEYWORD]: name, schema, examples: asExamples(examples) } as never },
});

export const asExamples = (bodies: Readonly<Record<string, unknown>>): Examples =>
  Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }]));

/** The error body of everything that has no format of its own. */
const PlainError = namedObject('PlainError', {
  error: Type.String({ description: 'A stable code.' }),
  message: Type.String({ description: 'What is wrong, and what to do.' }),
});

export const plainError = (
  name: string,
  description: string,
  examples: Readonly<Record<string, string>>,
): DocumentedAnswer =>
  documented(
    name,
    description,
    PlainError,
    Object.fromEntries(
      Object.entries(examples).map(([error, message]) => [error, { error, message }]),
    ),
  );
