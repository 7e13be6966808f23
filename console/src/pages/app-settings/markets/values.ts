// A market's settings between the admin API and a form.
import { type Field, type Market, SHAPES } from './shapes.ts';

export interface MarketRecord {
  readonly market: Market;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets_set: readonly string[];
  readonly updated_at: string;
}

export interface MarketValues {
  settings: Record<string, string | boolean>;
  /** Empty: stays as it is; null: to be removed. */
  secrets: Record<string, string | null>;
}

export function toValues(market: Market, record: MarketRecord | undefined): MarketValues {
  const { settings, secrets } = SHAPES[market];
  const present = (field: Field): string | boolean => {
    const value = record ? record.settings[field.name] : field.initial;
    if (field.kind === 'flag') return value !== false;
    return value === undefined ? '' : String(value);
  };
  return {
    settings: Object.fromEntries(settings.map((field) => [field.name, present(field)])),
    secrets: Object.fromEntries(secrets.map(({ name }) => [name, ''])),
  };
}

/** The fields that the form has now: some belong to one gateway only. */
export function fieldsOf(market: Market, values: MarketValues): readonly Field[] {
  return SHAPES[market].settings.filter(
    ({ gateway }) => gateway === undefined || gateway === values.settings.gateway,
  );
}

type Setting = readonly [name: string, value: string | number | boolean];

export function toBody(market: Market, values: MarketValues): object {
  const settings = fieldsOf(market, values).flatMap(({ name, kind }): Setting[] => {
    const value = values.settings[name];
    if (typeof value === 'boolean') return [[name, value]];
    const text = value?.trim() ?? '';
    if (text === '') return [];
    return [[name, kind === 'number' ? Number(text) : text]];
  });
  const secrets = Object.entries(values.secrets).filter(([, value]) => value !== '');
  return { settings: Object.fromEntries(settings), secrets: Object.fromEntries(secrets) };
}

type Problem = 'number' | 'url';

/** What the service would refuse in words that are not for people. */
export function problemOf({ kind }: Field, value: string | boolean | undefined): Problem | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (kind === 'number' && !/^\d+$/.test(value.trim())) return 'number';
  if (kind === 'url' && !/^https?:\/\//.test(value.trim())) return 'url';
  return null;
}
