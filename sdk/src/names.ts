// The generated types as callers see them: camelCase names, and ids that may also be decimal text on the way in.
import type { paths } from './api-types.ts';

/** A 64-bit id: a bigint, or its decimal digits. Never a number, which would lose digits. */
export type Id = bigint | string;

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

export type Camel<Type> = Type extends readonly (infer Each)[]
  ? readonly Camel<Each>[]
  : Type extends object
    ? { readonly [Name in keyof Type as CamelName<Name & string>]: Camel<Type[Name]> }
    : Type;

/** `undefined` counts as absent. */
export type Input<Type> = Type extends bigint
  ? Id
  : Type extends readonly (infer Each)[]
    ? readonly Input<Each>[]
    : Type extends object
      ? { readonly [Name in keyof Type]: Input<Type[Name]> }
      : Type;

export type Path = keyof paths;

export type RequestOf<Name extends Path> = paths[Name] extends {
  readonly post: { readonly requestBody: { readonly content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type AnswerOf<Name extends Path> = paths[Name] extends {
  readonly post: {
    readonly responses: { 200: { content: { readonly 'application/json': infer Body } } };
  };
}
  ? Body
  : never;

/** The `data` of an answer. */
export type DataOf<Name extends Path> =
  AnswerOf<Name> extends { readonly data?: infer Data } ? Data : never;

/** What a caller gives: the client adds `appid` and the key. */
export type Fields<Name extends Path> = Omit<
  Input<Camel<RequestOf<Name>>>,
  'appid' | 'serviceCertificationKey'
>;
