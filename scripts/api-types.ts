// The console's types of the admin API, generated from the OpenAPI document.
import openapiTS, { astToString } from 'openapi-typescript';
import { factory, SyntaxKind } from 'typescript';
import { format } from './format.ts';

const PREFIX = '/admin/v1';
const { createKeywordTypeNode, createUnionTypeNode } = factory;

/** Ids of up to 19 digits: the console reads those that a number cannot hold as text. */
const Id64 = createUnionTypeNode([
  createKeywordTypeNode(SyntaxKind.NumberKeyword),
  createKeywordTypeNode(SyntaxKind.StringKeyword),
]);

/** Paths as the console writes them: below `/admin/v1`. */
export async function apiTypes(document: string): Promise<string> {
  const { paths, ...rest } = JSON.parse(document) as { readonly paths: Record<string, object> };
  const admin = Object.entries(paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, operations]) => [path.slice(PREFIX.length), operations]);
  const types = await openapiTS(JSON.stringify({ ...rest, paths: Object.fromEntries(admin) }), {
    immutable: true,
    emptyObjectsUnknown: true,
    transform: ({ format }) => (format === 'int64' ? Id64 : undefined),
  });
  const head =
    '// Generated from openapi.json by `npm run openapi`: what the admin API takes and answers.';
  return format('console/src/api-types.ts', `${head}\n${astToString(types)}`);
}
