// Secrets in a configuration file: never the value, only where it lies.
import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { Type } from 'typebox';

export const REFERENCE = /^(env:[A-Za-z_][A-Za-z0-9_]*|file:\S.*)$/;

export const Reference = Type.String({
  pattern: REFERENCE.source,
  examples: ['env:GAME_SERVER_KEY'],
  description:
    'Where a secret lies: `env:NAME`, or `file:path`, relative to the configuration file.',
});

/** The value of a reference; undefined where it cannot be read. */
export type Resolve = (reference: string) => string | undefined;

/** A service must not read what a caller names. */
export const resolveNothing: Resolve = () => undefined;

export const resolveFrom =
  (env: Readonly<Record<string, string | undefined>>, folder: string): Resolve =>
  (reference) => {
    const [kind, name = ''] = splitReference(reference);
    return kind === 'env' ? env[name] || undefined : readText(resolvePath(folder, name));
  };

/** A path may have colons. */
function splitReference(reference: string): string[] {
  const at = reference.indexOf(':');
  return [reference.slice(0, at), reference.slice(at + 1)];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd() || undefined;
  } catch {
    return undefined;
  }
}

/** A secret of the file or of the database, to compare them. */
export interface Secret {
  readonly reference: string;
  readonly value: string | undefined;
}

export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && 'reference' in value;

/** A stored secret, with the reference that an export proposes. */
export const stored = (value: string | undefined, name: string): Secret => ({
  reference: `env:SECRET_${name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`,
  value,
});

export const named = (reference: string, resolve: Resolve): Secret => ({
  reference,
  value: resolve(reference),
});
