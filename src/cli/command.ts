// A command from its shape: the fields become arguments and options, and are checked as the admin API does.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { describeErrors, shapeCheck } from '../admin/shape.ts';
import { isRefusal, type Refusal } from '../apps/desk.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../environments.ts';
import { parseJson } from '../json.ts';
import { type Context, Failure, withContext } from './context.ts';
import { show } from './print.ts';

/** Ends the command with one line and exit code 2. */
export class UsageError extends Error {}

export const Nothing = Type.Object({});

interface Spec<S extends TObject> {
  readonly summary: string;
  /** The fields, in the order of the arguments; those not named in `args` are options. */
  readonly input: S;
  readonly args?: readonly (keyof Static<S> & string)[];
  run(context: Context, input: Static<S>): Promise<object | Refusal>;
}

/** `env` and `json` belong to every command. */
export function globalOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--env <environment>', 'environment to work on')
        .choices([...ENVIRONMENTS])
        .default('production'),
    )
    .option('--json', 'print JSON', false);
}

export function addCommand<S extends TObject>(parent: Command, name: string, spec: Spec<S>): void {
  const command = globalOptions(parent.command(name).description(spec.summary));
  const args = spec.args ?? [];
  for (const field of args) {
    command.argument(`<${field}>`, describe(spec.input.properties[field]));
  }
  for (const [field, schema] of Object.entries(spec.input.properties)) {
    if (args.some((arg) => arg === field)) continue;
    const option = new Option(`--${field.replaceAll('_', '-')} <${field}>`, describe(schema));
    const required = (spec.input.required ?? []).includes(field);
    command.addOption(required ? option.makeOptionMandatory() : option);
  }
  command.action(async () => {
    const { env, json, ...options } = command.opts<{ env: EnvironmentName; json: boolean }>();
    const given = Object.fromEntries([
      ...args.map((field, index) => [field, command.args[index]]),
      ...Object.entries(options).map(([option, value]) => [snakeCase(option), value]),
    ]);
    const shape = Type.Object(spec.input.properties, { additionalProperties: false });
    const checked = shapeCheck(shape, 'text')(given);
    if ('errors' in checked) throw new UsageError(describeErrors(checked.errors));
    const value = checked.value as Static<S>;
    printOutcome(await withContext(env, (context) => spec.run(context, value)), json);
  });
}

export function printOutcome(outcome: object | Refusal, json: boolean): void {
  if (isRefusal(outcome)) throw new Failure(outcome.detail);
  process.stdout.write(`${show(outcome, json)}\n`);
}

/** A JSON document that a command needs, from a file or from standard input. */
export function readDocument<S extends TSchema>(schema: S, path: string | undefined): Static<S> {
  let document: unknown;
  try {
    document = parseJson(readFileSync(path ?? process.stdin.fd, 'utf8'));
  } catch (error) {
    const source = path ?? 'standard input';
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Failure(`${source} ${reason}.`);
  }
  const checked = shapeCheck(schema, 'json')(document);
  if ('errors' in checked) throw new Failure(describeErrors(checked.errors));
  return checked.value;
}

export const SettingsFile = Type.Optional(
  Type.String({ description: 'JSON file with the settings; without it standard input is read.' }),
);

const describe = (schema: TSchema | undefined): string =>
  String((schema as { description?: string } | undefined)?.description ?? '').replaceAll('`', '');

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
