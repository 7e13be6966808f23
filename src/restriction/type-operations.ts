// Restriction types for operators, with audit entries.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, notFound, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import type { App } from '../tenants/directory.ts';
import { APPEAL_CHARACTERS, LanguageCode, TypeSet } from './schema.ts';
import type { Types, Unregistrable } from './types.ts';

export const BlockType = Type.Integer({ minimum: 1 });
export const TypeInput = namedObject('RestrictionTypeInput', TypeSet.properties, {
  additionalProperties: false,
});
export type TypeInput = Type.Static<typeof TypeInput>;

export const AppealDecisionName = Type.Enum(['release', 'shorten', 'uphold']);

/** Of code points, as what players write. */
export const AnswerText = (description: string) =>
  Type.String({ maxLength: APPEAL_CHARACTERS, pattern: '\\S', description });

const ReadyAnswer = namedObject(
  'ReadyAnswer',
  {
    decision: AppealDecisionName,
    language: LanguageCode,
    text: AnswerText('What the player reads, at most 2,000 characters.'),
  },
  { additionalProperties: false },
);

export const ReadyAnswers = Type.Array(ReadyAnswer, {
  description: 'Ready answers to appeals: at most one for each decision and language.',
});

export const AppealPermission = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether restricted players may appeal.' }),
    answers: Type.Optional(ReadyAnswers),
  },
  { additionalProperties: false },
);
export type AppealPermission = Type.Static<typeof AppealPermission>;

export const TypeRecord = namedObject('RestrictionType', {
  block_type: Type.Integer(),
  ...TypeSet.properties,
  appeals: Type.Optional(
    Type.Boolean({ description: 'True where restricted players may appeal.' }),
  ),
  appeal_answers: Type.Optional(ReadyAnswers),
});
export type TypeRecord = Type.Static<typeof TypeRecord>;

interface Deps {
  readonly app: App;
  readonly restrictions: { readonly types: Types };
}

/** By number, with the texts in every language. */
export async function listTypes({
  app,
  restrictions,
}: Deps): Promise<{ readonly items: TypeRecord[] }> {
  return { items: (await restrictions.types.all(app)) as TypeRecord[] };
}

export async function createType(
  { app, restrictions }: Deps,
  actor: Actor,
  type: TypeInput,
): Promise<TypeRecord | Rejection> {
  const outcome = await restrictions.types.register(app, type, actor);
  return 'block_type' in outcome ? { ...outcome, ...type } : problemRejection(outcome);
}

export async function changeType(
  { app, restrictions }: Deps,
  actor: Actor,
  block_type: number,
  type: TypeInput,
): Promise<TypeRecord | Rejection> {
  const outcome = await restrictions.types.change(app, block_type, type, actor);
  if (outcome === 4011) return unknownType(block_type);
  return 'type_status' in outcome ? (outcome as TypeRecord) : problemRejection(outcome);
}

export async function changeAppeals(
  { app, restrictions }: Deps,
  actor: Actor,
  block_type: number,
  { allowed, answers }: AppealPermission,
): Promise<TypeRecord | Rejection> {
  const names = answers?.map(({ decision, language }) => `${decision} ${language}`);
  const twice = names?.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return invalid('answers', `There are two answers for ${twice}.`);
  const terms = { allowed, ...(answers && { answers }) };
  const after = await restrictions.types.changeAppeals(app, block_type, terms, actor);
  return after ? (after as TypeRecord) : unknownType(block_type);
}

export async function deleteType(
  { app, restrictions }: Deps,
  actor: Actor,
  block_type: number,
): Promise<object | Rejection> {
  const code = await restrictions.types.delete(app, block_type, actor);
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

export const problemRejection = (problem: Unregistrable): Rejection =>
  'code' in problem
    ? invalid('reasons', PROBLEMS[problem.code])
    : invalid(problem.field, FIELDS[problem.field] ?? '');
