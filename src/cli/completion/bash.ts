// The completion script for bash: the tree as two `case` tables, and a function that walks them. Also for bash 3.2.
import { quote, type Tree, type Value, walk } from './tree.ts';

export function bashScript(tree: Tree): string {
  return `# bash completion for tollgate. Load it with: source <(tollgate completion bash)
_tollgate_command() {
  commands='' flags='' valued=''
  case $1 in
${walk(tree).map(commandCase).join('\n')}
  esac
}

_tollgate_value() {
  choices='' files=''
  case $1 in
${valueCases(tree).join('\n')}
  esac
}

_tollgate() {
  local commands flags valued choices='' files='' path='' option='' argument=0 word i
  local current=\${COMP_WORDS[COMP_CWORD]}
  _tollgate_command ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash cuts --env=sandbox into three words.
    if [[ $word == = ]]; then continue
    elif [[ -n $option ]]; then option=''
    elif [[ " $valued " == *" $word "* ]]; then option=$word
    elif [[ $word == -* ]]; then continue
    elif [[ " $commands " == *" $word "* ]]; then
      path=\${path:+$path }$word
      _tollgate_command "$path"
    else argument=$((argument + 1))
    fi
  done
  [[ $current == = ]] && current=''
  if [[ -n $option ]]; then _tollgate_value "$path $option"
  elif [[ $current == -* ]]; then choices=$flags
  elif [[ -n $commands ]]; then choices=$commands
  else _tollgate_value "$path $argument"
  fi
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  if [[ -n $files ]]; then
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}

complete -F _tollgate tollgate
`;
}

function commandCase({ path, commands, flags }: Tree): string {
  const names = commands.map((child) => child.path.at(-1)).join(' ');
  const long = flags.map((flag) => flag.names.at(-1)).join(' ');
  const valued = flags.filter((flag) => flag.value).flatMap((flag) => flag.names);
  return `    ${quote(path.join(' '))}) commands=${quote(names)} flags=${quote(long)} valued=${quote(valued.join(' '))} ;;`;
}

/** One line for all positions with the same values. */
function valueCases(tree: Tree): string[] {
  const places = walk(tree).flatMap(({ path, flags, args }) => [
    ...flags.flatMap(({ names, value }) => names.map((name) => ({ path, place: name, value }))),
    ...args.map((value, index) => ({ path, place: String(index), value })),
  ]);
  const known = places.filter(({ value }) => value && assignment(value) !== '');
  const grouped = Map.groupBy(known, ({ value }) => (value ? assignment(value) : ''));
  return [...grouped].map(([values, at]) => {
    const patterns = at.map(({ path, place }) => quote([...path, place].join(' ')));
    return `    ${patterns.join('|')}) ${values} ;;`;
  });
}

function assignment({ choices, isFile }: Value): string {
  if (isFile) return 'files=1';
  return choices.length === 0 ? '' : `choices=${quote(choices.join(' '))}`;
}
