// tollgate config …
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { parse, stringify } from 'yaml';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { checkShape, describeErrors } from '../base/validation.ts';
import { type Applied, applyConfiguration } from '../configuration/apply.ts';
import {
  ConfigurationDocument,
  documentOf,
  type ProjectPart,
  SECTIONS,
} from '../configuration/document.ts';
import { exportProject } from '../configuration/export.ts';
import { type ConfigurationDeps, readAll } from '../configuration/kind.ts';
import type { PlannedChange } from '../configuration/plan.ts';
import { type Resolve, resolveFrom, resolveNothing } from '../configuration/secrets.ts';
import { createMailer } from '../mail/mailer.ts';
import type { Channels } from '../outbox/channel.ts';
import { createTypes } from '../restriction/types.ts';
import { GameIndex, listProjects } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import { type CommandContext, withContext } from './context.ts';
import { Failure, UsageError } from './failure.ts';
import { withSender } from './receivers.ts';

const File = Type.String({ minLength: 1, description: 'Configuration file (YAML or JSON).' });

const choice = {
  only: Type.Optional(
    Type.Array(Type.Enum([...SECTIONS]), { minItems: 1, description: 'Only these lists.' }),
  ),
  prune: Type.Optional(
    Type.Boolean({ description: 'Also remove what is not in the lists of the file.' }),
  ),
};
const dry_run = Type.Optional(
  Type.Boolean({ description: 'Say what would change, and write nothing.' }),
);

/** They differ between environments on purpose. */
const NOT_PROMOTED = new Set(['receivers', 'alert_channels']);
const PROMOTED = SECTIONS.filter((section) => !NOT_PROMOTED.has(section));

export function configurationCommands(program: Command, channels: Channels): void {
  const config = program
    .command('config')
    .description('the settings of projects as a file: export, compare, apply');
  addCommand(config, 'export', {
    summary: 'print projects, apps and their settings as a configuration file, without secrets',
    input: Type.Object({
      project: Type.Optional(
        Type.Array(GameIndex, { minItems: 1, description: 'Only these projects.' }),
      ),
    }),
    run: (command, { project }) =>
      withDeps(command, channels, (deps) => exportProjects(deps, project)),
    text: (document) => stringify(document, { lineWidth: 0 }).trimEnd(),
  });
  addCommand(config, 'diff', {
    summary: 'say what a configuration file would change; exit code 1 if anything',
    input: Type.Object({ file: File, ...choice }),
    args: ['file'],
    run: async (command, { file, only, prune = false }) => {
      const outcome = await withDeps(command, channels, (deps) =>
        applyConfiguration(deps, command.actor, readParts(file), {
          ...{ resolve: resolveFrom(process.env, dirname(file)), only, prune },
          dryRun: true,
        }),
      );
      if (outcome.changes.length + outcome.refused.length > 0) process.exitCode = 1;
      return outcome;
    },
    text: (outcome) => describe(outcome),
  });
  addCommand(config, 'apply', {
    summary: 'change projects, apps and their settings to what a configuration file says',
    input: Type.Object({ file: File, ...choice, dry_run }),
    args: ['file'],
    loses: ({ prune, dry_run }) => prune === true && dry_run !== true,
    confirm: (_, { file }) => ({ lost: `What the lists of ${file} do not name will be removed.` }),
    run: (command, { file, ...input }) =>
      withDeps(command, channels, (deps) =>
        applyFrom(deps, command, readParts(file), resolveFrom(process.env, dirname(file)), input),
      ),
    text: (outcome) => describe(outcome),
  });
  addCommand(config, 'promote', {
    summary: 'apply what a project has in sandbox to production; receivers and secrets stay',
    input: Type.Object({ game_index: GameIndex, ...choice, dry_run }),
    args: ['game_index'],
    loses: ({ prune, dry_run }) => prune === true && dry_run !== true,
    confirm: (_, { game_index }) => ({
      lost: `What project ${game_index} does not have in sandbox will be removed from production.`,
    }),
    async run(command, { game_index, only = PROMOTED, ...input }) {
      if (command.environment !== 'production') throw new UsageError('Promote to production.');
      const part = await withContext('sandbox', (sandbox) =>
        withDeps(sandbox, channels, (deps) => exportProject(deps, game_index)),
      );
      if (isRejection(part)) return part;
      return withDeps(command, channels, (deps) =>
        applyFrom(deps, command, [withoutSecrets(part)], resolveNothing, { ...input, only }),
      );
    },
    text: (outcome) => describe(outcome),
  });
}

