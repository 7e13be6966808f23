// The completion script for zsh: a function for each command, with the descriptions of the help.
import { type Flag, quote, type Tree, type Value, walk } from './tree.ts';

export function zshScript(tree: Tree): string {
  return `#compdef tollgate
# zsh completion for tollgate. Load it after compinit with: source <(tollgate completion zsh)
${walk(tree).map(functionOf).join('\n')}
# In a folder of $fpath this file is the body of the function itself.
if [[ $funcstack[1] == _tollgate ]]; then
  _tollgate "$@"
else
  compdef _tollgate tollgate
fi
`;
}

const nameOf = ({ path }: Tree): string => ['_tollgate', ...path].join('_');

function functionOf(tree: Tree): string {
  return tree.commands.length === 0 ? leaf(tree) : group(tree);
}

function leaf(tree: Tree): string {
  const specs = [
    ...tree.flags.map(flagSpec),
    ...tree.args.map((value, index) => quote(`${index + 1}${valueSpec(value)}`)),
  ];
  return `${nameOf(tree)}() {
  _arguments ${specs.join(' ')}
}`;
}

function group(tree: Tree): string {
  const entries = tree.commands.map(({ path, summary }) => quote(`${path.at(-1)}:${summary}`));
  const cases = tree.commands.map((child) => `    ${child.path.at(-1)}) ${nameOf(child)} ;;`);
  return `${nameOf(tree)}() {
  local curcontext=$curcontext state line
  local -a commands=(${entries.join(' ')})
  _arguments -C ${tree.flags.map(flagSpec).join(' ')} '1: :->command' '*:: :->rest'
  case $state in
  command) _describe -t commands command commands ;;
  rest)
    case $line[1] in
${cases.join('\n')}
    esac ;;
  esac
}`;
}

/** `(-y --yes)-y[…]` for each name, so that the other is not offered after it; `=` allows `--env=sandbox`. */
function flagSpec({ names, summary, value }: Flag): string {
  const exclusive = names.length > 1 ? `(${names.join(' ')})` : '';
  const about = `[${plain(summary)}]${value ? valueSpec(value) : ''}`;
  return names
    .map((name) => `${exclusive}${name}${value && name.startsWith('--') ? '=' : ''}${about}`)
    .map(quote)
    .join(' ');
}

function valueSpec({ name, choices, isFile }: Value): string {
  const action = isFile ? '_files' : choices.length > 0 ? `(${choices.join(' ')})` : ' ';
  return `:${plain(name)}:${action}`;
}

const plain = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');
