// The completion script for fish: a line for each command, option and argument.
import { type Flag, quote, type Tree, type Value, walk } from './tree.ts';

export function fishScript(tree: Tree): string {
  return `# fish completion for tollgate. Load it with: tollgate completion fish | source
function __tollgate_at --description 'Whether the words typed so far match this command'
    set -l typed (string join ' ' -- (commandline -opc)[2..] '')
    set -l command (string join ' ' -- $argv[2..] '')
    if test $argv[1] = group
        test "$typed" = "$command"
    else
        string match -q -- "$command*" "$typed"
    end
end

function __tollgate_after --description 'Whether this many words were typed, not counting options and their values'
    set -l given 0
    set -l skip 0
    for word in (commandline -opc)
        if test $skip = 1
            set skip 0
        else if contains -- $word $argv[2..]
            set skip 1
        else if not string match -q -- '-*' $word
            set given (math $given + 1)
        end
    end
    test $given -eq $argv[1]
end

complete -c tollgate -e
complete -c tollgate -f
${walk(tree).flatMap(linesOf).join('\n')}
`;
}

function linesOf(tree: Tree): string[] {
  const { path, commands, flags, args } = tree;
  const kind = commands.length === 0 ? 'leaf' : 'group';
  const here = ['__tollgate_at', kind, ...path].join(' ');
  const valued = flags.filter((flag) => flag.value).flatMap((flag) => flag.names);
  return [
    ...commands.map((child) =>
      line(here, `-a ${child.path.at(-1)} -d ${fishQuote(child.summary)}`),
    ),
    ...flags.map((flag) => line(here, flagPart(flag))),
    ...args.flatMap((value, index) => {
      const position = ['__tollgate_after', 1 + path.length + index, ...valued].join(' ');
      return isFree(value) ? [] : [line(`${here}; and ${position}`, valuePart(value))];
    }),
  ];
}

const line = (condition: string, rest: string): string =>
  `complete -c tollgate -n ${quote(condition)} ${rest}`;

function flagPart({ names, summary, value }: Flag): string {
  const parts = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  if (value) parts.push('-r', ...(isFree(value) ? ['-f'] : [valuePart(value)]));
  return [...parts, '-d', fishQuote(summary)].join(' ');
}

const isFree = ({ isFile, choices }: Value): boolean => !isFile && choices.length === 0;

const valuePart = ({ isFile, choices }: Value): string =>
  isFile ? '-F' : `-f -a ${quote(choices.join(' '))}`;

/** Within quotes fish reads `\'`, which other shells do not. */
const fishQuote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
