// tollgate completion: prints a static script, so that Tab starts no process.
import { Argument, type Command } from 'commander';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { readTree, type Tree } from './completion/tree.ts';
import { zshScript } from './completion/zsh.ts';

const scripts: Readonly<Record<string, (tree: Tree) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'The shell.').choices(Object.keys(scripts)))
    .action((shell: string) => {
      process.stdout.write(scripts[shell]?.(readTree(program)) ?? '');
    });
}
