// Types generated from the OpenAPI document: the admin API for the console, everything else for the SDK.
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

/** A field with a default may be left out of a request; answers say themselves what they always have. */
const OPTIONS = { immutable: true, emptyObjectsUnknown: true, defaultNonNullable: false };

interface OpenapiDocument {
  readonly paths: Record<string, object>;
  readonly webhooks: object;
  readonly components: Record<string, Record<string, object>>;
}

/** Paths as the console writes them: below `/admin/v1`. */
export async function apiTypes(document: string): Promise<string> {
  const { paths, webhooks: _, ...rest } = JSON.parse(document) as OpenapiDocument;
  const admin = Object.entries(paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, operations]) => [path.slice(PREFIX.length), operations]);
  const types = await openapiTS(JSON.stringify({ ...rest, paths: Object.fromEntries(admin) }), {
    ...OPTIONS,
    transform: ({ format }) => (format === 'int64' ? Id64 : undefined),
  });
  const head =
    '// Generated from openapi.json by `npm run openapi`: what the admin API takes and answers.';
  return format('console/src/api-types.ts', `${head}\n${astToString(types)}`);
}

/** What an app server calls. */
const APP_SERVER = /^\/(oauth\/token|auth\/|v2\/game\/|game\/|payment\/)/;

/** Without the shapes that only the admin API uses: the package stays small. */
export async function sdkTypes(document: string): Promise<string> {
  const { paths, webhooks: _, components, ...rest } = JSON.parse(document) as OpenapiDocument;
  const called = Object.fromEntries(
    Object.entries(paths).filter(([path]) => APP_SERVER.test(path)),
  );
  const used = referredTo(called, components);
  const kept = Object.fromEntries(
    Object.entries(components).map(([kind, shapes]) => [
      kind,
      Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
  const types = await openapiTS(JSON.stringify({ ...rest, paths: called, components: kept }), {
    ...OPTIONS,
    transform: ({ format }) =>
      format === 'int64' ? createKeywordTypeNode(SyntaxKind.BigIntKeyword) : undefined,
  });
  const head =
    '// Generated from openapi.json by `npm run openapi`: what an app server sends and gets.';
  return format('sdk/src/api-types.ts', `${head}\n${astToString(types)}`);
}

const REFERENCE = /"#\/components\/([^"]+)"/g;

/** The components that these paths refer to, and those that they refer to in turn. */
function referredTo(paths: object, components: OpenapiDocument['components']): Set<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      const [kind = '', shape = ''] = name.split('/');
      visit(components[kind]?.[shape]);
    }
  };
  visit(paths);
  return used;
}
