// Turns a record of a file into lines of the admin API, whatever system wrote it.
import { nakamaItems, readNakamaBan, readNakamaPurchase } from './nakama.ts';
import { readPlain, renamed, withPlayer } from './plain.ts';
import { playfabItems, readPlayfabBan, readPlayfabPurchase } from './playfab.ts';
import type { Fields } from './records.ts';
import type { Converted, Options } from './shape.ts';
import { isEmpty } from './values.ts';

/** An answer of an API holds several records. */
export function itemsOf(fields: Fields, { format }: Options): readonly Fields[] {
  if (format === 'nakama') return nakamaItems(fields);
  return format === 'playfab' ? playfabItems(fields) : [fields];
}

export function convert(item: Fields, options: Options): Converted {
  const converted = read(item, options);
  if (converted === 'skip' || 'reason' in converted || options.what !== 'restrictions') {
    return converted;
  }
  return { fields: withType(converted.fields, options) };
}

function read(item: Fields, options: Options): Converted {
  const { format, what, map } = options;
  if (format === 'csv' || format === 'jsonl') return readPlain(item, options);
  const fields = renamed(item, map);
  const isBan = what === 'restrictions';
  const converted =
    format === 'nakama'
      ? (isBan ? readNakamaBan : readNakamaPurchase)(fields)
      : (isBan ? readPlayfabBan : readPlayfabPurchase)(fields);
  if (converted === 'skip' || 'reason' in converted) return converted;
  return withPlayer(converted.fields, options);
}

/** A number is the type; any other text is its English name. A hint counts when nothing else says it. */
function withType(fields: Fields, { types, blockType, comment }: Options): Fields {
  const { block_type, type_en_name, type_hint: hint, ...rest } = fields;
  const given = [block_type, type_en_name].find((each) => !isEmpty(each));
  const wanted = types.get(String(given ?? hint)) ?? given ?? blockType ?? hint;
  const noted = isEmpty(rest.comment) && comment !== undefined ? { comment } : {};
  return { ...rest, ...typeFields(wanted), ...noted };
}

function typeFields(type: unknown): Fields {
  if (isEmpty(type)) return {};
  const text = String(type);
  return /^\d+$/.test(text) ? { block_type: Number(text) } : { type_en_name: text };
}
