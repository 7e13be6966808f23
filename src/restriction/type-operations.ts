// Restriction types for operators, with audit entries.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, isRejection, notFound, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { appOf } from '../tenants/apps.ts';
import type { Directory } from '../tenants/directory.ts';
import { TypeSet } from './schema.ts';
import type { Types, Unregistrable } from './types.ts';

export const BlockType = Type.Integer({ minimum: 1 });
export const TypeInput = namedObject('RestrictionTypeInput', TypeSet.properties, {
  additionalProperties: false,
});
export type TypeInput = Type.Static<typeof TypeInput>;

export const TypeRecord = namedObject('RestrictionType', {
  block_type: Type.Integer(),
  ...TypeSet.properties,
});
export type TypeRecord = Type.Static<typeof TypeRecord>;

interface Deps {
  readonly directory: Directory;
  readonly restrictions: { readonly types: Types };
}

interface TypeKey {
  readonly appid: string;
  readonly block_type: number;
}

/** By number, with the texts in every language. */
export async function listTypes(
  deps: Deps,
  appid: string,
): Promise<{ readonly items: TypeRecord[] } | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  return { items: (await deps.restrictions.types.all(app)) as TypeRecord[] };
}

export async function createType(
  deps: Deps,
  actor: Actor,
  { appid, ...type }: TypeInput & Pick<TypeKey, 'appid'>,
): Promise<TypeRecord | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  const outcome = await deps.restrictions.types.register(app, type, actor);
  return 'block_type' in outcome ? { ...outcome, ...type } : problemRefusal(outcome);
}

export async function changeType(
  deps: Deps,
  actor: Actor,
  { appid, block_type, ...type }: TypeInput & TypeKey,
): Promise<TypeRecord | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  const outcome = await deps.restrictions.types.change(app, block_type, type, actor);
  if (outcome === 0) return { block_type, ...type };
  return outcome === 4011 ? unknownType(block_type) : problemRefusal(outcome);
}

export async function deleteType(
  deps: Deps,
  actor: Actor,
  { appid, block_type }: TypeKey,
): Promise<object | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  const code = await deps.restrictions.types.delete(app, block_type, actor);
  switch (code) {
    case 0:
      return {};
    case 4011:
      return unknownType(block_type);
    case 4012:
      return {
        rejected: 'IN_USE',
        detail: `Type ${block_type} still restricts players. Release them or change their type first.`,
      };
  }
}

const unknownType = (blockType: number): Rejection =>
  notFound(`The app has no restriction type ${blockType}.`);

const PROBLEMS = {
  4014: 'With N every text needs a title; with O no text may have one.',
  4015: 'Add texts in Korean (ko) and English (en).',
  4016: 'A text is too long. Names and titles may have 200 bytes, reasons 200 with O and 400 with N.',
} as const;

const FIELDS: Readonly<Record<string, string>> = {
  reasons: 'Each language may appear only once.',
  type_status: 'The type_status of a type cannot change. Register a new type.',
};

export const problemRefusal = (problem: Unregistrable): Rejection =>
  'code' in problem
    ? invalid('reasons', PROBLEMS[problem.code])
    : invalid(problem.field, FIELDS[problem.field] ?? '');
