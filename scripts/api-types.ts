// Types generated from the OpenAPI document: the SDK's are what an app server calls; the console's are the admin API, on top of them.
import openapiTS, { astToString, type OpenAPITSOptions } from 'openapi-typescript';
import ts, { factory, SyntaxKind } from 'typescript';
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

type Int64 = NonNullable<OpenAPITSOptions['transform']>;
const asBigint: Int64 = ({ format }) =>
  format === 'int64' ? createKeywordTypeNode(SyntaxKind.BigIntKeyword) : undefined;
const asId64: Int64 = ({ format }) => (format === 'int64' ? Id64 : undefined);

/** What an app server calls. Calls of generation 1 have the shapes of generation 2. */
const APP_SERVER = /^\/(oauth\/token|auth\/|v2\/game\/|payment\/)/;

export interface ApiTypes {
  readonly sdk: string;
  readonly console: string;
}

/** Each has only the shapes that it uses; the console takes those that the SDK has from the SDK. */
export async function apiTypes(text: string): Promise<ApiTypes> {
  const document = JSON.parse(text) as OpenapiDocument;
  const paths = Object.entries(document.paths);
  const called = paths.filter(([path]) => APP_SERVER.test(path));
  const shared = referredTo(called, document.components);
  // Paths as the console writes them: below `/admin/v1`.
  const admin = paths
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, operations]): [string, object] => [path.slice(PREFIX.length), operations]);
  const ofSdk = await typesOf(document, called, asBigint);
  const ofConsole = await typesOf(document, admin, asId64);
  return {
    sdk: format('sdk/src/api-types.ts', `${SDK_HEAD}\n${print(ofSdk)}`),
    console: format(
      'console/src/api-types.ts',
      `${CONSOLE_HEAD}\n${print(ofConsole.map((node) => withShared(node, shared)))}`,
    ),
  };
}

/** Without the methods and parameters that a path does not have, which would be half of the lines. */
const print = (nodes: ts.Node[]): string =>
  astToString(nodes)
    .replaceAll(/^ *readonly \w+\?: never;\n/gm, '')
    .replaceAll(/^ *readonly parameters: \{\s*\};\n/gm, '');

const SDK_HEAD =
  '// Generated from openapi.json by `npm run openapi`: what an app server sends and gets.';
const CONSOLE_HEAD = `// Generated from openapi.json by \`npm run openapi\`: what the admin API takes and answers, on top of the types of the SDK.
import type { components as Shared } from '../../sdk/src/api-types.ts';
`;

function typesOf(
  { webhooks: _, components, ...rest }: OpenapiDocument,
  paths: readonly [string, object][],
  transform: Int64,
): Promise<ts.Node[]> {
  const used = referredTo(paths, components);
  const kept = Object.fromEntries(
    Object.entries(components).map(([kind, shapes]) => [
      kind,
      Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
  const document = { ...rest, paths: Object.fromEntries(paths), components: kept };
  return openapiTS(JSON.stringify(document), { ...OPTIONS, transform });
}

/** `Market: { … }` becomes `Market: Shared['schemas']['Market']`. */
function withShared(node: ts.Node, shared: ReadonlySet<string>): ts.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
  const members = node.members.map((kind) =>
    withType(kind, (shapes) => {
      if (!ts.isTypeLiteralNode(shapes)) return shapes;
      const of = nameOf(kind);
      return factory.createTypeLiteralNode(
        shapes.members.map((shape) => {
          const name = nameOf(shape);
          if (!shared.has(`${of}/${name}`)) return shape;
          return withType(shape, (own) => {
            if (hasInt64(own)) {
              throw new Error(
                `${name} has int64 fields, which the SDK and the console read differently. Give each its own schema.`,
              );
            }
            return factory.createIndexedAccessTypeNode(
              factory.createIndexedAccessTypeNode(
                factory.createTypeReferenceNode('Shared'),
                literal(of),
              ),
              literal(name),
            );
          });
        }),
      );
    }),
  );
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return factory.createInterfaceDeclaration(
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

function withType(member: ts.TypeElement, change: (type: ts.TypeNode) => ts.TypeNode) {
  if (!ts.isPropertySignature(member) || !member.type) return member;
  const { modifiers, name, questionToken } = member;
  return factory.createPropertySignature(modifiers, name, questionToken, change(member.type));
}

const nameOf = ({ name }: ts.TypeElement): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

const literal = (text: string) => factory.createLiteralTypeNode(factory.createStringLiteral(text));

/** Theirs are text or number, the SDK's are bigint. */
function hasInt64(node: ts.Node): boolean {
  return node === Id64 || (ts.forEachChild(node, hasInt64) ?? false);
}

const REFERENCE = /"#\/components\/([^"]+)"/g;

/** The components that these paths refer to, and those that they refer to in turn. */
function referredTo(
  paths: readonly [string, object][],
  components: OpenapiDocument['components'],
): Set<string> {
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
