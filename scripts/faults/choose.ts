// One-line faults for the code, chosen by a seed: spread over all rooms, half of them where no mutation run looks.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { DECIDING } from '../mutation/files.ts';

export interface Fault {
  readonly file: string;
  /** The whole line, which is in the file once, and what takes its place. */
  readonly line: string;
  readonly changed: string;
}

const TURNED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
};
const DIRECTIONS: Readonly<Record<string, string>> = { "'asc'": "'desc'", "'desc'": "'asc'" };
/** What describes rather than decides, and data of earlier releases. */
const APART =
  /\.test\.ts$|^src\/storage\/(migrations|schema)\/|-schema\.ts$|^src\/http\/reference\//;

/** A random number from 0 to 1 for each call; the same ones for the same seed. */
function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Those that both trees can have: the second is that of an earlier commit. */
export function chooseFaults(seed: number, count: number, roots: readonly string[]): Fault[] {
  const [root = '.', ...earlier] = roots;
  const random = randomly(seed);
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !APART.test(file));
  const mutated = new Set<string>(DECIDING);
  const take = (from: readonly string[], most: number): Fault[] => {
    const rooms = shuffled(
      [...Map.groupBy(from.toSorted(), dirname).values()].map((own) => shuffled(own, random)),
      random,
    );
    const taken: Fault[] = [];
    for (let round = 0; taken.length < most && round < from.length; round += 1) {
      for (const room of rooms) {
        const file = room[round % room.length] as string;
        const possible = faultsOf(root, file).filter(
          (fault) => !taken.includes(fault) && earlier.every((other) => has(other, fault)),
        );
        const fault = possible[Math.floor(random() * possible.length)];
        if (fault && taken.length < most) taken.push(fault);
      }
    }
    return taken;
  };
  const half = Math.floor(count / 2);
  return [
    ...take(
      files.filter((file) => !mutated.has(file)),
      count - half,
    ),
    ...take(
      files.filter((file) => mutated.has(file)),
      half,
    ),
  ];
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

function has(root: string, { file, line }: Fault): boolean {
  try {
    return linesOf(join(root, file)).filter((each) => each === line).length === 1;
  } catch {
    return false;
  }
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n');

const known = new Map<string, Fault[]>();

function faultsOf(root: string, file: string): Fault[] {
  const found = known.get(file) ?? findFaults(root, file);
  known.set(file, found);
  return found;
}

function findFaults(root: string, file: string): Fault[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const replace = (from: number, to: number, by: string): void => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const end = text.indexOf('\n', from);
    if (to > end) return;
    const line = text.slice(start, end);
    const fault = { file, line, changed: text.slice(start, from) + by + text.slice(to, end) };
    if (has(root, fault)) faults.push(fault);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node;
      const other = TURNED[operatorToken.getText()];
      if (other) replace(operatorToken.getStart(), operatorToken.end, other);
    } else if (
      ts.isPrefixUnaryExpression(node) &&
      node.operator === ts.SyntaxKind.ExclamationToken
    ) {
      replace(node.getStart(), node.operand.getStart(), '');
    } else if (ts.isIfStatement(node)) {
      replace(node.expression.getStart(), node.expression.end, 'false');
    } else if (ts.isVariableDeclaration(node) && node.initializer) {
      const { initializer } = node;
      const isNumber = ts.isNumericLiteral(initializer) && initializer.text !== '0';
      if (isNumber) replace(initializer.end, initializer.end, ' * 2');
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      visitCall(node, node.expression, replace);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** The conditions, order and number of a statement. */
function visitCall(
  call: ts.CallExpression,
  { name }: ts.PropertyAccessExpression,
  replace: (from: number, to: number, by: string) => void,
): void {
  const args = call.arguments;
  const last = args.at(-1);
  if (name.text === 'where') {
    replace(name.getStart() - 1, call.end, '');
    const operator = args[1]?.getText().slice(1, -1);
    const other = operator === undefined ? undefined : TURNED[operator];
    if (other && args[1]) replace(args[1].getStart(), args[1].end, `'${other}'`);
  } else if (name.text === 'limit' && last) {
    replace(last.end, last.end, ' * 2');
  } else if (name.text === 'orderBy' && last) {
    const other = DIRECTIONS[last.getText()];
    if (other) replace(last.getStart(), last.end, other);
  }
}
