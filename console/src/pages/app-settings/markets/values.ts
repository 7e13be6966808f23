// A market's settings between the admin API and a form.
import { type Body, endpoint, type Schema } from '../../../endpoint.ts';
import type { Market } from '../../../sales/records.ts';
import { type Field, SHAPES } from './shapes.ts';

export type MarketRecord = Schema<'MarketRecord'>;

/** Where the settings of each market are saved. */
export const settingsOf = (appid: string) => ({
  APPLE: endpoint('/apps/{appid}/markets/APPLE', { appid }),
  GOOGLE: endpoint('/apps/{appid}/markets/GOOGLE', { appid }),
  STEAM: endpoint('/apps/{appid}/markets/STEAM', { appid }),
  PG: endpoint('/apps/{appid}/markets/PG', { appid }),
});

type MarketBody = Body<`/apps/{appid}/markets/${Market}`, 'PUT'>;

export interface MarketValues {
  settings: Record<string, string | boolean>;
  /** Empty: stays as it is; null: to be removed. */
  secrets: Record<string, string | null>;
}

export function toValues(market: Market, record: MarketRecord | undefined): MarketValues {
  const { settings, secrets } = SHAPES[market];
  const present = (field: Field): string | boolean => {
    const value = record ? record.settings[field.name] : field.initial;
    if (field.kind === 'flag') return field.initial === true ? value !== false : value === true;
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

/** Settings without a field in the form stay as they are, unless another gateway is chosen. */
function unshown(market: Market, values: MarketValues, record: MarketRecord | undefined): object {
  const before = record?.settings ?? {};
  const shown: ReadonlySet<string> = new Set(SHAPES[market].settings.map(({ name }) => name));
  return before.gateway === values.settings.gateway
    ? Object.fromEntries(Object.entries(before).filter(([name]) => !shown.has(name)))
    : {};
}

export function toBody(
  market: Market,
  values: MarketValues,
  record: MarketRecord | undefined,
): MarketBody {
  const settings = fieldsOf(market, values).flatMap(({ name, kind }): Setting[] => {
    const value = values.settings[name];
    if (typeof value === 'boolean') return [[name, value]];
    const text = value?.trim() ?? '';
    if (text === '') return [];
    return [[name, kind === 'number' ? Number(text) : text]];
  });
  const secrets = Object.entries(values.secrets).filter(([, value]) => value !== '');
  // The fields are those that the market's shape has; which they are is known only now.
  return {
    settings: { ...unshown(market, values, record), ...Object.fromEntries(settings) },
    secrets: Object.fromEntries(secrets),
  } as MarketBody;
}

type Problem = 'number' | 'url';

/** What the service would refuse in a sentence that is not for people. */
export function problemOf({ kind }: Field, value: string | boolean | undefined): Problem | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (kind === 'number' && !/^\d+$/.test(value.trim())) return 'number';
  if (kind === 'url' && !/^https?:\/\//.test(value.trim())) return 'url';
  return null;
}
