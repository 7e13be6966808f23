// tollgate consent …
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  ConsentImport,
  type ConsentImportReport,
  importConsent,
} from '../consent/imports/import.ts';
import { readPlayerConsent, restoreConsent } from '../consent/player.ts';
import { ConsentSwitch, readConsentSettings, setConsentSettings } from '../consent/settings.ts';
import { PlayerId } from '../identity/player-id.ts';
import { Comment } from '../restriction/schema.ts';
import { createTypes } from '../restriction/types.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import { Failure } from './failure.ts';

const { provider, dry_run, date } = ConsentImport.properties;

const withTypes = (command: AppCommand) => ({
  ...command,
  restrictions: { types: createTypes(command.context) },
});

export function consentCommands(program: Command): void {
  const consent = program
    .command('consent')
    .description('consent that parents have withdrawn at the stores');
  addAppCommand(consent, 'show', {
    summary: 'show whether players are restricted while consent is withdrawn',
    run: (command) => readConsentSettings(withTypes(command)),
  });
  addAppCommand(consent, 'restrict', {
    summary: 'switch restrictions for withdrawn consent on (true) or off (false)',
    input: Type.Object(ConsentSwitch.properties),
    args: ['restrict'],
    run: (command, { restrict }) =>
      setConsentSettings(withTypes(command), command.actor, { restrict }),
  });
  addAppCommand(consent, 'player', {
    summary: 'show the downloads of a player, and whether consent is withdrawn',
    input: Type.Object({ player_id: PlayerId }),
    args: ['player_id'],
    run: (command, key) => readPlayerConsent(command, key),
  });
  addAppCommand(consent, 'restore', {
    summary: 'note that consent was given again, and release the player',
    input: Type.Object({ player_id: PlayerId, comment: Comment }),
    args: ['player_id'],
    run: (command, input) => restoreConsent(command, command.actor, input),
  });
  addAppCommand(consent, 'import', {
    summary: "import a store's file of withdrawn consent",
    input: Type.Object({
      provider,
      file: Type.String({ minLength: 1, description: 'CSV file to import.' }),
      dry_run,
      date,
    }),
    args: ['provider', 'file'],
    async run(command, { appid: _, file, ...input }) {
      await access(file).catch(() => {
        throw new Failure(`Cannot read ${file}.`);
      });
      const named = { ...input, file: basename(file) };
      return importConsent(command, command.actor, named, createReadStream(file));
    },
    text: textOf,
  });
}

function textOf({ dry_run: dryRun, refusals, ...counts }: ConsentImportReport): string {
  const { lines, new: added, unchanged, refused, players } = counts;
  return [
    ...(dryRun ? ['Nothing was written.'] : []),
    `${lines} lines: ${added} new, ${unchanged} unchanged, ${refused} refused. ${players} players.`,
    ...refusals.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...(refused > refusals.length ? ['…'] : []),
  ].join('\n');
}
