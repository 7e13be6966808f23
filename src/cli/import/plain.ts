// A table of one's own: columns are named as the fields of the admin API, or renamed with --map.
import { LANGUAGES } from '../../restriction/rules.ts';
import { Failure } from '../failure.ts';
import type { Fields } from './records.ts';
import type { Converted, Options } from './shape.ts';
import { flagIn, idIn, instantIn, isEmpty, problem, timeIn, valueAt, wholeIn } from './values.ts';

const text = (value: unknown): unknown =>
  typeof value === 'object' ? value : String(value).replaceAll('\0', '');

type Read = (value: unknown) => unknown;

const RESTRICTION: Readonly<Record<string, Read>> = {
  player_id: text,
  scope: text,
  status: (value) => String(value).toUpperCase(),
  block_type: wholeIn,
  type_en_name: text,
  start_date: timeIn,
  end_date: timeIn,
  comment: text,
};

const PURCHASE: Readonly<Record<string, Read>> = {
  kind: text,
  provider: (value) => String(value).toUpperCase(),
  store_transaction_id: text,
  market_transaction_id: text,
  purchase_token: text,
  subscription_id: text,
  product_id: text,
  quantity: wholeIn,
  amount: text,
  currency: (value) => String(value).toUpperCase(),
  account_uuid: text,
  player_id: text,
  purchase_date: instantIn,
  verified_date: instantIn,
  expires_date: instantIn,
  cancel_state: flagIn,
  cancel_date: instantIn,
  test: flagIn,
  delivery: wholeIn,
  delivery_date: instantIn,
  payload: text,
  server_id: text,
  receipt: text,
};

const TYPE: Readonly<Record<string, Read>> = {
  type_status: (value) => String(value).toUpperCase(),
  type_name: text,
  type_en_name: text,
  reasons: (value) => value,
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) => [`title_${language}`, `reason_${language}`]).map((name) => [
      name,
      text,
    ]),
  ),
};

const KNOWN = { restrictions: RESTRICTION, purchases: PURCHASE, types: TYPE } as const;

/** A typo in an optional column must not lose data silently. */
export function checkColumns({ what, map }: Options, columns: readonly string[]): void {
  const unknown = columns.find((name) => !(name in KNOWN[what]) && !map.has(name));
  if (unknown === undefined) return;
  throw new Failure(
    `The column ${unknown} is unknown. Rename it with --map ${unknown}=<field>, or leave it out with --map ${unknown}= (known: ${Object.keys(KNOWN[what]).join(', ')}).`,
  );
}

/** With the names of the fields, without those that --map leaves out. */
export function renamed(fields: Fields, map: Options['map']): Fields {
  const kept = Object.entries(fields).filter(([name]) => !map.has(name));
  const moved = [...map].filter(([, name]) => name !== '');
  return Object.fromEntries([...kept, ...moved.map(([old, name]) => [name, valueAt(fields, old)])]);
}

export function readPlain(fields: Fields, options: Options): Converted {
  const readers = KNOWN[options.what];
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(renamed(fields, options.map))) {
    if (!isEmpty(value)) read[name] = readers[name]?.(value) ?? value;
  }
  if (options.what === 'types') return { fields: withReasons(read) };
  return withPlayer(read, options);
}

/** Columns such as `reason_ko` become texts by language. */
function withReasons(fields: Fields): Fields {
  if (fields.reasons !== undefined) return fields;
  const plain = Object.entries(fields).filter(([name]) => !/^(title|reason)_/.test(name));
  const reasons = LANGUAGES.flatMap((language) => {
    const [title, reason] = [fields[`title_${language}`], fields[`reason_${language}`]];
    if (title === undefined && reason === undefined) return [];
    return [{ language, ...(title !== undefined && { title }), reason }];
  });
  return { ...Object.fromEntries(plain), reasons };
}

/** The player by the number of Tollgate, from --players if the other system has other ids. */
export function withPlayer({ player_id: old, ...fields }: Fields, { players }: Options): Converted {
  if (isEmpty(old)) return { fields };
  const known = players?.get(String(old)) ?? (players ? undefined : old);
  const player_id = idIn(known);
  if (player_id !== undefined) return { fields: { ...fields, player_id } };
  const reason = players
    ? `${old} is not in the file of --players.`
    : `${old} is no player_id, which is an integer from 1 to 9223372036854775807. Add a column with it, or a file with --players.`;
  return problem('player_id', reason);
}
