// Holds answers against the vendors' own types: each becomes a literal of that type, and the compiler says
// which fields the vendor does not know, which required ones are missing, and which have another type.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPILER } from '../../scripts/compiler.ts';

export interface Shape {
  /** Which answer it is, for the message. */
  readonly of: string;
  /** An expression over the imports below, such as `Stripe.Refund`. */
  readonly type: string;
  readonly value: unknown;
}

const imports = `
import type { androidpublisher_v3 as Google } from '@googleapis/androidpublisher';
import type * as Apple from '@apple/app-store-server-library';
import type * as Portone from '@portone/server-sdk/payment';
import type * as PortoneWebhook from '@portone/server-sdk/webhook';
import type Stripe from 'stripe';

/** Google and Apple mark every field as optional: names those that an answer must have. */
type With<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** Stripe lets every string pass for a value of an enum: leaves the values that it names. */
type Named<T> = T extends unknown ? (string extends T ? never : T) : never;
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
};

/** One sentence for each shape that is not of its type. */
export async function problemsOf(shapes: readonly Shape[]): Promise<string[]> {
  // Below our own folder, so that the vendors' packages are found.
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'vendor-types-'));
  try {
    // One line each: the compiler names the line of a problem.
    const literals = shapes.map(({ type, value }, index) => {
      const oneLine = type.replaceAll(/\s+/g, ' ');
      return `export const a${index}: ${oneLine} = ${JSON.stringify(value)};\n`;
    });
    const config = { compilerOptions, files: ['answers.ts'] };
    await writeFile(join(folder, 'answers.ts'), [imports.trimStart(), ...literals].join(''));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    return readProblems(await compile(folder), shapes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compile(folder: string): Promise<string> {
  const args = [COMPILER, '--pretty', 'false', '-p', folder];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      // The compiler ends with 1 or 2 when it has found problems.
      if (error && (typeof error.code !== 'number' || error.code > 2)) reject(error);
      else if (stderr !== '') reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

/** A message begins with `answers.ts(line,column): error TS…: `; what follows indented belongs to it. */
function readProblems(output: string, shapes: readonly Shape[]): string[] {
  const firstLine = imports.trimStart().split('\n').length;
  return output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .map((line) => {
      const [, number, message] = /^answers\.ts\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
      const shape = shapes[Number(number) - firstLine];
      return shape ? `${shape.of}: ${message}` : line;
    });
}
