// Ready restriction types for refunds, with texts in every language, to be adopted and edited.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { notFound, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { createType, TypeInput, type TypeRecord } from '../restriction/type-operations.ts';
import { READY_TYPES } from './ready-texts.ts';

export const ReadyTypeName = Type.String({
  pattern: '^[a-z_]{1,50}$',
  description: 'Name of the ready type.',
});

export const ReadyType = namedObject('ReadyType', {
  name: Type.String(),
  ...TypeInput.properties,
});
export type ReadyType = Type.Static<typeof ReadyType>;

export const listReadyTypes = async (): Promise<{ readonly items: ReadyType[] }> => ({
  items: Object.entries(READY_TYPES).map(([name, type]) => ({ name, ...type }) as ReadyType),
});

/** Adds it to the app as a type of its own. */
export async function adoptReadyType(
  deps: Parameters<typeof createType>[0],
  actor: Actor,
  { name }: { readonly name: string },
): Promise<TypeRecord | Rejection> {
  const type = Object.hasOwn(READY_TYPES, name) ? READY_TYPES[name] : undefined;
  if (!type) return notFound(`There is no ready type ${name}.`);
  return createType(deps, actor, type as Type.Static<typeof TypeInput>);
}
