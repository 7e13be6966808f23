// The paths of the admin API, and what each takes and answers, by the types generated from its OpenAPI document.
import type { components, paths } from './api-types.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends {
  readonly [Name in Lowercase<M>]: infer Known;
}
  ? Known
  : undefined;

/** Paths that know the method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: Operation<P, M> extends object ? P : never;
}[keyof paths];

declare const TEMPLATE: unique symbol;

/** Address of a resource below `/admin/v1`, made by `endpoint`. */
export type Endpoint<P extends keyof paths = keyof paths> = string & { readonly [TEMPLATE]: P };

/** What the braces of a path stand for. */
type PathValues<P extends keyof paths> = {
  [M in Method]: Operation<P, M> extends { readonly parameters: { readonly path: infer Values } }
    ? Values
    : never;
}[Method];

/** Fills in a path: `endpoint('/apps/{appid}', { appid })`. */
export function endpoint<P extends keyof paths>(
  path: P,
  ...[values]: [PathValues<P>] extends [never] ? [] : [PathValues<P>]
): Endpoint<P> {
  const filled = Object.entries<string | number>(values ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    path as string,
  );
  return filled as Endpoint<P>;
}

/** What a call answers when all is well; nothing for 204. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { readonly responses: infer R }
    ? JsonOf<R[keyof R & (200 | 201)]>
    : never;

type JsonOf<Response> = [Response] extends [never]
  ? undefined
  : Response extends { readonly content: { readonly 'application/json': infer T } }
    ? T
    : never;

/** One entry of a list. */
export type Item<P extends keyof paths> =
  Answer<P, 'GET'> extends { readonly items: readonly (infer T)[] } ? T : never;

/** Paths of lists that are read page by page. */
export type PagedPath = {
  [P in PathWith<'GET'>]: Answer<P, 'GET'> extends { readonly next: string | null } ? P : never;
}[PathWith<'GET'>];

/** Filters by name; their values may be any text, since people write them into addresses. */
export type Query<P extends keyof paths, M extends Method = 'GET'> =
  Operation<P, M> extends { readonly parameters: { readonly query?: infer Q extends object } }
    ? { readonly [Name in keyof Q]?: Q[Name] | string | null }
    : Readonly<Record<string, never>>;

export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends {
    readonly requestBody: { readonly content: { readonly 'application/json': infer B } };
  }
    ? B
    : never;
