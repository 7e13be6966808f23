// Finds what can be changed in the statements of a file, and writes the file so that one change at a time can be switched on.
import ts from 'typescript';
import type { Change } from './explain.ts';

/** Text that takes the place of a part of the file. */
interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Number of the change, part of the template, where in it, how many characters, and what takes their place. */
export type TextChange = readonly [number, number, number, number, string];

export interface Instrumented {
  /** A change's number is its index. */
  readonly changes: readonly Change[];
  /** The file with calls of switches.ts, for the numbers from `first` on. */
  readonly source: string;
}

/** A boundary that moves by one. */
const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const ALL_MARKETS = /^(MARKETS|\['APPLE', 'GOOGLE'(, 'STEAM', 'PG')?\])$/;
const CONDITIONS = ['where', 'whereRef', 'having', 'on', 'onRef'];

/** Of SQL that is written as text. */
const TEXT_CHANGES: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ (<=?|>=?) /g, (found) => ` ${BOUNDARIES[found.trim()]} `],
  [/\sand\s/g, () => ' or '],
  [/ desc\b/g, () => ' asc'],
];
const SQL = /\b(select|update|insert into|delete from|on conflict|where)\s/;

export function instrument(file: string, text: string, first = 0): Instrumented {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const edits: Edit[] = [];
  const place = (at: number, end: number, code: string): void => {
    edits.push({ at, end, text: code });
  };
  /** Notes a change and returns its number. */
  const note = (node: ts.Node, change: string): number => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    changes.push({ file, line: line + 1, change: change.replace(/\s+/g, ' ').trim() });
    return first + changes.length - 1;
  };
  const codeOf = (node: ts.Node): string => node.getText(tree);

  function visitCall(call: ts.CallExpression): void {
    if (ts.isIdentifier(call.expression) && codeOf(call.expression) === 'statement') {
      place(call.expression.getStart(tree), call.expression.end, 'switches.statement(statement)');
    }
    if (!ts.isPropertyAccessExpression(call.expression)) return;
    const { name } = call.expression;
    const method = name.text;
    const [argument, second] = call.arguments;
    const called = `.${method}(${call.arguments.map(codeOf).join(', ')})`;
    const dot = name.getStart(tree) - 1;
    const rename = (code: string) => place(dot, name.end, `[${code}]`);
    if (CONDITIONS.includes(method) && isCondition(call) && !isImplied(call)) {
      rename(`switches.leftOut(${note(name, `${called} → left out`)}, '${method}')`);
    } else if (method === 'limit' && argument && !isBatch(codeOf(argument))) {
      const number = note(
        name,
        `${called} → ${/\+ 1$/.test(codeOf(argument)) ? 'one less' : 'twice as many'}`,
      );
      const change = /\+ 1$/.test(codeOf(argument)) ? 'oneLess' : 'twice';
      place(argument.getStart(tree), argument.getStart(tree), `switches.${change}(${number}, `);
      place(argument.end, argument.end, ')');
    } else if (method === 'orderBy' && argument && !second) {
      const number = note(name, `${called} → descending`);
      place(argument.end, argument.end, `, switches.other(${number}, 'asc', 'desc')`);
    } else if (method === 'orderBy' && second && ts.isStringLiteral(second)) {
      const number = note(
        name,
        `${called} → ${second.text === 'desc' ? 'ascending' : 'descending'}`,
      );
      const turned = second.text === 'desc' ? 'asc' : 'desc';
      place(
        second.getStart(tree),
        second.end,
        `switches.other(${number}, '${second.text}', '${turned}')`,
      );
    } else if (
      (method === 'and' || method === 'or') &&
      argument &&
      ts.isArrayLiteralExpression(argument)
    ) {
      const turned = method === 'and' ? 'or' : 'and';
      rename(`switches.other(${note(name, `${called} → ${turned}`)}, '${method}', '${turned}')`);
    }
  }

  /** One row, or a part of what is read or erased to its end. */
  const isBatch = (limit: string): boolean => /^(1|PAGE|ERASED_AT_ONCE)$/.test(limit);

  /** Not `response.on(…)` and its like. */
  function isCondition(call: ts.CallExpression): boolean {
    const { expression, arguments: given } = call;
    if (!ts.isPropertyAccessExpression(expression)) return false;
    return !/^on/.test(expression.name.text) || given.length === 3;
  }

  /**
   * An app belongs to one project, and a lease to one row. What else names them is for indexes and clusters, and
   * so are the list of all markets and `is not null` beside a value.
   */
  function isImplied(call: ts.CallExpression): boolean {
    const column = columnOf(call);
    const [, operator, value] = call.arguments.map(codeOf);
    if (column === 'provider' && operator === "'in'" && ALL_MARKETS.test(value ?? '')) return true;
    const chain = chainOf(call).filter((each) => each !== call);
    if (operator === "'is not'" && value === 'null') {
      return chain.some((each) => columnOf(each) === column);
    }
    const beside = chain.filter(isEquality).map(columnOf);
    if (column === 'game_index') {
      return beside.includes('lease') || chain.some((each) => columnOf(each) === 'appid');
    }
    return isEquality(call) && beside.includes('lease');
  }

  const isEquality = ({ arguments: [, operator] }: ts.CallExpression): boolean =>
    operator !== undefined && codeOf(operator) === "'='";

  function columnOf({ arguments: [column] }: ts.CallExpression): string | undefined {
    return column && ts.isStringLiteral(column) ? column.text.replace(/^.*\./, '') : undefined;
  }

  /** The calls before and after it. */
  function chainOf(call: ts.CallExpression): ts.CallExpression[] {
    const chain = [call];
    for (
      let node: ts.Node = call;
      ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
    ) {
      node = node.expression.expression;
      if (ts.isCallExpression(node)) chain.push(node);
    }
    for (
      let node: ts.Node = call;
      ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent);
    ) {
      node = node.parent.parent;
      chain.push(node as ts.CallExpression);
    }
    return chain;
  }

  /** `eb('seq', '<', last)`, and the same in `where`. */
  function visitOperator(node: ts.StringLiteral): void {
    const turned = BOUNDARIES[node.text];
    const { parent } = node;
    if (!turned || !ts.isCallExpression(parent) || parent.arguments[1] !== node) return;
    const number = note(node, `${parent.arguments.map(codeOf).join(' ')} → ${turned}`);
    place(node.getStart(tree), node.end, `switches.other(${number}, '${node.text}', '${turned}')`);
  }

  function visitComparison(node: ts.BinaryExpression): void {
    const operator = codeOf(node.operatorToken);
    const turned = BOUNDARIES[operator];
    // An empty list is seldom more than a shortcut.
    if (!turned || /\.(length|size) > 0$/.test(codeOf(node))) return;
    const number = note(node, `${codeOf(node)} → ${turned}`);
    place(
      node.getStart(tree),
      node.getStart(tree),
      `switches.compare(${number}, '${operator}', '${turned}', `,
    );
    place(node.operatorToken.getStart(tree), node.operatorToken.end, ',');
    place(node.end, node.end, ')');
  }

  /** A loop that ends after its first round. */
  function visitLoop({ expression }: ts.DoStatement): void {
    const number = note(expression, `while (${codeOf(expression)}) → once`);
    place(expression.getStart(tree), expression.getStart(tree), `switches.once(${number}, `);
    place(expression.end, expression.end, ')');
  }

  function textChanges(node: ts.Node, texts: readonly string[]): string {
    const found = texts.flatMap((each, part) =>
      TEXT_CHANGES.flatMap(([pattern, turn]) =>
        [...each.matchAll(pattern)].map((match) => {
          const [before = ''] = each.slice(0, match.index).split('\n').slice(-1);
          const [after = ''] = each.slice(match.index).split('\n');
          const line = before + after;
          const number = note(
            node,
            `${line.trim()} → ${match[0].trim()} becomes ${turn(match[0]).trim()}`,
          );
          return [number, part, match.index, match[0].length, turn(match[0])] satisfies TextChange;
        }),
      ),
    );
    return JSON.stringify(found);
  }

  const partsOf = (template: ts.TemplateLiteral): string[] =>
    ts.isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
      : [template.text];

  /** A text outside of functions is made when the file is loaded, before a change is switched on. */
  const isInFunction = (node: ts.Node): boolean =>
    ts.findAncestor(node, ts.isFunctionLike) !== undefined;

  function visitText(node: ts.Node): void {
    if (!isInFunction(node)) return;
    if (ts.isTaggedTemplateExpression(node) && codeOf(node.tag) === 'sql') {
      const list = textChanges(node, partsOf(node.template));
      if (list !== '[]') place(node.tag.getStart(tree), node.tag.end, `switches.tag(sql, ${list})`);
    } else if (
      (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
      !ts.isTaggedTemplateExpression(node.parent) &&
      SQL.test(partsOf(node).join('?'))
    ) {
      const list = textChanges(node, partsOf(node));
      if (list !== '[]')
        place(node.getStart(tree), node.getStart(tree), `switches.tag(switches.plain, ${list})`);
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) visitCall(node);
    else if (ts.isStringLiteral(node)) visitOperator(node);
    else if (ts.isBinaryExpression(node)) visitComparison(node);
    else if (ts.isDoStatement(node)) visitLoop(node);
    visitText(node);
    ts.forEachChild(node, visit);
  }

  visit(tree);
  return { changes, source: applyEdits(text, edits) };
}

/** Edits of an outer node come before those of an inner one at the same place, and after them at its end. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let source = '';
  let from = 0;
  const sorted = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((one, other) => one.at - other.at || one.order - other.order);
  for (const { at, end, text: code } of sorted) {
    source += text.slice(from, at) + code;
    from = end;
  }
  return source + text.slice(from);
}
