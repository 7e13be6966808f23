// Reads Stripe's nested form parameters (`line_items[0][quantity]=2`) against a described shape.
import { badParameter } from './errors.ts';

type Nested = string | { [key: string]: Nested };

/** Turns a value (or its absence) into what the call works with, or throws Stripe's error. */
export type Rule<T> = (value: Nested | undefined, param: string) => T;

const deepest = 8;

function parseNested(text: string): Nested {
  const root: { [key: string]: Nested } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (path.length > deepest) throw badParameter(`Invalid nesting: ${name}`, name);
    place(root, path, value, name);
  }
  return root;
}

function place(into: { [key: string]: Nested }, path: string[], value: string, name: string): void {
  const [head = '', ...rest] = path;
  // `expand[]` appends.
  const key = head === '' ? String(Object.keys(into).length) : head;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  into[key] ??= Object.create(null) as { [key: string]: Nested };
  const next = into[key];
  if (typeof next === 'string') throw badParameter(`Invalid parameter: ${name}`, name);
  place(next, rest, value, name);
}

export function text({ max = 5000 } = {}): Rule<string | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw badParameter(`Invalid string: ${param}`, param);
    if (value === '') {
      throw badParameter(
        `You passed an empty string for '${param}', which cannot be unset.`,
        param,
        'parameter_invalid_empty',
      );
    }
    if (value.length > max) {
      throw badParameter(
        `Invalid string: ${param} must be at most ${max} characters.`,
        param,
        'parameter_invalid_string_too_long',
      );
    }
    return value;
  };
}

export function integer({ min = 0, max = 99_999_999 } = {}): Rule<number | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw badParameter(`Invalid integer: ${value}`, param, 'parameter_invalid_integer');
    }
    const number = Number(value);
    if (number < min) {
      throw badParameter(
        `This value must be greater than or equal to ${min}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    if (number > max) {
      throw badParameter(
        `This value must be less than or equal to ${max}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    return number;
  };
}

export const boolean: Rule<boolean | undefined> = (value, param) => {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') {
    throw badParameter(`Invalid boolean: ${value}`, param);
  }
  return value === 'true';
};

export function oneOf<T extends string>(...values: readonly T[]): Rule<T | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value);
    if (found) return found;
    throw badParameter(`Invalid ${param}: must be one of ${values.join(', ')}`, param);
  };
}

export const webUrl: Rule<string | undefined> = (value, param) => {
  const url = text()(value, param);
  // `{CHECKOUT_SESSION_ID}` is a template and no URL character, but URL parsers let it pass.
  if (url === undefined || (/^https?:\/\//.test(url) && URL.canParse(url))) return url;
  throw badParameter('Not a valid URL', param, 'url_invalid');
};

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency: Rule<string | undefined> = (value, param) => {
  const code = text()(value, param)?.toLowerCase();
  if (code === undefined || currencies.has(code.toUpperCase())) {
    return code;
  }
  throw badParameter(`Invalid currency: ${code}.`, param);
};

export const metadata: Rule<Record<string, string> | undefined> = (value, param) => {
  if (value === undefined) return undefined;
  if (typeof value === 'string') throw badParameter('Invalid object', param);
  const entries = Object.entries(value);
  if (entries.length > 50) {
    throw badParameter('You cannot have more than 50 metadata keys.', param);
  }
  const kept: Record<string, string> = {};
  for (const [key, entry] of entries) {
    const name = `${param}[${key}]`;
    if (typeof entry !== 'string') throw badParameter('Metadata values must be strings.', name);
    if (key.length > 40 || entry.length > 500) {
      throw badParameter('Metadata keys hold up to 40 characters and values up to 500.', name);
    }
    // An empty value unsets its key.
    if (entry !== '') kept[key] = entry;
  }
  return kept;
};

/** Taken and left without effect: parameters of Stripe whose feature is not emulated. */
export const ignored: Rule<undefined> = () => undefined;

export function list<T>(rule: Rule<T>): Rule<Exclude<T, undefined>[] | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (typeof value === 'string') throw badParameter('Invalid array', param);
    return Object.entries(value)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([key, entry]) => rule(entry, `${param}[${key}]`) as Exclude<T, undefined>);
  };
}

type Read<Spec> = { [Key in keyof Spec]: Spec[Key] extends Rule<infer T> ? T : never };

/** An object of which every key is known. */
export function shape<Spec extends Record<string, Rule<unknown>>>(
  spec: Spec,
): Rule<Read<Spec> | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (typeof value === 'string') throw badParameter('Invalid object', param);
    const inside = (key: string) => (param === '' ? key : `${param}[${key}]`);
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(spec, key)) continue;
      const name = inside(key);
      throw badParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    }
    const entries = Object.entries(spec).map(([key, rule]) => [key, rule(value[key], inside(key))]);
    return Object.fromEntries(entries) as Read<Spec>;
  };
}

export function needed<T>(rule: Rule<T | undefined>): Rule<T> {
  return (value, param) => {
    const read = rule(value, param);
    if (read !== undefined) return read;
    throw badParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
  };
}

/** Reads a request's whole form or query. */
export function read<T>(rule: Rule<T | undefined>, source: string): T {
  return needed(rule)(parseNested(source), '');
}
