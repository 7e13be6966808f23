// tollgate import …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { Comment } from '../restriction/schema.ts';
import { BlockType } from '../restriction/type-operations.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import { UsageError } from './failure.ts';
import { readPlayers } from './import/records.ts';
import { type Job, runImport } from './import/run.ts';
import { FORMATS, type What } from './import/shape.ts';
import { service, type Target, withDatabase } from './import/target.ts';

const Pairs = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: '^[^=]+=' }), { description }));
const Flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const Path = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const common = {
  file: Type.String({ minLength: 1, description: 'File to import.' }),
  dry_run: Flag('Report what would happen, and write nothing.'),
  map: Pairs('Names of columns: old=new; old= leaves a column out.'),
  refused: Path('File for refused lines; default: the file with .refused.csv.'),
  url: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Import into the service at this address, with the admin token in TOLLGATE_ADMIN_TOKEN.',
    }),
  ),
};
const format = (names: readonly (typeof FORMATS)[number][]) =>
  Type.Optional(Type.Enum([...names], { default: 'csv', description: 'Format of the file.' }));
const players = Path('CSV of two columns: the id in the other system, and the player_id.');

type Input = Type.Static<Type.TObject<typeof common>> & {
  readonly appid: string;
  readonly format?: Job['format'];
  readonly types?: readonly string[];
  readonly block_type?: number;
  readonly comment?: string;
  readonly players?: string;
};

export function importCommands(program: Command): void {
  const group = program.command('import').description('data of another system');
  addAppCommand(group, 'types', {
    summary: 'import restriction types',
    input: Type.Object({ ...common, format: format(['csv', 'jsonl']) }),
    args: ['file'],
    apart: (input) => apart('types', input, {}),
    run: (context, input) => direct(context, 'types', input, {}),
  });
  addAppCommand(group, 'restrictions', {
    summary: 'import restricted players',
    input: Type.Object({
      ...common,
      format: format(FORMATS),
      players,
      types: Pairs('Types: old=new, where new is a number or an English name.'),
      block_type: Type.Optional(
        Type.Integer({ ...BlockType, description: 'Type of lines that name none.' }),
      ),
      comment: Comment,
      extend: Flag('A line that lasts longer than the restriction of its player replaces it.'),
      notify: Flag('Notify the game server.'),
    }),
    args: ['file'],
    apart: ({ extend, notify, ...input }) => apart('restrictions', input, { extend, notify }),
    run: (context, { extend, notify, ...input }) =>
      direct(context, 'restrictions', input, { extend, notify }),
  });
  addAppCommand(group, 'purchases', {
    summary: 'import purchases that another system has verified',
    input: Type.Object({
      ...common,
      format: format(FORMATS),
      players,
      send_events: Flag('Send an event for each new purchase.'),
    }),
    args: ['file'],
    apart: ({ send_events, ...input }) => apart('purchases', input, { send_events }),
    run: (context, { send_events, ...input }) =>
      direct(context, 'purchases', input, { send_events }),
  });
}

const direct = (command: AppCommand, what: What, input: Input, more: object) =>
  withDatabase(command, what, (target) => start(what, input, more, target));

/** Over the admin API, from a machine that cannot reach the database. */
function apart(what: What, input: Input, more: object): Promise<object> | undefined {
  if (input.url === undefined) return undefined;
  const token = process.env.TOLLGATE_ADMIN_TOKEN;
  if (!token) throw new UsageError('Set TOLLGATE_ADMIN_TOKEN to an admin token of the service.');
  return start(what, input, more, service(input.url, token, what, input.appid));
}

async function start(what: What, input: Input, more: object, target: Target): Promise<object> {
  const job: Job = {
    what,
    file: input.file,
    format: input.format ?? 'csv',
    map: pairs(input.map),
    types: pairs(input.types),
    blockType: input.block_type,
    comment: input.comment,
    players: await readPlayers(input.players),
    refused: input.refused,
    dryRun: input.dry_run ?? false,
    more: Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
  };
  return runImport(job, target);
}

/** `old=new` each. */
function pairs(texts: readonly string[] = []): Map<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
