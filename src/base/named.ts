// Names a schema, so that the OpenAPI document defines it once and refers to it elsewhere.
import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';

/** The keyword that carries the name; validators and serialisers ignore it. */
export const NAME_KEYWORD = 'x-name';

export const named = <T extends TSchema>(name: string, schema: T): T =>
  Type.With(schema, { [NAME_KEYWORD]: name }) as T;

export const namedObject = <P extends TProperties>(
  name: string,
  properties: P,
  options?: TObjectOptions,
): TObject<P> => named(name, Type.Object(properties, options));
