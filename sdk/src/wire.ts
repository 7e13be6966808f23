// JSON as the service speaks it: 64-bit ids with all their digits, and snake_case names as camelCase.

/** The only fields of answers and messages that a JavaScript number cannot hold. */
const ID_FIELDS = new Set(['player_id', 'playerId', 'did']);
/** A quote that no backslash precedes, followed by a letter, always opens a string: so this is a field. */
const ID_IN_JSON = /(?<!\\)"(player_id|playerId|did)"\s*:\s*(-?\d+)(?=[\s,}])/g;
const DECIMAL = /^(0|[1-9]\d*)$/;

/** Node 20 has neither `JSON.rawJSON` nor the source text in revivers: this prints bigint exactly. */
export function printJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`;
  if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${printJson(each)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Throws what `JSON.parse` throws. Ids come back as text; `fromWire` makes bigint of them. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(ID_IN_JSON, '"$1":"$2"'));
}

/** `player_id` becomes `playerId`, at any depth; ids become bigint. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      ID_FIELDS.has(name) && isDigits(each) ? BigInt(each) : fromWire(each),
    ]),
  );
}

/** `playerId` becomes `player_id`, at any depth; ids are checked. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [wireName, ID_FIELDS.has(wireName) ? exactId(name, each) : toWire(each)];
    }),
  );
}

/** A number is refused because it may already have lost digits: a ban would hit another player. */
export function exactId(name: string, id: unknown): bigint | undefined {
  if (typeof id === 'bigint' || id === undefined) return id;
  if (typeof id === 'string' && DECIMAL.test(id)) return BigInt(id);
  throw new TypeError(`${name} must be a bigint or a string of decimal digits.`);
}

const isDigits = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^-?\d+$/.test(value)) || Number.isSafeInteger(value);
