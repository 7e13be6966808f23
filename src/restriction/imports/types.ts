// Imports restriction types: a type with the same names is the same type, so repeating it changes nothing.
import type { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  type ImportItem,
  type ImportResult,
  importFields,
  LineNumber,
  refusedItem,
  resultOf,
} from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import type { App } from '../../tenants/directory.ts';
import type { TypeDefinition } from '../rules.ts';
import { TypeSet } from '../schema.ts';
import { problemRejection } from '../type-operations.ts';
import { problemOf, type RestrictionType, type Types, type Unregistrable } from '../types.ts';

export const TypeLine = namedObject(
  'TypeImportLine',
  { line: LineNumber, ...TypeSet.properties },
  { additionalProperties: false },
);

export const TypeImport = namedObject('TypeImport', importFields(TypeLine), {
  additionalProperties: false,
});
export type TypeImport = Type.Static<typeof TypeImport>;

export interface TypeImportDeps {
  readonly app: App;
  readonly restrictions: { readonly types: Types };
}

export async function importTypes(
  { app, restrictions }: TypeImportDeps,
  actor: Actor,
  { dry_run: dryRun = false, lines }: TypeImport,
): Promise<ImportResult> {
  const importEach = async (
    registered: readonly RestrictionType[],
    add: (type: TypeDefinition) => Promise<NumberedType>,
  ): Promise<ImportItem[]> => {
    const known: NumberedType[] = [...registered];
    const items: ImportItem[] = [];
    for (const { line, ...type } of lines) {
      const problem = problemOf(type);
      const same = known.find((each) => hasSameNames(each, type));
      if (problem) items.push(invalidItem(line, problem));
      else if (same) items.push(knownItem(line, same, type));
      else {
        const added = await add(type);
        known.push(added);
        items.push({ line, outcome: 'new', ...numberOf(added) });
      }
    }
    return items;
  };
  const { types } = restrictions;
  const items = dryRun
    ? await importEach(await types.all(app), async (type) => type)
    : await types.importing(app, actor, importEach);
  return resultOf(items, dryRun);
}

/** A dry run gives new types no number. */
type NumberedType = TypeDefinition & Partial<Pick<RestrictionType, 'block_type'>>;

const numberOf = ({ block_type }: NumberedType) => (block_type === undefined ? {} : { block_type });

const hasSameNames = (one: TypeDefinition, other: TypeDefinition): boolean =>
  one.type_status === other.type_status &&
  one.type_name === other.type_name &&
  one.type_en_name === other.type_en_name;

/** In any order of the languages. */
const textsOf = ({ reasons }: TypeDefinition): string =>
  JSON.stringify(reasons.map(({ language, title, reason }) => [language, title, reason]).sort());

function knownItem(line: number, known: NumberedType, type: TypeDefinition): ImportItem {
  if (textsOf(known) === textsOf(type)) return { line, outcome: 'unchanged', ...numberOf(known) };
  const reason =
    'The type exists with other texts. Change it in the console or with the admin API.';
  return { ...refusedItem(line, { field: 'reasons', reason }), ...numberOf(known) };
}

function invalidItem(line: number, problem: Unregistrable): ImportItem {
  const { field = 'reasons', detail } = problemRejection(problem);
  return refusedItem(line, { field, reason: detail });
}
