// What operators do with restriction types; the audit log names who did it.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, isRejection, notFound, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { appOf } from '../tenants/apps.ts';
import type { Directory } from '../tenants/directory.ts';
import { TypeSet } from './schema.ts';
import type { TypeProblem, Types } from './types.ts';

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
      return { rejected: 'IN_USE', detail: `Type ${block_type} still restricts players.` };
  }
}

const unknownType = (blockType: number): Rejection => notFound(`There is no type ${blockType}.`);

const PROBLEMS = {
  4014: 'Every text has a title with N, and none has one with O.',
  4015: 'Texts in Korean (ko) and English (en) are required.',
  4016: 'Names and titles have at most 200 bytes, reasons 200 with O and 400 with N.',
} as const;

const FIELDS: Readonly<Record<string, string>> = {
  reasons: 'A language appears twice.',
  type_status: 'A type stays the kind it is; register another one.',
};

const problemRefusal = (problem: TypeProblem): Rejection =>
  'code' in problem
    ? invalid('reasons', PROBLEMS[problem.code])
    : invalid(problem.field, FIELDS[problem.field] ?? '');
