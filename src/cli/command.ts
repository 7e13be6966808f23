// Builds a command from a schema: fields become arguments and options, validated as in the admin API.
import { readFileSync } from 'node:fs';
import { Argument, type Command, Option } from 'commander';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { parseJson } from '../base/json.ts';
import { checkShape, describeErrors } from '../base/validation.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../start/environments.ts';
import { Appid, appOf } from '../tenants/apps.ts';
import type { App } from '../tenants/directory.ts';
import { askFor, type Loss, requireTerminal } from './confirm.ts';
import { type CommandContext, withContext } from './context.ts';
import { Failure, UsageError } from './failure.ts';
import { show } from './print.ts';

interface Spec<S extends TObject, Outcome extends object, C = CommandContext> {
  readonly summary: string;
  /** The fields, in the order of the arguments; those not named in `args` are options. */
  readonly input: S;
  readonly args?: readonly (keyof Static<S> & string)[];
  /** What will be lost. The operator must confirm it on a terminal or with --yes. */
  confirm?(context: C, input: Static<S>): Loss | Promise<Loss | Rejection>;
  /** Whether this input loses anything; always, unless said. */
  loses?(input: Static<S>): boolean;
  /** Undefined when the command works on the database; else it does without. */
  apart?(input: Static<S>): Promise<object | Rejection> | undefined;
  run(context: C, input: Static<S>): Promise<Outcome | Rejection>;
  /** How people see the outcome; by default its fields, or a table of its items. */
  text?(outcome: Outcome): string;
}

interface Flags {
  readonly env: EnvironmentName;
  readonly json?: boolean;
  readonly yes?: boolean;
}

export const environmentOption = (description: string): Option =>
  new Option('--env <environment>', description).choices([...ENVIRONMENTS]);

export const jsonOption = (): Option => new Option('--json', 'print JSON instead of text');

export const addCommand = <S extends TObject, Outcome extends object>(
  parent: Command,
  name: string,
  spec: Spec<S, Outcome>,
): void => add(parent, name, spec, async (command) => command);

interface OfApp {
  readonly appid: string;
}

/** A command about one app: the first argument, which must exist. */
export function addAppCommand<Outcome extends object, S extends TObject = Type.TObject>(
  parent: Command,
  name: string,
  {
    input,
    args = [],
    ...spec
  }: Omit<Spec<S, Outcome>, 'input' | 'apart' | 'confirm' | 'run'> & {
    readonly input?: S;
    apart?(input: Static<S> & OfApp): Promise<object | Rejection> | undefined;
    confirm?(context: AppCommand, input: Static<S> & OfApp): Loss | Promise<Loss | Rejection>;
    run(context: AppCommand, input: Static<S> & OfApp): Promise<Outcome | Rejection>;
  },
): void {
  const withApp = { ...spec, args: ['appid', ...args], input: ofApp(input) };
  add(parent, name, withApp as unknown as Spec<TObject, Outcome, AppCommand>, inApp);
}

const ofApp = (input?: TObject): TObject => Type.Object({ appid: Appid, ...input?.properties });

export type AppCommand = CommandContext & { readonly app: App };

async function inApp(command: CommandContext, input: object): Promise<AppCommand | Rejection> {
  const app = await appOf(command.directory, (input as OfApp).appid);
  return isRejection(app) ? app : { ...command, app };
}

function add<S extends TObject, Outcome extends object, C extends object>(
  parent: Command,
  name: string,
  spec: Spec<S, Outcome, C>,
  open: (command: CommandContext, input: Static<S>) => Promise<C | Rejection>,
): void {
  const command = parent
    .command(name)
    .description(spec.summary)
    .addOption(environmentOption('environment to work on').default('production'))
    .addOption(jsonOption());
  if (spec.confirm) command.option('-y, --yes', 'do not ask for confirmation');
  const args = spec.args ?? [];
  for (const field of args) {
    const schema = spec.input.properties[field];
    command.addArgument(offer(new Argument(`<${field}>`, describe(schema)), schema));
  }
  for (const [field, schema] of Object.entries(spec.input.properties)) {
    if (args.some((arg) => arg === field)) continue;
    const flags = `--${field.replaceAll('_', '-')} ${placeholderOf(field, schema)}`;
    const required = (spec.input.required ?? []).includes(field);
    const about = `${describe(schema)}${required ? ' (required)' : ''}`.trimStart();
    command.addOption(offer(new Option(flags, about).makeOptionMandatory(required), schema));
  }
  command.action(async () => {
    const { env, json = false, yes = false, ...options } = command.opts<Flags>();
    const given = Object.fromEntries([
      ...args.map((field, index) => [field, command.args[index]]),
      ...Object.entries(options).map(([option, value]) => [snakeCase(option), value]),
    ]);
    const shape = Type.Object(spec.input.properties, { additionalProperties: false });
    const checked = checkShape(shape, 'text', given);
    if ('errors' in checked) throw new UsageError(describeErrors(checked.errors));
    const value = checked.value as Static<S>;
    const confirm = yes || spec.loses?.(value) === false ? undefined : spec.confirm;
    if (confirm) requireTerminal(`${parent.name()} ${name}`);
    const apart = spec.apart?.(value);
    if (apart) return printOutcome(await apart, json);
    const outcome = await withContext(env, async (command) => {
      const context = await open(command, value);
      if (isRejection(context)) return context;
      const loss = await confirm?.(context, value);
      if (loss && isRejection(loss)) return loss;
      if (loss) await askFor(loss, env);
      return spec.run(context, value);
    });
    if (spec.text && !json && !isRejection(outcome)) {
      process.stdout.write(`${spec.text(outcome)}\n`);
    } else {
      printOutcome(outcome, json);
    }
  });
}

export function printOutcome(outcome: object | Rejection, json: boolean): void {
  if (isRejection(outcome)) throw new Failure(outcome.detail);
  process.stdout.write(`${show(outcome, json)}\n`);
}

/** Reads a JSON document from a file or from standard input. */
export function readDocument<S extends TSchema>(schema: S, path: string | undefined): Static<S> {
  let document: unknown;
  try {
    document = parseJson(readFileSync(path ?? process.stdin.fd, 'utf8'));
  } catch (error) {
    const source = path ?? 'standard input';
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Failure(`${source} ${reason}.`);
  }
  const checked = checkShape(schema, 'json', document);
  if ('errors' in checked) throw new Failure(describeErrors(checked.errors));
  return checked.value;
}

export const SettingsFile = Type.Optional(
  Type.String({ description: 'JSON file; default: standard input.' }),
);

/** A flag may stand alone, and a list takes several values. */
function placeholderOf(field: string, schema: TSchema): string {
  const { type } = schema as { type?: string };
  if (type === 'boolean') return `[${field}]`;
  return type === 'array' ? `<${field}...>` : `<${field}>`;
}

interface Description {
  readonly description?: string;
  readonly default?: unknown;
}

/** Adds the allowed values of a field, for help and shell completion. */
function offer<T extends Argument | Option>(field: T, schema: TSchema | undefined): T {
  const { enum: choices, type } = (schema ?? {}) as { enum?: unknown[]; type?: string };
  if (choices) field.choices(choices.map(String));
  if (type === 'boolean') field.choices(['true', 'false']);
  return field;
}

function describe(schema: TSchema | undefined): string {
  const { description = '', ...field } = (schema ?? {}) as Description;
  const fallback = field.default === undefined ? '' : ` (default: ${field.default})`;
  return `${description.replaceAll('`', '')}${fallback}`.trimStart();
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