async function exportProjects(deps: ConfigurationDeps, chosen: readonly number[] | undefined) {
  const all = chosen ?? (await everyProject(deps));
  const parts: ProjectPart[] = [];
  for (const gameIndex of all) {
    const part = await exportProject(deps, gameIndex);
    if (isRejection(part)) return part;
    parts.push(part);
  }
  return documentOf(parts);
}

async function everyProject({ context }: ConfigurationDeps): Promise<number[]> {
  const projects = await readAll((query) => listProjects(context, query));
  return projects.map(({ game_index }) => game_index);
}

interface Choice {
  readonly only?: readonly string[];
  readonly prune?: boolean;
  readonly dry_run?: boolean;
}

async function applyFrom(
  deps: ConfigurationDeps,
  { actor }: CommandContext,
  parts: readonly ProjectPart[],
  resolve: Resolve,
  { only, prune = false, dry_run: dryRun = false }: Choice,
): Promise<Applied | Rejection> {
  const outcome = await applyConfiguration(deps, actor, parts, { resolve, only, prune, dryRun });
  if (outcome.refused.length > 0) process.exitCode = 1;
  return outcome;
}

/** Those of sandbox stay there; production has its own, or gets them by `tollgate market set`. */
const withoutSecrets = (part: ProjectPart): ProjectPart => ({
  ...part,
  apps: (part.apps ?? []).map((app) => {
    const { markets = [] } = app as { markets?: { readonly secrets?: object }[] };
    return { ...app, markets: markets.map(({ secrets: _, ...market }) => market) };
  }),
});

function readParts(file: string): readonly ProjectPart[] {
  let document: unknown;
  try {
    document = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isSyntax = error instanceof Error && error.name === 'YAMLParseError';
    throw new Failure(isSyntax ? `${file}: ${error.message}` : `${file} cannot be read.`);
  }
  const checked = checkShape(ConfigurationDocument, 'json', document);
  if ('errors' in checked) throw new Failure(`${file}: ${describeErrors(checked.errors)}`);
  return (checked.value as ConfigurationDocument).projects;
}

async function withDeps<T>(
  command: CommandContext,
  channels: Channels,
  work: (deps: ConfigurationDeps) => Promise<T>,
): Promise<T> {
  const { context, directory, config } = command;
  const { SMTP_URL: url, SMTP_FROM: from } = config;
  return withSender(command, channels, (outbox) =>
    work({
      context,
      directory,
      restrictions: { types: createTypes(context) },
      outbox,
      alerts: {
        ...context,
        sender: outbox.sender,
        allowHttp: outbox.allowHttp,
        mailer: url && from ? createMailer({ url, from }) : undefined,
        consoleUrl: '',
      },
    }),
  );
}

const SIGNS = { add: '+', change: '~', remove: '-' } as const;

function describe({ changes, refused }: Applied): string {
  const lines = [
    ...changes.flatMap(linesOf),
    ...refused.map(({ target, detail }) => `! ${target}: ${detail}`),
  ];
  if (lines.length === 0) return 'Nothing differs.';
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const rest = refused.length > 0 ? `, ${refused.length} refused` : '';
  const last = changes.length === 0 ? 'Nothing was changed' : `${count}${rest}`;
  return [...lines, `${last}.`].join('\n');
}

const linesOf = ({ target, action, fields }: PlannedChange): string[] => [
  `${SIGNS[action]} ${target}`,
  ...fields.map(({ field, from, to }) => `    ${field}: ${print(from)} → ${print(to)}`),
];

const print = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));
