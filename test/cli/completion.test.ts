// `tollgate completion`: the printed scripts, asked by the shells themselves where they are installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { MARKET_CODES } from '../../src/payment/markets/markets.ts';
import { tollgate } from './tollgate.ts';

/** What is typed before Tab, and what is offered. */
const TYPED: readonly (readonly [string, readonly string[]])[] = [
  ['tollgate proj', ['project']],
  ['tollgate app ', ['create', 'list', 'show', 'set', 'delete', 'help']],
  ['tollgate app de', ['delete']],
  ['tollgate app delete --', ['--env', '--json', '--yes', '--help']],
  ['tollgate app delete com.a --env ', ['production', 'sandbox']],
  ['tollgate app delete --env=s', ['sandbox']],
  ['tollgate app delete c', []],
  ['tollgate migrate --d', ['--dry-run']],
  ['tollgate market show com.a ', MARKET_CODES],
  ['tollgate market show --env sandbox com.a A', ['AMAZON', 'APPLE']],
  ['tollgate market set com.a STEAM --settings-file st', ['steam.json']],
  ['tollgate purchases export com.a st', ['steam.json']],
  ['tollgate purchases export com.a steam.json --format ', ['csv', 'ndjson']],
  [
    'tollgate receiver ',
    ['end-old-key', 'help', 'list', 'remove', 'rotate-key', 'set', 'show', 'test'],
  ],
  ['tollgate receiver show 1 --channel ', ['restriction', 'purchase']],
  ['tollgate outbox replay 1 --channel p', ['purchase']],
  ['tollgate completion ', ['bash', 'zsh', 'fish']],
];

/** Calls the registered function as bash does, for which `=` is a word of its own. */
const BASH = `source "$1"; shift
registered=$(complete -p tollgate); registered=\${registered#*-F }
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
"\${registered%% *}"
printf '%s\\n' "\${COMPREPLY[@]}"`;

/** An interactive zsh on a terminal of its own: it prints what it would offer between two marks. */
const ZSHRC = `autoload -Uz compinit; compinit -u -D; source "$SCRIPT"
compadd() { local -a hits; builtin compadd -O hits "$@"; (( $#hits )) && print -l -- $hits; builtin compadd "$@" }
begin() { print '<<<'; compprefuncs=(begin) comppostfuncs=(finish) }
finish() { print '>>>' }
compprefuncs=(begin)
bindkey '^I' complete-word`;
const ZSH = `zmodload zsh/zpty
zpty z zsh -d -i
for line; do
  zpty -w -n z $'\\x15'"$line"$'\\t'
  zpty -r z out '*>>>*'
  print -r -- "\${\${out##*<<<}%%>>>*}"
  print -r -- '==='
done`;

describe('tollgate completion', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-completion-'));
  writeFileSync(join(folder, 'steam.json'), '');
  writeFileSync(join(folder, '.zshrc'), ZSHRC);
  after(() => rmSync(folder, { recursive: true, force: true }));

  const ask = (shell: string, args: readonly string[], script: string): string => {
    const env = { PATH: process.env.PATH, TERM: 'xterm', HOME: folder, ZDOTDIR: folder };
    const options = {
      cwd: folder,
      env: { ...env, SCRIPT: script },
      encoding: 'utf8',
      timeout: 60_000,
    } as const;
    const { status, stdout, stderr } = spawnSync(shell, args, options);
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  };

  const shells: Record<string, (script: string, lines: readonly string[]) => string[]> = {
    bash: (script, lines) =>
      lines.map((line) => {
        const words = line.replaceAll('=', ' = ').split(' ');
        return ask('bash', ['--norc', '-c', BASH, 'bash', script, ...words], script);
      }),
    zsh: (script, lines) =>
      ask('zsh', ['-f', '-c', ZSH, 'zsh', ...lines], script)
        .split('===\n')
        .slice(0, -1),
    fish: (script, lines) =>
      lines.map((line) =>
        ask('fish', ['-N', '-c', `source ${script}; complete -C $argv[1]`, line], script)
          .replaceAll('--env=', '')
          .replaceAll(/\t.*/g, ''),
      ),
  };

  const offered = (text: string): string[] =>
    [...new Set(text.split(/[\r\n]+/).filter((word) => word !== ''))].sort();

  for (const [shell, complete] of Object.entries(shells)) {
    test(`the ${shell} script has every command of the help`, async () => {
      const { stdout: help } = await tollgate({}, ['--help']);
      const commands = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name ?? '');
      assert.equal(commands.length > 15, true);
      const { code, stdout, stderr } = await tollgate({}, ['completion', shell]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(
        commands.filter((name) => !new RegExp(`[ ']${name}[ ':)]`).test(stdout)),
        [],
      );
    });

    const isInstalled = spawnSync(shell, ['--version']).status === 0;
    if (!isInstalled) continue;
    test(`${shell} completes commands, options, choices and files`, async () => {
      const { stdout } = await tollgate({}, ['completion', shell]);
      const script = join(folder, `tollgate.${shell}`);
      writeFileSync(script, stdout);
      const lines = TYPED.map(([line]) => line);
      const answers = complete(script, lines).map(offered);
      assert.deepEqual(
        lines.map((line, index) => [line, answers[index]]),
        TYPED.map(([line, words]) => [line, [...words].sort()]),
      );
    });
  }

  test('a shell that is not known is wrong usage', async () => {
    assert.deepEqual(await tollgate({}, ['completion', 'tcsh']), {
      code: 2,
      stdout: '',
      stderr:
        "error: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n",
    });
  });
});
