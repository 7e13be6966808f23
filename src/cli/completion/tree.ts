// The command tree for completion scripts, read from the program itself.
import type { Argument, Command, Option } from 'commander';

export interface Tree {
  /** The words that lead here, without `tollgate`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly commands: readonly Tree[];
  readonly flags: readonly Flag[];
  readonly args: readonly Value[];
}

export interface Flag {
  /** `-y` and `--yes`. */
  readonly names: readonly string[];
  readonly summary: string;
  /** Undefined when the flag takes no value. */
  readonly value?: Value;
}

export interface Value {
  readonly name: string;
  /** Empty when nothing can be suggested. */
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

export function readTree(command: Command, path: readonly string[] = []): Tree {
  const help = command.createHelp();
  return {
    path,
    summary: command.description(),
    commands: help
      .visibleCommands(command)
      .map((child) => readTree(child, [...path, child.name()])),
    flags: help.visibleOptions(command).map(readFlag),
    args: command.registeredArguments.map((argument) => readValue(argument.name(), argument)),
  };
}

function readFlag(option: Option): Flag {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    summary: option.description,
    ...((option.required || option.optional) && { value: readValue(option.name(), option) }),
  };
}

/** Suggested, though other values are allowed. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  channel: ['restriction', 'purchase'],
};

const readValue = (name: string, { argChoices }: Argument | Option): Value => ({
  name,
  choices: argChoices ?? USUAL[name] ?? [],
  isFile: name.endsWith('file'),
});

/** Every command, parents first. */
export const walk = (tree: Tree): readonly Tree[] => [tree, ...tree.commands.flatMap(walk)];

/** Quotes any text for a shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
